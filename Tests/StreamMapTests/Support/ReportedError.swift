import Testing

@testable import StreamMap

/// All exact properties of an error, compared together.
struct ReportedError: Hashable, CustomStringConvertible {
  var kind: MappingError.Kind
  var record: Int? = 1
  var line: Int? = 1
  var column: Int?
  var byteOffset: Int?
  var path: String
  var expected: String
  var found: String

  init(_ error: MappingError) {
    kind = error.kind
    record = error.record
    line = error.line
    column = error.column
    byteOffset = error.byteOffset
    path = error.path
    expected = error.expected
    found = error.found
  }

  /// In the first line of the input, where column and offset differ by one.
  init(_ kind: MappingError.Kind, at offset: Int, _ path: String, expected: String, found: String) {
    self.kind = kind
    column = offset + 1
    byteOffset = offset
    self.path = path
    self.expected = expected
    self.found = found
  }

  var description: String {
    """
    \(kind) record \(record ?? 0) line \(line ?? 0) column \(column ?? 0) byte \(byteOffset ?? -1) \
    \(path): expected \(expected), found \(found)
    """
  }
}

extension Mapping {
  /// The error of a rejected record.
  func refusal(of json: String, at location: SourceLocation = #_sourceLocation) throws -> MappingError {
    try #require(throws: MappingError.self, "\(json)", sourceLocation: location) { _ = try decode(json) }
  }

  /// A short form of a record's error: the kind, the offset and the path.
  func verdict(on json: String, at location: SourceLocation = #_sourceLocation) throws -> Verdict {
    Verdict(try refusal(of: json, at: location))
  }
}

/// An error's kind and location.
struct Verdict: Error, Hashable, CustomStringConvertible {
  var kind: MappingError.Kind
  var offset: Int
  var path: String

  init(_ kind: MappingError.Kind, _ offset: Int, _ path: String) {
    self.kind = kind
    self.offset = offset
    self.path = path
  }

  init(_ error: MappingError) {
    self.init(error.kind, error.byteOffset ?? -1, error.path)
  }

  var description: String { "\(kind) at \(offset) in \(path)" }
}
