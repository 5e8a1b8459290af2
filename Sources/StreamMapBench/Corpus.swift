// State: the bytes of one workload and the ranges of its records, which do not change; a copy of each record, and two
// files of the same bytes, plain and compressed, each created at its first use.

import Foundation

/// JSON Lines in memory. The records are found in advance, so that the time of a contender that takes one record at a
/// time does not include the search.
final class Corpus {
  let bytes: [UInt8]
  /// The byte range of each record without its line feed. Blank lines are not records.
  private let records: [Range<Int>]

  /// A copy of each record, as bytes that a coder of one document takes.
  private lazy var documents = records.map { Data(bytes[$0]) }

  private var file: CorpusFile?
  private var compressedFile: CorpusFile?

  /// - Parameter path: The file that contains the bytes, if any.
  init(bytes: [UInt8], path: String? = nil) {
    self.bytes = bytes
    file = path.map(CorpusFile.init(path:))
    records = Self.findRecords(bytes)
  }

  /// Reads the bytes of a file.
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

  /// Requests large pages, as the contenders outside Swift do.
  private static func askForLargePages(_ buffer: UnsafeMutableRawBufferPointer) {
    #if os(Linux)
      guard let start = buffer.baseAddress else { return }
      let page = 1 << 12
      let first = unsafe start.alignedUp(toMultipleOf: page)
      let count = unsafe buffer.count - (first - start)
      // SAFETY: madvise changes no byte; the range is within the buffer.
      if count > page { _ = unsafe madvise(first, count / page * page, MADV_HUGEPAGE) }
    #endif
  }

  var count: Int { records.count }

  /// The path of a file of the same bytes, for contenders that read a file. It is created at the first call, which is
  /// in the warm-up, and removed with the corpus.
  func path() throws -> String {
    if let file { return file.path }
    let made = try CorpusFile(temporary: bytes)
    file = made
    return made.path
  }

  /// The path of a gzip file of the same bytes, created like that of ``path()``.
  func compressedPath() throws -> String {
    if let compressedFile { return compressedFile.path }
    let made = try CorpusFile(temporary: Gzip.compressed(bytes))
    compressedFile = made
    return made.path
  }

  /// Calls `body` with each record. The bytes are valid during the call.
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

  /// Calls `body` with each record as a separate document. The copies are made at the first call, which is in the
  /// warm-up.
  @inline(__always)
  func forEachDocument(_ body: (Data) throws -> Void) throws {
    var number = 0
    do {
      for document in documents {
        number += 1
        try body(document)
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

/// An error, and the number of the record.
struct RecordFailure: Error, CustomStringConvertible {
  /// Counted from 1, without blank lines.
  let record: Int
  let reason: any Error

  var description: String { "record \(record): \(reason)" }
}
