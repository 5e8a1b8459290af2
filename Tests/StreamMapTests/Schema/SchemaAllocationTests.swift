#if !DEBUG
  import CAllocationCounter
  import Testing

  @testable import StreamMap
  @testable import StreamMapTables

  /// Allocations of a record without new paths.
  @Suite("Allocations of a schema", .enabled(if: allocation_counter_is_available()))
  struct SchemaAllocationTests {
    @Test("does not allocate for a record") func records() {
      let records = (0..<20).map { number in
        Array(
          """
          {"id":\(number),"name":"a name of more than fifteen bytes, number \(number)","ratio":\(number).5,\
          "tags":[{"text":"\\u00e9 \\"quoted\\" \(number)","at":[1,2]}],"counts":{"a":1,"b":null},"on":true}
          """.utf8)
      }
      var trie = SchemaTrie(bounds: InferredSchema.Bounds())
      for record in records { trie.add(validated: record.span) }
      allocation_counter_start_on_this_thread()
      for _ in 0..<50 {
        for record in records { trie.add(validated: record.span) }
      }
      allocation_counter_stop_on_this_thread()
      #expect(allocation_counter_allocations_on_this_thread() == 0)
      #expect(trie.records == 1_020)
    }

    @Test("does not allocate for dictionary members with any name") func dictionaries() {
      var bounds = InferredSchema.Bounds()
      bounds.names = 10
      var trie = SchemaTrie(bounds: bounds)
      let records = (0..<2_000).map { Array("{\"key number \($0)\":{\"a\":\($0)}}".utf8) }
      for record in records[..<100] { trie.add(validated: record.span) }
      allocation_counter_start_on_this_thread()
      for record in records[100...] { trie.add(validated: record.span) }
      allocation_counter_stop_on_this_thread()
      #expect(allocation_counter_allocations_on_this_thread() == 0)
    }
  }
#endif
