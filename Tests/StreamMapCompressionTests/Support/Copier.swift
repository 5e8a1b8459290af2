import Foundation
import StreamMap

/// A test compression that only repeats: after 0xFE each byte is output `factor` times.
struct Copier: Decompressor {
  let factor: Int
  /// The bytes output so far.
  let given: Seen
  private var repeats = 0

  static func decompression(_ factor: Int, threads: Seen = Seen(), given: Seen = Seen()) -> Decompression {
    Decompression("copy", magicNumbers: [[0xFE]]) {
      threads.add(currentThread())
      return Copier(factor: factor, given: given)
    }
  }

  init(factor: Int, given: Seen) {
    self.factor = factor
    self.given = given
  }

  mutating func decompress(
    _ input: Span<UInt8>, into output: inout OutputSpan<UInt8>
  ) throws(DecompressionFailure) -> (consumed: Int, endsMember: Bool) {
    let before = output.count
    defer { given.add(output.count - before) }
    var index = 0
    while index < input.count {
      if input[index] == 0xFD { throw .damaged("a byte that it does not like", offset: 99) }
      while input[index] != 0xFE, repeats < factor {
        if output.isFull { return (consumed: index, endsMember: false) }
        output.append(input[index])
        repeats += 1
      }
      repeats = 0
      index += 1
    }
    return (consumed: index, endsMember: false)
  }

  mutating func finish() throws(DecompressionFailure) {}
}

/// The system's number for the calling thread.
func currentThread() -> Int {
  let link = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/thread-self")
  return link.flatMap { $0.split(separator: "/").last }.flatMap { Int($0) } ?? 0
}
