// A buffer before a descriptor. Holds the bytes not yet written, in order.
// Invariant: what was written, followed by `buffer`, is what was appended; a
// failed flush leaves in `buffer` exactly what did not go out.

final class OutputWriter {
  /// Writes some of the bytes, as write(2) does.
  typealias Call = (ArraySlice<UInt8>) -> Result<Int, SystemCode>

  /// How messages name it.
  let name: String
  private let descriptor: Int32
  private let call: Call
  private let capacity: Int
  private var buffer: [UInt8] = []
  /// How many bytes have been appended, and are not lost.
  private(set) var count = 0

  /// `call` stands in for write(2) in tests.
  init(descriptor: Int32, name: String, capacity: Int = 64 << 10, kept: Int = 0, call: Call? = nil) {
    count = kept
    self.descriptor = descriptor
    self.name = name
    self.capacity = capacity
    self.call = call ?? { System.write(descriptor, $0) }
    buffer.reserveCapacity(capacity + capacity / 4)
  }

  /// Whether all appended bytes have been written.
  var isEmpty: Bool { buffer.isEmpty }

  /// Lets `body` append to the buffer, and writes when it is full.
  ///
  /// Throws `FileFailure`, or `OutputClosed` when the reader has gone away.
  func append(_ body: (inout [UInt8]) -> Void) throws {
    let before = buffer.count
    body(&buffer)
    count += buffer.count - before
    if buffer.count >= capacity { try flush() }
  }

  /// Appends bytes; many are written from where they are.
  func append(_ bytes: [UInt8]) throws {
    guard bytes.count >= capacity else { return try append { $0 += bytes } }
    try flush()
    count += bytes.count
    var written = 0
    // What did not go out is not lost.
    defer { if written < bytes.count { buffer += bytes[written...] } }
    try write(bytes, &written)
  }

  func append(_ text: String) throws {
    try append { $0.append(contentsOf: text.utf8) }
  }

  /// Writes all that is buffered.
  func flush() throws {
    var written = 0
    defer { buffer.removeFirst(written) }
    try write(buffer, &written)
  }

  /// Writes all bytes, and says how many went out, also if it throws.
  private func write(_ bytes: [UInt8], _ written: inout Int) throws {
    while written < bytes.count {
      switch call(bytes[written...]) {
      case .success(let count): written += count
      case .failure(.interrupted): continue
      case .failure(.wouldBlock): System.waitUntilWritable(descriptor)
      case .failure(.brokenPipe): throw OutputClosed()
      case .failure(let code): throw FileFailure(name: name, code: code)
      }
    }
  }
}
