// The same calls for callers who have a raw buffer, as `withUnsafeBytes` gives it.
//
// SAFETY: a buffer is valid during the call it is given to, and no call keeps it.

extension RecordDecoder {
  /// Reads a record and shows the instance to a closure.
  public func read<Result>(
    _ record: UnsafeRawBufferPointer, _ body: (borrowing Root) throws -> Result
  ) throws -> Result {
    unsafe try read(Span(_unsafeElements: record.assumingMemoryBound(to: UInt8.self)), body)
  }

  /// Reads a record and returns the model, which is then the caller's own.
  public func decode(_ record: UnsafeRawBufferPointer) throws(MappingError) -> Root {
    unsafe try decode(Span(_unsafeElements: record.assumingMemoryBound(to: UInt8.self)))
  }

  /// Reads a record into a model that there is.
  public func decode(_ record: UnsafeRawBufferPointer, into model: inout Root) throws(MappingError) {
    unsafe try decode(Span(_unsafeElements: record.assumingMemoryBound(to: UInt8.self)), into: &model)
  }
}

extension RecordDecoder where Root: AnyObject {
  /// Reads a record into an object.
  public func decode(_ record: UnsafeRawBufferPointer, into object: Root) throws(MappingError) {
    unsafe try decode(Span(_unsafeElements: record.assumingMemoryBound(to: UInt8.self)), into: object)
  }
}

extension RecordDecoder {
  /// Reads JSON Lines that are in memory.
  public func decodeLines(
    in text: UnsafeRawBufferPointer, onError: ErrorPolicy = .stop,
    _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    unsafe try decodeLines(
      in: Span(_unsafeElements: text.assumingMemoryBound(to: UInt8.self)), onError: onError, body)
  }
}

extension Mapping {
  /// Reads one record.
  public func decode(
    _ record: UnsafeRawBufferPointer, options: ReadingOptions = ReadingOptions()
  ) throws(MappingError) -> Root {
    unsafe try decode(Span(_unsafeElements: record.assumingMemoryBound(to: UInt8.self)), options: options)
  }
}

extension PushParser {
  /// Reads the next piece.
  public mutating func feed(
    _ piece: UnsafeRawBufferPointer, _ body: (borrowing Root, RecordLocation) throws -> Void
  ) throws {
    unsafe try feed(Span(_unsafeElements: piece.assumingMemoryBound(to: UInt8.self)), body)
  }
}

extension EventPushParser {
  /// Reads the next piece.
  public func feed(
    _ piece: UnsafeRawBufferPointer, onRecord: (RecordLocation) throws -> Void = { _ in }
  ) throws -> EventOutcome {
    unsafe try feed(Span(_unsafeElements: piece.assumingMemoryBound(to: UInt8.self)), onRecord: onRecord)
  }
}

extension EventParser {
  /// Parses one JSON text.
  public func parse(_ text: UnsafeRawBufferPointer) throws(MappingError) -> EventOutcome {
    unsafe try parse(Span(_unsafeElements: text.assumingMemoryBound(to: UInt8.self)))
  }
}
