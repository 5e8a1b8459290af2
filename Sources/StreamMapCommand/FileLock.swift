// A file that stands for something that one run at a time may use. It holds the
// number of the process, and is neither renamed nor removed: a lock is of an open
// file, and two runs that open different files of one name would both have it.

import StreamMap

final class FileLock {
  /// Whether the lock was taken. The file system may have none.
  let isHeld: Bool
  private let descriptor: Int32

  /// Takes the lock, and writes the number of the process into the file.
  ///
  /// Throws `FileFailure`, also when another run has the lock: it says what that run does, and what to do then.
  ///
  /// - Parameters:
  ///   - use: what another run does that has the lock.
  ///   - other: what to do instead.
  init(_ path: FilePath, use: String, otherwise other: String) throws(FileFailure) {
    let outcome: System.LockOutcome
    do throws(SystemCode) {
      (descriptor, outcome) = try Self.open(path)
    } catch {
      throw FileFailure(name: path.description, code: error)
    }
    isHeld = outcome == .taken
    // From here on, the descriptor is closed with the instance.
    if outcome == .held {
      throw FileFailure(name: path.description, reason: Self.refusal(Self.holder(in: descriptor), use, other))
    }
    let isLock: Bool
    do throws(SystemCode) {
      isLock = try Self.isLock(descriptor)
      if isLock {
        try System.truncate(descriptor)
        try System.writeAll(descriptor, Array("\(System.processNumber)\n".utf8))
      }
    } catch {
      throw FileFailure(name: path.description, code: error)
    }
    guard isLock else {
      throw FileFailure(
        name: path.description, reason: "it is another file than the lock that has to be there: \(other)")
    }
  }

  private static func open(_ path: FilePath) throws(SystemCode) -> (Int32, System.LockOutcome) {
    let descriptor = try System.openForUpdating(path)
    do throws(SystemCode) {
      return (descriptor, try System.lock(descriptor))
    } catch {
      try? System.close(descriptor)
      throw error
    }
  }

  deinit {
    try? System.close(descriptor)
  }

  /// The message for a file that another run has.
  static func refusal(_ process: Int?, _ use: String, _ other: String) -> String {
    "another run\(process.map { " (process \($0))" } ?? "") is \(use); wait until it ends, or \(other)"
  }

  /// Whether a file has nothing but a number, or nothing, or what is left of a number on a disk that failed. Any other
  /// is somebody's, such as the Cargo.lock of a checkpoint that is called Cargo.
  private static func isLock(_ descriptor: Int32) throws(SystemCode) -> Bool {
    let bytes = try System.contents(of: descriptor, atMost: 32)
    return bytes.count < 32 && bytes.allSatisfy { $0 == 0 || $0 == 10 || (48...57).contains($0) }
  }

  /// The number in the file, once it is that of a process: one that has just taken the lock may not have written it yet.
  private static func holder(in descriptor: Int32) -> Int? {
    var number: Int?
    for attempt in 0..<20 {
      if attempt > 0 { System.pause(milliseconds: 10) }
      try? System.seek(descriptor, to: 0)
      let text = (try? System.contents(of: descriptor)).map { String(decoding: $0, as: UTF8.self) } ?? ""
      number = text.split(separator: "\n").first.flatMap { Int($0) }
      if let number, System.isRunning(number) { break }
    }
    return number
  }
}
