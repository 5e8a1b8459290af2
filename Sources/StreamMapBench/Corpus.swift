// State: the bytes of one workload and where its records are, which never change, and the files of the same
// bytes, plain and compressed, once somebody asked for them.

import Foundation

/// JSON Lines in memory. The records are found before any clock starts, so that a contender which takes
/// one record at a time is not charged for finding it.
final class Corpus {
  let bytes: [UInt8]
  /// Half-open ranges of bytes: each record without its line ending. Blank lines are no records.
  private let records: [Range<Int>]

  private var file: CorpusFile?
  private var compressedFile: CorpusFile?

  /// - Parameter path: Where the bytes came from, if it was a file.
  init(bytes: [UInt8], path: String? = nil) {
    self.bytes = bytes
    file = path.map(CorpusFile.init(path:))
    records = Self.findRecords(bytes)
  }

  /// The bytes of a file.
  convenience init(path: String) throws {
    let file = try Data(contentsOf: URL(fileURLWithPath: path), options: .mappedIfSafe)
    // SAFETY: the buffer has as many bytes as the file, and all of them are written.
    let bytes = unsafe [UInt8](
      unsafeUninitializedCapacity: file.count
    ) { buffer, count in
      unsafe Self.askForLargePages(UnsafeMutableRawBufferPointer(buffer))
      count = unsafe file.copyBytes(to: buffer)
    }
    self.init(bytes: bytes, path: path)
  }

  /// Rivals outside Swift have their bytes in large pages, where the system has them.
  private static func askForLargePages(_ buffer: UnsafeMutableRawBufferPointer) {
    #if os(Linux)
      guard let start = buffer.baseAddress else { return }
      let page = 1 << 12
      let first = unsafe start.alignedUp(toMultipleOf: page)
      let count = unsafe buffer.count - (first - start)
      // SAFETY: advice changes no byte; the range is within the buffer.
      if count > page { _ = unsafe madvise(first, count / page * page, MADV_HUGEPAGE) }
    #endif
  }

  var count: Int { records.count }

  /// A file of the same bytes, for contenders that open and read one. It is made when it is first asked for,
  /// which is in the warm-up, and goes with the corpus.
  func path() throws -> String {
    if let file { return file.path }
    let made = try CorpusFile(temporary: bytes)
    file = made
    return made.path
  }

  /// A file of the same bytes, compressed by gzip's default level, as ``path()`` is made.
  func compressedPath() throws -> String {
    if let compressedFile { return compressedFile.path }
    let made = try CorpusFile(temporary: Gzip.compressed(bytes))
    compressedFile = made
    return made.path
  }

  /// Calls `body` with each record in turn; the bytes are valid for the call.
  @inline(__always)
  func forEachRecord(_ body: (UnsafeRawBufferPointer) throws -> Void) throws {
    var number = 0
    do {
      // SAFETY: every range lies within the bytes.
      try unsafe bytes.withUnsafeBytes { all in
        for range in records {
          number += 1
          try unsafe body(UnsafeRawBufferPointer(rebasing: all[range]))
        }
      }
    } catch {
      throw RecordFailure(record: number, reason: error)
    }
  }

  private static func findRecords(_ bytes: [UInt8]) -> [Range<Int>] {
    var records: [Range<Int>] = []
    let mark: [UInt8] = [0xEF, 0xBB, 0xBF]
    var start = bytes.starts(with: mark) ? mark.count : 0
    while start < bytes.count {
      let end = bytes[start...].firstIndex(of: UInt8(ascii: "\n")) ?? bytes.count
      if !bytes[start..<end].allSatisfy({ $0 == 0x20 || $0 == 0x09 || $0 == 0x0D }) {
        records.append(start..<end)
      }
      start = end + 1
    }
    return records
  }
}

/// What went wrong in which record of a workload.
struct RecordFailure: Error, CustomStringConvertible {
  /// Counted from 1, blank lines left out.
  let record: Int
  let reason: any Error

  var description: String { "record \(record): \(reason)" }
}
