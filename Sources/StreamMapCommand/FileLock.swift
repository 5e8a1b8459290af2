// A lock file for something that only one run at a time may use. The file holds the
// process ID. It is neither renamed nor removed, because a lock belongs to an open file:
// two runs that open different files of the same name would both get the lock.

import StreamMap

final class FileLock {
  /// Whether the lock was taken. False if the file system does not support locks.
  let isHeld: Bool
  private let descriptor: Int32

  /// Takes the lock, and writes the process ID into the file.
  ///
  /// Throws `FileFailure`, also if another run has the lock. The message names the use and the alternative.
  ///
  /// - Parameters:
  ///   - use: what the run that has the lock does.
  ///   - other: what to do instead.
  init(_ path: FilePath, use: String, otherwise other: String) throws(FileFailure) {
    let outcome: System.LockOutcome
    do throws(SystemCode) {
      (descriptor, outcome) = try Self.open(path)
    } catch {
      throw FileFailure(name: path.description, code: error)
    }
    isHeld = outcome == .taken
    // All properties are set, so `deinit` closes the descriptor from here on.
    if outcome == .held {
      throw FileFailure(
        name: path.description, reason: Self.rejection(Self.holder(in: descriptor), use, other))
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
        name: path.description, reason: "it is not a lock file: \(other)")
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
    System.unlock(descriptor)
    try? System.close(descriptor)
  }

  /// Returns the message for a file that another run has locked.
  static func rejection(_ process: Int?, _ use: String, _ other: String) -> String {
    "another run\(process.map { " (process \($0))" } ?? "") is \(use); wait until it ends, or \(other)"
  }

  /// Whether a file is empty or holds only a number, possibly with zero bytes after a disk failure. Any other file is
  /// not a lock file, such as the Cargo.lock beside a checkpoint called Cargo.
  private static func isLock(_ descriptor: Int32) throws(SystemCode) -> Bool {
    let bytes = try System.contents(of: descriptor, atMost: 32)
    return bytes.count < 32 && bytes.allSatisfy { $0 == 0 || $0 == 10 || (48...57).contains($0) }
  }

  /// Returns the process ID in the file. Retries until that process exists, because a run writes its ID after it takes
  /// the lock.
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
