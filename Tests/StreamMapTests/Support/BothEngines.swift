import Testing

@testable import StreamMap

extension Mapping where Root: Equatable {
  /// The result of a record, which must be the same with both engines. The record is read twice with one decoder,
  /// which must not change the result.
  func both(_ json: String, at location: SourceLocation = #_sourceLocation) throws -> Root {
    func read(_ decoder: RecordDecoder<Root>) -> Result<Root, MappingError> {
      Result { () throws(MappingError) in try decoder.decode(json) }
    }
    return try agreed(json, at: location, read)
  }

  /// The result of reading twice with a decoder of each engine, which must be the same.
  func agreed(
    _ json: String, at location: SourceLocation, _ read: (RecordDecoder<Root>) -> Result<Root, MappingError>
  ) throws -> Root {
    let results = [Engine.yajl, .index].flatMap { engine in
      let decoder = makeDecoder(ReadingOptions(engine: engine))
      return [read(decoder), read(decoder)]
    }
    for result in results.dropFirst() {
      switch (results[0], result) {
      case (.success(let first), .success(let other)):
        #expect(first == other, "\(json)", sourceLocation: location)
      case (.failure(let first), .failure(let other)):
        #expect(ReportedError(first) == ReportedError(other), "\(json)", sourceLocation: location)
      default: Issue.record("\(json): \(results)", sourceLocation: location)
      }
    }
    return try results[0].get()
  }

  /// The error of a record that both engines reject.
  func bothRefuse(_ json: String, at location: SourceLocation = #_sourceLocation) throws -> MappingError {
    try #require(throws: MappingError.self, "\(json)", sourceLocation: location) {
      _ = try both(json, at: location)
    }
  }
}

/// The result of `{"v": …}` with both engines.
func bothValue<Value: FieldValue & Equatable & Sendable>(
  of json: String, into template: Value, _ policies: FieldPolicy...,
  at location: SourceLocation = #_sourceLocation
) throws -> Value {
  try Mapping(Box(value: template)) { Field(\.value, "v", all: policies) }
    .both(#"{"v":\#(json)}"#, at: location).value
}

/// The error of `{"v": …}` with both engines.
func bothVerdict<Value: FieldValue & Equatable & Sendable>(
  on json: String, into template: Value, _ policies: FieldPolicy...,
  at location: SourceLocation = #_sourceLocation
) throws -> Verdict {
  Verdict(
    try Mapping(Box(value: template)) { Field(\.value, "v", all: policies) }
      .bothRefuse(#"{"v":\#(json)}"#, at: location))
}
