/// Columns of records, selected by their paths. `streammap select` prints them.
///
///     let projection = try Projection("id,author=user.screen_name,tags=entities.hashtags[*].text")
///     let lines = JSONLines(path: "tweets.jsonl", as: try projection.mapping())
///     let writer = RowWriter(projection, format: .csv)
///     try lines.forEach { row, _ in writer.write(row, into: &output) }
///
/// Values are kept as their JSON text. Numbers keep their literal and strings their escapes. Only white space outside
/// strings is removed. A column is absent if an intermediate value has the wrong kind, such as `{"user": 7}` for
/// `user.name`. A record of the wrong kind is an error, as for every ``Mapping``.
public struct Projection: Sendable {
  /// A column's name and path.
  package struct Column: Sendable, Hashable {
    /// The column's name. The default is the path as it was written.
    package let name: String
    /// The path of its value.
    package let path: RecordPath

    /// Whether the column is the record key, and not a value in the record. See ``Projection/init(_:recordKeys:)``.
    package let isKey: Bool

    /// Whether the path has a wildcard, so that the value is a list.
    package var isMultiple: Bool { path.isMultiple }
  }

  /// The columns, in the order in which they were given.
  package let columns: [Column]

  /// The names of the columns, in order. The default name is the path as it was written.
  public var names: [String] { columns.map(\.name) }

  /// Parses a comma-separated list of `[name=]path`.
  ///
  /// White space around a name or a path is ignored. A member name that begins or ends with white space, or contains a
  /// comma, an equals sign or a bracket, is written in quotes as `['…']`.
  ///
  /// - Parameters:
  ///   - list: the columns, as in `id,author=user.screen_name`.
  ///   - recordKeys: whether `$key` is the record key. The key is the name of the record's member, as a JSON string,
  ///     if ``Framing/array(at:)`` has a path that ends with `*`. Records of other framings have no key. A member of
  ///     the record that is called `$key` is then written as `['$key']`.
  /// - Throws: ``PathError``.
  public init(_ list: String, recordKeys: Bool = false) throws(PathError) {
    var columns: [Column] = []
    var starts: [Int] = []
    for item in Self.items(of: list) {
      do {
        let isKey = recordKeys && item.path == "$key"
        columns.append(Column(name: item.name ?? item.path, path: try RecordPath(item.path), isKey: isKey))
      } catch {
        throw error.within(list, from: item.start)
      }
      starts.append(item.start)
    }
    self.columns = columns
    // Paths that contradict each other are rejected here, not when they are first used.
    do {
      _ = try mapping()
    } catch {
      let column = columns.firstIndex { $0.path.text == error.path } ?? 0
      throw error.within(list, from: starts[column])
    }
  }

  /// Returns the mapping that fills rows with the columns' values.
  public func mapping(limits: Limits = Limits()) throws(PathError) -> Mapping<ProjectedRow> {
    let kinds = columns.map(\.isMultiple)
    let keys = columns.indices.filter { columns[$0].isKey }
    let fields = columns.enumerated().filter { !$1.isKey }.map { index, column in
      var field = FieldDescription(
        paths: column.path._paths, policies: FieldPolicies([]),
        storage: _FieldStorage(
          .range, column.isMultiple ? .optionalArray : .optional,
          FieldWitness(of: ByteRange.self, writing: nil)),
        offset: { _ in index * ProjectedRow.stride },
        cell: FieldCell(
          blank: { .some(()) }, get: nil, set: { (_: inout ProjectedRow, _: Void) in }),
        nested: nil, typeName: "a column")
      field.checksIntermediates = false
      return field
    }
    return try Mapping(
      description: MappingDescription(
        fields: fields, instance: ProjectedRow.operations(kinds: kinds, keyColumns: keys)), limits: limits)
  }

  /// The text between two commas.
  private struct Item {
    var name: String?
    var path: String
    /// The byte offset of the path in the list.
    var start: Int
  }

  /// Splits the list at commas outside brackets, and each item at its first equals sign outside brackets.
  private static func items(of list: String) -> [Item] {
    let bytes = Array(list.utf8)
    var items: [Item] = []
    var start = 0
    var equals: Int?
    var index = 0
    func add(to end: Int) {
      let name = equals.map { text(of: bytes, trimmed(bytes, start..<$0)) }
      let path = trimmed(bytes, (equals.map { $0 + 1 } ?? start)..<end)
      items.append(Item(name: name, path: text(of: bytes, path), start: path.lowerBound))
    }
    forEachByte(of: list) { byte, isInBracket in
      if byte == ASCII.comma && !isInBracket {
        add(to: index)
        (start, equals) = (index + 1, nil)
      } else if byte == ASCII.equals && !isInBracket && equals == nil {
        equals = index
      }
      index += 1
    }
    add(to: bytes.count)
    return items
  }

  private static func text(of bytes: [UInt8], _ range: Range<Int>) -> String {
    String(decoding: bytes[range], as: UTF8.self)
  }

  /// Returns a range without white space at its ends.
  private static func trimmed(_ bytes: [UInt8], _ range: Range<Int>) -> Range<Int> {
    var range = range
    while let first = range.first, ASCII.isWhitespace(bytes[first]) { range.removeFirst() }
    while let last = range.last, ASCII.isWhitespace(bytes[last]) { range.removeLast() }
    return range
  }

  private static func forEachByte(of text: String, _ body: (UInt8, _ isInBracket: Bool) -> Void) {
    var isInBracket = false
    var quote: UInt8?
    var isEscaped = false
    for byte in text.utf8 {
      body(byte, isInBracket)
      if isEscaped {
        isEscaped = false
      } else if let open = quote {
        isEscaped = byte == ASCII.backslash
        if byte == open { quote = nil }
      } else if isInBracket {
        if byte == ASCII.quote || byte == ASCII.apostrophe { quote = byte }
        isInBracket = byte != ASCII.closeBracket
      } else {
        isInBracket = byte == ASCII.openBracket
      }
    }
  }
}
