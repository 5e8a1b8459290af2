import Dispatch
import Foundation
import Testing

@testable import StreamMap

/// A descriptor that gives one chunk per read, because messages of a socket are never joined.
final class PieceSocket: Sendable {
  let descriptor: Int32

  init(_ pieces: [ArraySlice<UInt8>]) throws {
    var ends: [Int32] = [-1, -1]
    try #require(unsafe socketpair(AF_UNIX, Int32(SOCK_SEQPACKET.rawValue), 0, &ends) == 0)
    descriptor = ends[0]
    let far = ends[1]
    let written = pieces.filter { !$0.isEmpty }
    DispatchQueue.global().async {
      for piece in written {
        // SAFETY: the buffer has `count` bytes. The reader may have closed its end.
        _ = unsafe piece.withUnsafeBytes { unsafe send(far, $0.baseAddress, $0.count, Int32(MSG_NOSIGNAL)) }
      }
      close(far)
    }
  }

  deinit {
    close(descriptor)
  }
}

/// All results of an input, to its end.
struct Outcome: Equatable, CustomStringConvertible {
  var bytes: [UInt8] = []
  var kind: MappingError.Kind?
  var offset: Int?
  var message: String?

  /// Reads a source in blocks of a size.
  init(_ source: ByteSource, blockSize: Int = 100_000) {
    var block = [UInt8](repeating: 0, count: blockSize)
    do throws(MappingError) {
      while true {
        let count = try source.read(into: &block)
        if count == 0 { break }
        bytes += block[..<count]
      }
    } catch {
      kind = error.kind
      offset = error.byteOffset
      message = error.message
    }
  }

  /// From bytes in memory.
  init(_ bytes: [UInt8], _ decompression: Decompression, blockSize: Int = 100_000) {
    self.init(ByteSource(ByteSource(bytes), decompressing: decompression), blockSize: blockSize)
  }

  /// From a descriptor that gives these chunks, one per read.
  init(pieces: [ArraySlice<UInt8>], _ decompression: Decompression) throws {
    let socket = try PieceSocket(pieces)
    self.init(ByteSource(ByteSource(OpenFile(descriptor: socket.descriptor)), decompressing: decompression))
    // The messages differ in the name.
    message = message?.replacingOccurrences(of: "descriptor \(socket.descriptor)", with: "memory")
  }

  /// Byte by byte.
  init(byteByByte bytes: [UInt8], _ decompression: Decompression) throws {
    try self.init(pieces: bytes.indices.map { bytes[$0...$0] }, decompression)
  }

  var description: String {
    "\(bytes.count) bytes, then \(kind.map { "\($0) at \(offset ?? -1): \(message ?? "")" } ?? "the end")"
  }
}
