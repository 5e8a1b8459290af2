import StreamMap

// ThreadSanitizer has its own malloc, and its package has no counter.
#if canImport(CAllocationCounter)
  import CAllocationCounter

  /// Counts the allocations of the calling thread.
  enum Allocations {
    /// Counts the allocations of a closure on this thread.
    static func count(_ body: () throws -> Void) rethrows -> Int {
      allocation_counter_start_on_this_thread()
      defer { allocation_counter_stop_on_this_thread() }
      try body()
      return Int(allocation_counter_allocations_on_this_thread())
    }

    /// Reads every record four times, so that the buffers grow, and then counts. The texts of rows that are kept are in two
    /// arenas by turns, and an arena needs two records to grow.
    static func count<Root>(
      _ mapping: Mapping<Root>, _ records: [String], rounds: Int = 20
    ) throws -> Int {
      let decoder = mapping.makeDecoder()
      let bytes = records.map { Array($0.utf8) }
      func round() throws {
        for record in bytes { try decoder.read(record.span) { _ in } }
      }
      for _ in 0..<4 { try round() }
      return try count { for _ in 0..<rounds { try round() } }
    }
  }
#endif
