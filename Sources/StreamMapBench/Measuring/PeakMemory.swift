import CAllocationCounter
import Foundation

/// Growth of the process's peak resident memory.
///
/// Linux lets a process set its peak back (`proc_pid_clear_refs(5)`, value 5), so that each contender has a
/// peak of its own. Where it does not, the peak since the start of the process counts, and a contender after
/// a greedier one shows no growth.
struct PeakMemory {
  private let start: Int

  /// Starts to watch.
  init() {
    // Memory that an earlier contender freed must not serve this one unseen.
    allocation_counter_give_back_freed_memory()
    let wasReset = Self.reset()
    start = (wasReset ? Self.status("VmRSS:") : nil) ?? Self.processPeak()
  }

  /// Bytes by which the peak has grown.
  func growth() -> Int {
    max(Self.processPeak() - start, 0)
  }

  private static func reset() -> Bool {
    guard let file = FileHandle(forWritingAtPath: "/proc/self/clear_refs") else { return false }
    return (try? file.write(contentsOf: Data("5".utf8))) != nil
  }

  /// The peak since the start of the process, or since it was set back.
  static func processPeak() -> Int {
    if let peak = status("VmHWM:") { return peak }
    var usage = rusage()
    #if canImport(Glibc)
      // SAFETY: the system fills the structure it is given.
      _ = unsafe getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
      return usage.ru_maxrss << 10
    #else
      _ = unsafe getrusage(RUSAGE_SELF, &usage)
      return usage.ru_maxrss
    #endif
  }

  /// A line of `/proc/self/status`, in bytes.
  private static func status(_ name: String) -> Int? {
    guard let text = try? String(contentsOfFile: "/proc/self/status", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix(name) }),
      let number = line.split(whereSeparator: { $0 == " " || $0 == "\t" }).dropFirst().first,
      let kibibytes = Int(number)
    else { return nil }
    return kibibytes << 10
  }
}
