import Foundation
import StreamMap
import Synchronization

/// Maps more than memory or 32 bits can hold, through a pipe: records of the `events`
/// workload over and over, a bad one at the very end.
///
/// It fails if a record is lost, if the error is not told at its true offset, or if the
/// peak of resident memory is above the promise.
struct Soak {
  let size: Int
  let seed: UInt64
  let progress: ProgressLine

  /// What the whole process may hold, this program and its generator included.
  static let promise = 64 << 20

  /// The record at the end, and where in it the error is.
  private static let bad = Array("{\"id\": nil}\n".utf8)
  private static let badIndex = 8

  func run() throws {
    let block = EventGenerator.lines(size: 4 << 20, seed: seed)
    let blockRecords = block.reduce(0) { $0 + ($1 == 0x0A ? 1 : 0) }
    let blocks = max(1, size / block.count)
    let pipe = Pipe()
    let writer = Thread {
      let output = pipe.fileHandleForWriting
      do {
        for _ in 0..<blocks { try output.write(contentsOf: block) }
        try output.write(contentsOf: Self.bad)
        try output.close()
      } catch {
        // The reader is gone, and says why.
      }
    }
    writer.start()

    let failures = Mutex<[MappingError]>([])
    var lines = JSONLines(descriptor: pipe.fileHandleForReading.fileDescriptor, as: try Event.makeMapping())
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
      \(decimal(time / .seconds(1), places: 1)) s: \(decimal(speed, places: 0)) MB/s, full validation
      peak resident memory \(decimal(Double(peak) / 1e6, places: 1)) MB
      """)
    guard records == blocks * blockRecords else {
      throw Failure(description: "\(blocks * blockRecords) records were written, \(records) were mapped")
    }
    let errors = failures.withLock { $0 }
    guard errors.count == 1, errors[0].byteOffset == bytes + Self.badIndex else {
      throw Failure(description: "the bad byte is at \(bytes + Self.badIndex), told were \(errors)")
    }
    print(
      "the bad record at the end was told at byte \(bytes + Self.badIndex), record \(errors[0].record ?? 0)")
    guard peak <= Self.promise else {
      throw Failure(description: "the peak is above \(Self.promise) bytes")
    }
  }

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }
}
