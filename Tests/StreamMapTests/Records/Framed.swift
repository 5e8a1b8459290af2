import Testing

@testable import StreamMap
@testable import TestSupport

/// Ways of reading framed records.
enum Framed {
  /// Chunks of these sizes.
  static func pushed(
    _ text: [UInt8], _ framing: Framing, limits: Limits = Limits(), engine: Engine = .automatic,
    sizes: (Int) -> Int
  ) throws -> Heard {
    let noted = Noted()
    var parser = PushParser(
      try Row.mapping(limits), framing: framing, options: ReadingOptions(engine: engine))
    parser.onError = .skip { error, bytes in noted.note(error, bytes) }
    var heard = Heard()
    var rest = text[...]
    func note(_ row: borrowing Row, _ place: RecordLocation) {
      heard.ids.append(row.id)
      heard.places.append(place)
    }
    while !rest.isEmpty {
      let size = min(sizes(rest.count), rest.count)
      try parser.feed(Array(rest.prefix(size)), note)
      rest = rest.dropFirst(size)
    }
    try parser.finish(note)
    heard.note(noted)
    return heard
  }

  /// The view of a file.
  static func read(
    _ text: [UInt8], _ framing: Framing, limits: Limits = Limits(), engine: Engine = .automatic
  )
    throws -> Heard
  {
    var lines = JSONLines(.bytes(text), as: try Row.mapping(limits))
    lines.framing = framing
    lines.options.engine = engine
    return try lines.heard()
  }

  /// The same into a `Decodable` type that has only the ids.
  static func decoded(_ text: [UInt8], _ framing: Framing) throws -> (ids: [Int], places: [RecordLocation]) {
    struct Identified: Decodable {
      var id: Int?
    }
    var lines = JSONLines(.bytes(text), decoding: Identified.self)
    lines.framing = framing
    lines.onError = .skip { _, _ in }
    var ids: [Int] = []
    var places: [RecordLocation] = []
    try lines.forEach { model, place in
      ids.append(model.id ?? -1)
      places.append(place)
    }
    return (ids, places)
  }

  /// An array at a path.
  static func array(_ path: String) throws -> Framing { try .array(at: RecordPath(path)) }
}

extension Heard {
  mutating func note(_ noted: Noted) {
    for (error, bytes) in noted.all {
      refusals.append(Verdict(error))
      errorPlaces.append([error.record, error.line, error.column])
      refused.append(String(decoding: bytes, as: UTF8.self))
    }
  }

  /// Notes a record, or its error, as reading it separately reports it.
  mutating func note(
    _ bytes: ArraySlice<UInt8>, in text: [UInt8], record: Int, by mapping: Mapping<Row>, limit: Int
  ) {
    let cut = bytes.prefix(limit + 1)
    if bytes.startIndex > 0, bytes.first == 0xEF {
      // No byte order mark here, because reading the record separately would accept it.
      refuse(limit > 0 ? .syntax : .recordLimit, bytes.startIndex, "$", in: text, record: record, cut)
      return
    }
    do {
      let line = Self.place(bytes.startIndex, in: text).line
      ids.append(try mapping.decode(Array(cut)).id)
      places.append(
        RecordLocation(record: record, line: line, byteOffset: bytes.startIndex, byteCount: bytes.count))
    } catch {
      refuse(
        error.kind, bytes.startIndex + (error.byteOffset ?? 0), error.path, in: text, record: record, cut)
    }
  }

  mutating func refuse(
    _ kind: MappingError.Kind, _ offset: Int, _ path: String, in text: [UInt8], record: Int?,
    _ bytes: ArraySlice<UInt8> = []
  ) {
    let (line, column) = Self.place(offset, in: text)
    refusals.append(Verdict(kind, offset, path))
    errorPlaces.append([record, line, column])
    refused.append(String(decoding: bytes, as: UTF8.self))
  }

  /// The line and the column of an offset, counted from the first byte.
  static func place(_ offset: Int, in text: [UInt8]) -> (line: Int, column: Int) {
    var line = 1
    var start = 0
    for index in 0..<min(offset, text.count) where text[index] == 0x0A {
      line += 1
      start = index + 1
    }
    return (line, offset - start + 1)
  }
}
