import CAllocationCounter
import Foundation

/// The growth of the peak resident memory of the process.
///
/// Linux can reset the peak (`proc_pid_clear_refs(5)`, value 5), so that each contender has a separate peak. Elsewhere
/// the peak is that since the start of the process, and a contender that needs less than an earlier one shows no
/// growth.
struct PeakMemory {
  private let start: Int

  /// Resets the peak and starts to measure.
  init() {
    // Memory that an earlier contender freed would otherwise be reused without growth.
    allocation_counter_give_back_freed_memory()
    let wasReset = Self.reset()
    start = (wasReset ? Self.status("VmRSS:") : nil) ?? Self.processPeak()
  }

  /// Returns the growth of the peak in bytes.
  func growth() -> Int {
    max(Self.processPeak() - start, 0)
  }

  private static func reset() -> Bool {
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return false }
    return (try? file.write(contentsOf: Data("5".utf8))) != nil
  }

  /// Returns the peak since the start of the process, or since the last reset.
  static func processPeak() -> Int {
    if let peak = status("VmHWM:") { return peak }
    var usage = rusage()
    #if canImport(Glibc)
      // SAFETY: getrusage fills the structure.
      _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss << 10
    #else
      _ = unsafe getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }

  /// Returns the value of a line of `/proc/self/status` in bytes.
  private static func status(_ name: String) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let number = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first,
      let kibibytes = Int(number)
    else { return nil }
    return kibibytes << 10
  }
}
