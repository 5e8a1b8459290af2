import CStructure
import Foundation

/// The machine, and the date.
enum Machine {
  static var name: String {
    let cores = ProcessInfo.processInfo.activeProcessorCount
    return "\(processor ?? "unknown processor"), \(cores) cores, \(system) \(architecture), kernel \(kernel)"
  }

  /// The kernel of the structural index.
  private static var kernel: String {
    // SAFETY: a kernel and its name are constants in C.
    unsafe String(cString: streammap_kernel_best().pointee.name)
  }

  private static var processor: String? {
    let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8)
    let line = text?.split(separator: "\n").first { $0.hasPrefix("model name") }
    return line?.split(separator: ":").last.map { $0.trimmingCharacters(in: .whitespaces) }
  }

  private static var system: String {
    #if os(Linux)
      "Linux"
    #else
      "Darwin"
    #endif
  }

  private static var architecture: String {
    #if arch(x86_64)
      "x86_64"
    #elseif arch(arm64)
      "arm64"
    #else
      "unknown architecture"
    #endif
  }

  /// The current day in UTC, such as `2026-11-21`.
  static var date: String {
    String(Date().ISO8601Format().prefix(10))
  }
}
