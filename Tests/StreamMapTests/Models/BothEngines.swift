import Testing

@testable import StreamMap

extension Mapping where Root: Equatable {
  /// What both engines make of a record, which must be the same model or the same error; read twice
  /// with one decoder, which must change nothing.
  func both(_ json: String, at location: SourceLocation = #_sourceLocation) throws -> Root {
    func read(_ decoder: RecordDecoder<Root>) -> Result<Root, MappingError> {
      Result { () throws(MappingError) in try decoder.decode(json) }
    }
    return try agreed(json, at: location, read)
  }

  /// What reading twice with a decoder of each engine gives, which must be the same.
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
        #expect(Refusal(first) == Refusal(other), "\(json)", sourceLocation: location)
      default: Issue.record("\(json): \(results)", sourceLocation: location)
      }
    }
    return try results[0].get()
  }

  /// The error with which both engines refuse a record.
  func bothRefuse(_ json: String, at location: SourceLocation = #_sourceLocation) throws -> MappingError {
    try #require(throws: MappingError.self, "\(json)", sourceLocation: location) {
      _ = try both(json, at: location)
    }
  }
}

/// What both engines make of `{"v": …}`.
func bothValue<Value: FieldValue & Equatable & Sendable>(
  of json: String, into template: Value, _ policies: FieldPolicy...,
  at location: SourceLocation = #_sourceLocation
) throws -> Value {
  try Mapping(Box(value: template)) { Field(\.value, "v", all: policies) }
    .both(#"{"v":\#(json)}"#, at: location).value
}

/// How both engines refuse `{"v": …}`.
func bothVerdict<Value: FieldValue & Equatable & Sendable>(
  on json: String, into template: Value, _ policies: FieldPolicy...,
  at location: SourceLocation = #_sourceLocation
) throws -> Verdict {
  Verdict(
    try Mapping(Box(value: template)) { Field(\.value, "v", all: policies) }
      .bothRefuse(#"{"v":\#(json)}"#, at: location))
}
