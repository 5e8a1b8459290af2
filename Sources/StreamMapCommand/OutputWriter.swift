// A buffered writer to a descriptor. Invariant: the written bytes followed by `buffer`
// are the appended bytes. A failed flush leaves the unwritten bytes in `buffer`.

import StreamMap

final class OutputWriter {
  /// Writes some of the bytes, as write(2) does.
  typealias Call = (Span<UInt8>) -> Result<Int, SystemCode>

  /// The name in messages.
  let name: String
  private let descriptor: Int32
  private let call: Call
  private let capacity: Int
  /// Whether the run ends well if the reader closes the pipe.
  private let isStandardOutput: Bool
  private var buffer: [UInt8] = []
  /// The length of the output: the kept and the appended bytes.
  private(set) var count = 0

  /// - Parameter call: replaces write(2) in tests.
  init(
    descriptor: Int32, name: String, isStandardOutput: Bool = false, capacity: Int = 64 << 10, kept: Int = 0,
    call: Call? = nil
  ) {
    count = kept
    self.isStandardOutput = isStandardOutput
    self.descriptor = descriptor
    self.name = name
    self.capacity = capacity
    self.call = call ?? { System.write(descriptor, $0) }
    buffer.reserveCapacity(capacity + capacity / 4)
  }

  /// Whether all appended bytes have been written.
  var isEmpty: Bool { buffer.isEmpty }

  /// Calls `body` to append to the buffer, and writes the buffer if it is full.
  ///
  /// Throws `FileFailure`, or `OutputClosed` if the reader closed standard output.
  func append(_ body: (inout [UInt8]) -> Void) throws {
    let before = buffer.count
    body(&buffer)
    count += buffer.count - before
    if buffer.count >= capacity { try flush() }
  }

  /// Appends bytes. If they fill the buffer, they are written without a copy.
  func append(_ bytes: Span<UInt8>) throws {
    guard bytes.count >= capacity else {
      buffer.append(bytes)
      count += bytes.count
      if buffer.count >= capacity { try flush() }
      return
    }
    try flush()
    count += bytes.count
    var written = 0
    // Unwritten bytes are kept.
    defer { if written < bytes.count { buffer.append(bytes.extracting(written...)) } }
    try write(bytes, &written)
  }

  func append(_ bytes: [UInt8]) throws { try append(bytes.span) }

  func append(_ text: String) throws {
    try append { $0.append(contentsOf: text.utf8) }
  }

  /// Writes all buffered bytes.
  func flush() throws {
    var written = 0
    defer { buffer.removeFirst(written) }
    try write(buffer.span, &written)
  }

  /// Writes all bytes. `written` is the number of written bytes, also if it throws.
  private func write(_ bytes: Span<UInt8>, _ written: inout Int) throws {
    while written < bytes.count {
      switch call(bytes.extracting(written...)) {
      case .success(let count): written += count
      case .failure(.interrupted): continue
      case .failure(.wouldBlock): System.waitUntilWritable(descriptor)
      case .failure(.brokenPipe) where isStandardOutput: throw OutputClosed()
      case .failure(.brokenPipe):
        throw FileFailure(name: name, reason: "its reader closed it before everything was written")
      case .failure(let code): throw FileFailure(name: name, code: code)
      }
    }
  }
}
