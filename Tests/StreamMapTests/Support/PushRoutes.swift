import StreamMap

/// All routes by which the library reads one document in chunks, compared with the oracle.
struct PushRoutes {
  let document: [UInt8]
  let expected: Expectation
  let limits: ReferenceLimits
  private let whole: Mapping<RecordModels.Whole>
  private let part: Mapping<RecordModels.Part>

  init(_ document: [UInt8], limits: ReferenceLimits = ReferenceLimits()) throws {
    self.document = document
    self.limits = limits
    expected = Expectation(document, limits: limits)
    whole = try RecordModels.Whole.mapping(Limits(limits))
    part = try RecordModels.Part.mapping(Limits(limits))
  }

  /// Returns the differences from the oracle for a document in these chunks.
  func differences(cuts: [Int]) -> [String] {
    let bounds = [0] + cuts + [document.count]
    let pieces = zip(bounds, bounds.dropFirst()).map { Array(document[$0..<$1]) }
    var differences = Differences()

    let parser = EventParser(into: EventLog(), framing: .document, limits: Limits(limits))
    var records = 0
    var error = caught {
      for piece in pieces { try parser.feed(piece) { _ in records += 1 } }
      try parser.finish { _ in records += 1 }
    }
    let reading = Reading(events: parser.sink.events, failure: error.map(Failure.init))
    let finished = finished(before: error)
    differences.compare("fed EventParser", reading, expected.reading)
    differences.comparePlace("fed EventParser", error, in: document)
    differences.compare("fed EventParser's records", records, finished == nil ? 0 : 1)

    var texts: [[UInt8]] = []
    error = push(whole, pieces) { model, _ in texts.append(model.text.bytes) }
    differences.compare("root as text, pushed", error.map(Failure.init), expected.reading.failure)
    differences.compare("root as text, pushed", texts, finished.map { [$0.text] } ?? [])

    var parts: [[ParsedEvent]] = []
    differences.comparePlace("root as text, pushed", error, in: document)
    error = push(part, pieces) { model, place in
      parts.append(model.events)
      differences.compare("place", place.byteOffset, 0)
      differences.compare("place", place.record, 1)
    }
    differences.compare("members as trees, pushed", error.map(Failure.init), expected.partFailure)
    differences.compare(
      "members as trees, pushed", parts, self.finished(before: error).map { [$0.part] } ?? [])
    return differences.texts.map { "cut at \(cuts.prefix(20)): \($0)" }
  }

  /// Returns what is expected of the document, or of the complete document before an error. Nil if there is none.
  private func finished(before error: MappingError?) -> Expectation? {
    guard let error else { return expected }
    guard error.kind == .extraValue, let end = error.byteOffset, end > 0,
      "]}\" \n\r\t".utf8.contains(document[end - 1])
    else { return nil }
    return Expectation(Array(document[..<end]), limits: limits)
  }

  private func push<Model>(
    _ mapping: Mapping<Model>, _ pieces: [[UInt8]], _ body: (borrowing Model, RecordLocation) -> Void
  ) -> MappingError? {
    var parser = PushParser(mapping, framing: .document)
    return caught {
      for piece in pieces { try parser.feed(piece, body) }
      try parser.finish(body)
    }
  }

  /// Chunks of one size.
  func differences(size: Int) -> [String] {
    differences(cuts: Array(stride(from: size, to: document.count, by: size)))
  }
}
