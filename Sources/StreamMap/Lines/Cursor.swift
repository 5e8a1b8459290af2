/// Reads one record after another into one reused instance.
///
/// It owns the instance, the machine that fills it and a yajl handle; once its buffers
/// have grown, a record costs no allocation but those of its own long strings. Not to
/// be used from two threads at once.
public final class Cursor<Root> {
  let source: YajlSource
  let mapping: Mapping<Root>

  /// A cursor for a mapping.
  ///
  /// - Parameter limits: what one record may cost; the mapping's if nil.
  public init(_ mapping: Mapping<Root>, limits: Limits? = nil) {
    self.mapping = mapping
    source = YajlSource(mapping.program, limits: limits ?? mapping.limits)
  }

  /// The instance that the last record filled.
  ///
  /// SAFETY: scope 0's instance is a `Root`, made by this mapping's own operations.
  var instance: UnsafeMutablePointer<Root> {
    unsafe source.context.pointee.machine.scopes[0].instance.assumingMemoryBound(to: Root.self)
  }

  /// Reads a record and shows the instance to a closure.
  ///
  /// - Parameters:
  ///   - record: one JSON text; white space around it, and a byte order mark before it,
  ///     are passed over.
  ///   - body: gets the instance, which the next record overwrites.
  /// - Throws: ``MappingError``, or what the closure throws.
  /// - Complexity: O(n) in the length of the record.
  public func read<Result>(
    _ record: UnsafeRawBufferPointer, _ body: (borrowing Root) throws -> Result
  ) throws -> Result {
    unsafe try fill(record)
    return unsafe try Memory.borrow(instance, body)
  }

  /// Reads a record and shows the instance to a closure.
  public func read<Result>(
    _ record: Span<UInt8>, _ body: (borrowing Root) throws -> Result
  ) throws -> Result {
    unsafe try record.withUnsafeBufferPointer { unsafe try read(UnsafeRawBufferPointer($0), body) }
  }

  /// Reads a record and returns the model, which is then the caller's own.
  ///
  /// - Throws: ``MappingError``.
  public func decode(_ record: UnsafeRawBufferPointer) throws(MappingError) -> Root {
    unsafe try fill(record)
    return take()
  }

  private func fill(_ record: UnsafeRawBufferPointer) throws(MappingError) {
    let bytes = unsafe record.assumingMemoryBound(to: UInt8.self)
    switch unsafe source.read(bytes, allowsByteOrderMark: true) {
    case .complete, .stopped: attach()
    case .failed(let failure): throw unsafe failure.error(in: bytes)
    }
  }

  /// Hands the instance's value over; the next record begins with a new one.
  func take() -> Root {
    let root = unsafe instance.pointee
    unsafe source.context.pointee.machine.renew(0)
    return root
  }

  /// Shows the instance the values that are kept outside it.
  @inline(__always)
  func attach() {
    guard let attach = unsafe mapping.description.instance.attach else { return }
    let machine = unsafe source.context.pointee.machine
    unsafe machine.arena.withUnsafeBufferPointer { unsafe attach(machine.scopes[0].instance, $0) }
  }
}

extension RecordFailure {
  /// The error in a record that is an input of its own.
  func error(in bytes: UnsafeBufferPointer<UInt8>) -> MappingError {
    let before = unsafe bytes.prefix(offset)
    let line = unsafe 1 + before.reduce(0) { $0 + ($1 == ASCII.lineFeed ? 1 : 0) }
    let lineStart = unsafe before.lastIndex(of: ASCII.lineFeed).map { $0 + 1 } ?? 0
    return error(record: 1, line: line, recordOffset: 0, lineStart: lineStart)
  }
}
