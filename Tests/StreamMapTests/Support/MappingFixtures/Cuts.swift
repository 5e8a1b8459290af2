#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif
import Dispatch

/// A text in chunks, cut by a seed: byte by byte, at random, or in one chunk.
struct Cuts {
  let pieces: [ArraySlice<UInt8>]

  init(_ text: [UInt8], seed: UInt64) {
    var random = Seeded(state: seed)
    let sizes = [1, 3, 8, 64, 65, 200, 4_096, 65_536, 70_000, 262_144, Int.max]
    // A chunk costs about as much as a hundred bytes, so that few long texts are cut small.
    let size = sizes[Int(random.next() % UInt64(sizes.count))]
    let isEven = random.next() % 3 == 0
    let least = text.count > 20_000 ? text.count / 2_000 : 1
    var pieces: [ArraySlice<UInt8>] = []
    var start = 0
    while start < text.count {
      let step = isEven ? size : Int(truncatingIfNeeded: random.next() >> 1) % size + 1
      let end = start + min(max(step, least), text.count - start)
      pieces.append(text[start..<end])
      start = end
    }
    self.pieces = pieces
  }

  /// SplitMix64, as elsewhere in the tests.
  private struct Seeded {
    var state: UInt64

    mutating func next() -> UInt64 {
      state &+= 0x9E37_79B9_7F4A_7C15
      var word = state
      word = (word ^ (word >> 30)) &* 0xBF58_476D_1CE4_E5B9
      word = (word ^ (word >> 27)) &* 0x94D0_49BB_1331_11EB
      return word ^ (word >> 31)
    }
  }
}

/// A descriptor to which another thread writes chunk by chunk. On Linux a chunk is a packet, so that each read gives
/// one chunk.
final class CutFeed {
  struct Unavailable: Error {}

  let descriptor: Int32

  init(_ pieces: [ArraySlice<UInt8>]) throws {
    var ends: [Int32] = [-1, -1]
    #if os(Linux)
      let kind = Int32(SOCK_SEQPACKET.rawValue)
      let flags = Int32(MSG_NOSIGNAL)
    #else
      let kind = SOCK_STREAM
      let flags: Int32 = 0
    #endif
    guard unsafe socketpair(AF_UNIX, kind, 0, &ends) == 0 else { throw Unavailable() }
    descriptor = ends[0]
    let far = ends[1]
    #if canImport(Darwin)
      var on: Int32 = 1
      _ = unsafe setsockopt(far, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<Int32>.size))
    #endif
    DispatchQueue.global().async {
      // Data larger than one packet goes in several.
      writing: for piece in pieces {
        var rest = piece
        while !rest.isEmpty {
          let head = rest.prefix(100_000)
          // SAFETY: the buffer has `count` bytes.
          let sent = unsafe head.withUnsafeBytes { unsafe send(far, $0.baseAddress, $0.count, flags) }
          if sent <= 0 { break writing }
          rest = rest.dropFirst(sent)
        }
      }
      close(far)
    }
  }

  deinit {
    close(descriptor)
  }
}

/// A temporary file, deleted with its owner.
final class ScratchFile {
  struct Unwritable: Error {}

  let path: String

  init(_ bytes: [UInt8]) throws {
    var template = Array("/tmp/streammap-XXXXXX".utf8CString)
    // SAFETY: the template ends with a null and is written in place; each buffer has `count` bytes.
    let descriptor = unsafe mkstemp(&template)
    guard descriptor >= 0 else { throw Unwritable() }
    path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer { close(descriptor) }
    let written = unsafe bytes.withUnsafeBytes { unsafe write(descriptor, $0.baseAddress, $0.count) }
    guard written == bytes.count else { throw Unwritable() }
  }

  deinit {
    _ = unsafe unlink(path)
  }
}
