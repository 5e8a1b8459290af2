import StreamMap

/// A mapping, and a type-erased way to write its models.
protocol MappingFixture: Sendable {
  var name: String { get }
  /// Whether it keeps undecoded values, so that every byte is checked under any validation.
  var checksEverything: Bool { get }
  /// Members that some of its records all have. Without them hardly any record would be complete.
  var vocabulary: [Vocabulary.Member]? { get }

  /// Reads a sample.
  ///
  /// - Parameter lender: Lends the bytes that are read in place.
  func trace(_ sample: Sample, _ way: RouteOptions, _ memory: any TestMemory) -> Trace

  /// Reads records by the index alone. Returns the number of those that it accepts, and the others that yajl accepts. None of
  /// both if the fixture reads them by other means.
  func readByIndex(_ records: [[UInt8]], _ options: ReadingOptions) -> (complete: Int, left: [[UInt8]])
}

extension MappingFixture {
  var vocabulary: [Vocabulary.Member]? { nil }

  func readByIndex(_ records: [[UInt8]], _ options: ReadingOptions) -> (complete: Int, left: [[UInt8]]) {
    (0, [])
  }
}

/// A subject with models of one type.
struct TypedMappingFixture<Root>: MappingFixture {
  let name: String
  let checksEverything: Bool
  let vocabulary: [Vocabulary.Member]?
  let mapping: Mapping<Root>
  let write: @Sendable (borrowing Root, inout Image) -> Void

  init(
    _ name: String, checksEverything: Bool = false, over vocabulary: [Vocabulary.Member]? = nil,
    _ mapping: Mapping<Root>,
    write: @escaping @Sendable (borrowing Root, inout Image) -> Void
  ) {
    self.name = name
    self.checksEverything = checksEverything
    self.vocabulary = vocabulary
    self.mapping = mapping
    self.write = write
  }

  func trace(_ sample: Sample, _ way: RouteOptions, _ memory: any TestMemory) -> Trace {
    let tape = Tape()
    do {
      switch way.route {
      case .lines: try readLines(sample.text, way, tape, memory)
      case .interrupted: try readInterrupted(sample.text, way, tape, memory)
      case .mixed: try readMixed(sample, way, tape, memory)
      case .records: try readRecords(sample.pieces, way, tape, memory)
      case .pushed: try push(sample.text, way, tape, memory)
      case .results: readResults(lines(JSONLines(.bytes(sample.text), as: mapping), way, tape), tape)
      case .bytes: try readAll(JSONLines(.bytes(sample.text), as: mapping), way, tape)
      case .path:
        let file = try ScratchFile(sample.text)
        try readAll(JSONLines(path: file.path, as: mapping), way, tape)
      case .descriptor:
        let feed = try CutFeed(Cuts(sample.text, seed: way.seed).pieces)
        try readAll(JSONLines(.descriptor(feed.descriptor), as: mapping), way, tape)
      }
    } catch {
      tape.note(thrown: error)
    }
    return tape.trace
  }

  private func note(_ root: borrowing Root, _ place: RecordLocation?, _ tape: Tape) {
    var image = Image()
    write(root, &image)
    tape.note(place) { $0.bytes.append(contentsOf: image.bytes) }
  }

  // MARK: Routes

  private func readLines(_ text: [UInt8], _ way: RouteOptions, _ tape: Tape, _ memory: any TestMemory) throws
  {
    let decoder = mapping.makeDecoder(way.options)
    try unsafe memory.withBytes(text[...]) { bytes in
      try unsafe decoder.decodeLines(in: bytes, onError: way.stops ? .stop : tape.policy) { root, place in
        note(root, place, tape)
      }
    }
  }

  private struct Interruption: Error {}

  private func readInterrupted(_ text: [UInt8], _ way: RouteOptions, _ tape: Tape, _ memory: any TestMemory)
    throws
  {
    let decoder = mapping.makeDecoder(way.options)
    let unheard = Tape()
    try unsafe memory.withBytes(text[...]) { bytes in
      var models = 0
      try? unsafe decoder.decodeLines(in: bytes, onError: way.stops ? .stop : unheard.policy) { _, _ in
        models += 1
        if models > Int(way.seed % 64) { throw Interruption() }
      }
      try unsafe decoder.decodeLines(in: bytes, onError: way.stops ? .stop : tape.policy) { root, place in
        note(root, place, tape)
      }
    }
  }

  private func readMixed(_ sample: Sample, _ way: RouteOptions, _ tape: Tape, _ memory: any TestMemory) throws
  {
    let decoder = mapping.makeDecoder(way.options)
    for piece in sample.pieces {
      unsafe memory.withBytes(piece[...]) { bytes in try? unsafe decoder.read(bytes) { _ in } }
    }
    try unsafe memory.withBytes(sample.text[...]) { bytes in
      try unsafe decoder.decodeLines(in: bytes, onError: way.stops ? .stop : tape.policy) { root, place in
        note(root, place, tape)
      }
    }
  }

  /// One decoder for all records. Every third model is kept by the test.
  private func readRecords(_ pieces: [[UInt8]], _ way: RouteOptions, _ tape: Tape, _ memory: any TestMemory)
    throws
  {
    let decoder = mapping.makeDecoder(way.options)
    for (index, piece) in pieces.enumerated() {
      do {
        try unsafe memory.withBytes(piece[...]) { bytes in
          if index % 3 == 2 {
            note(try unsafe decoder.decode(bytes), nil, tape)
          } else {
            try unsafe decoder.read(bytes) { root in note(root, nil, tape) }
          }
        }
      } catch {
        tape.note(thrown: error)
        if way.stops { return }
      }
    }
  }

  private func push(_ text: [UInt8], _ way: RouteOptions, _ tape: Tape, _ memory: any TestMemory) throws {
    var parser = PushParser(mapping, options: way.options)
    if !way.stops { parser.onError = tape.policy }
    for piece in Cuts(text, seed: way.seed).pieces {
      try unsafe memory.withBytes(piece) { bytes in
        try unsafe parser.feed(bytes) { root, place in note(root, place, tape) }
      }
    }
    try parser.finish { root, place in note(root, place, tape) }
  }

  private func lines(_ lines: JSONLines<Root>, _ way: RouteOptions, _ tape: Tape) -> JSONLines<Root> {
    var lines = lines
    lines.options = way.options
    if !way.stops { lines.onError = tape.policy }
    return lines
  }

  private func readAll(_ lines: JSONLines<Root>, _ way: RouteOptions, _ tape: Tape) throws {
    try self.lines(lines, way, tape).forEach { root, place in note(root, place, tape) }
  }

  private func readResults(_ lines: JSONLines<Root>, _ tape: Tape) {
    for result in lines.results {
      switch result {
      case .success(let root): note(root, nil, tape)
      case .failure(let error): tape.note(thrown: error)
      }
    }
  }
}

extension TypedMappingFixture where Root: Imaged {
  init(
    _ name: String, checksEverything: Bool = false, over vocabulary: [Vocabulary.Member]? = nil,
    _ mapping: Mapping<Root>
  ) {
    self.init(name, checksEverything: checksEverything, over: vocabulary, mapping) { $0.write(to: &$1) }
  }
}
