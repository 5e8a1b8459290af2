/// Columns picked out of records by their paths: what `streammap select` prints.
///
///     let projection = try Projection("id,author=user.screen_name,tags=entities.hashtags[*].text")
///     let lines = JSONLines(path: "tweets.jsonl", as: try projection.mapping())
///     let writer = RowWriter(projection, format: .csv)
///     try lines.forEach { row, _ in writer.write(row, into: &output) }
///
/// Values are kept as they stand in the input: numbers keep their literal and strings
/// their escapes; only white space outside strings is left out. A value of the wrong kind
/// on the way to a column's (`{"user": 7}` for `user.name`) leaves the column without one.
/// A record of the wrong kind is an error, as for every ``Mapping``.
public struct Projection: Sendable {
  /// A name and what stands under it.
  public struct Column: Sendable, Hashable {
    /// The column's name; by default the path as it was written.
    public let name: String
    /// Where its value is.
    public let path: Path

    /// Whether the path has a wildcard, so that the value is a list.
    public var isMultiple: Bool { path.isMultiple }
  }

  /// The columns, in the order in which they were given.
  public let columns: [Column]

  /// Reads a comma-separated list of `[name=]path`.
  ///
  /// A comma, an equals sign or a bracket that belongs to a name stands in the quotes of
  /// `['…']`.
  ///
  /// - Throws: ``PathError``.
  public init(_ list: String) throws(PathError) {
    var columns: [Column] = []
    for item in Self.split(list) {
      let (name, text) = Self.divide(item)
      let path = try Path(text)
      columns.append(Column(name: name ?? text, path: path))
    }
    self.columns = columns
    // Paths that contradict each other are refused here, not when they are first used.
    _ = try mapping()
  }

  /// The mapping that fills rows with the columns' values.
  public func mapping(limits: Limits = Limits()) throws(PathError) -> Mapping<ProjectedRow> {
    let kinds = columns.map(\.isMultiple)
    let template: @Sendable () -> ProjectedRow = { ProjectedRow(kinds: kinds) }
    // SAFETY: the instance is the `ProjectedRow` that the template made; its cells have the
    // stride and the kinds that the fields below are given.
    var instance = unsafe InstanceOperations(template: template) { row in
      unsafe row.assumingMemoryBound(to: ProjectedRow.self).pointee.cells
    }
    unsafe instance.attach = { row, bytes in
      unsafe swap(&row.assumingMemoryBound(to: ProjectedRow.self).pointee.bytes, &bytes)
    }
    let fields = columns.enumerated().map { index, column in
      var field = FieldDescription(
        paths: column.path._paths, policies: FieldPolicies([]),
        storage: FieldStorage(.range, column.isMultiple ? .optionalArray : .optional),
        offset: { _ in index * ProjectedRow.stride },
        cell: FieldCell(
          blank: { .some(()) }, get: nil, set: { (_: inout ProjectedRow, _: Void) in }),
        nested: nil, typeName: "a column")
      field.checksIntermediates = false
      return field
    }
    return try Mapping(
      description: MappingDescription(fields: fields, instance: instance), limits: limits)
  }

  /// The items between the commas that stand outside brackets.
  private static func split(_ list: String) -> [String] {
    var items: [[UInt8]] = [[]]
    forEachByte(of: list) { byte, isInBracket in
      if byte == ASCII.comma && !isInBracket {
        items.append([])
      } else {
        items[items.count - 1].append(byte)
      }
    }
    return items.map { String(decoding: $0, as: UTF8.self) }
  }

  /// The name and the path of an item, at the first equals sign outside brackets.
  private static func divide(_ item: String) -> (name: String?, path: String) {
    var equals: Int?
    var index = 0
    forEachByte(of: item) { byte, isInBracket in
      if byte == ASCII.equals && !isInBracket && equals == nil { equals = index }
      index += 1
    }
    guard let equals else { return (nil, item) }
    let bytes = Array(item.utf8)
    return (
      String(decoding: bytes[..<equals], as: UTF8.self),
      String(decoding: bytes[(equals + 1)...], as: UTF8.self)
    )
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
