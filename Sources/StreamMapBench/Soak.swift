import Foundation
import StreamMap
import Synchronization

/// Maps records of the `events` workload through a pipe, `size` bytes in total, with a malformed record at the end.
///
/// The size can exceed memory and 32-bit offsets.
/// Fails if a record is lost, if the error is reported at a wrong offset, or if the peak resident memory exceeds the
/// bound.
struct Soak {
  let size: Int
  let seed: UInt64
  let progress: ProgressLine

  /// The bound of the peak resident memory of the process, which includes the generator.
  static let bound = 64 << 20

  /// The malformed record at the end, and the offset of the error in it.
  private static let malformed = Array("{\"id\": nil}\n".utf8)
  private static let errorIndex = 8

  func run() throws {
    let block = EventGenerator.lines(size: 4 << 20, seed: seed)
    let blockRecords = block.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
    let blocks = max(1, size / block.count)
    let pipe = Pipe()
    let writer = Thread {
      let output = pipe.fileHandleForWriting
      do {
        for _ in 0..<blocks { try output.write(contentsOf: block) }
        try output.write(contentsOf: Self.malformed)
        try output.close()
      } catch {
        // The reader has failed and reports the error.
      }
    }
    writer.start()

    let failures = Mutex<[MappingError]>([])
    var lines = JSONLines(.descriptor(pipe.fileHandleForReading.fileDescriptor), as: try Event.makeMapping())
    lines.onError = .skip { error, _ in failures.withLock { $0.append(error) } }
    lines.onProgress = { [progress, size] seen in
      progress.show("soak: \(seen.bytesRead / 1_000_000) of \(size / 1_000_000) MB")
    }
    var records = 0
    let clock = ContinuousClock()
    let time = try clock.measure { try lines.forEach { _, _ in records += 1 } }
    progress.clear()

    let bytes = blocks * block.count
    let peak = PeakMemory.processPeak()
    let speed = Double(bytes) / 1e6 / (time / .seconds(1))
    print(
      """
      \(records) records, \(decimal(Double(bytes) / 1e9, places: 2)) GB in \
      \(decimal(time / .seconds(1), places: 1)) s, \(decimal(speed, places: 0)) MB/s, full validation
      peak resident memory \(decimal(Double(peak) / 1e6, places: 1)) MB
      """)
    guard records == blocks * blockRecords else {
      throw Failure(description: "mapped \(records) of \(blocks * blockRecords) records")
    }
    let errors = failures.withLock { $0 }
    guard errors.count == 1, errors[0].byteOffset == bytes + Self.errorIndex else {
      throw Failure(description: "expected one error at byte \(bytes + Self.errorIndex), found \(errors)")
    }
    print(
      "malformed record at the end reported at byte \(bytes + Self.errorIndex), record \(errors[0].record ?? 0)"
    )
    guard peak <= Self.bound else {
      throw Failure(description: "peak resident memory exceeds \(Self.bound) bytes")
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
