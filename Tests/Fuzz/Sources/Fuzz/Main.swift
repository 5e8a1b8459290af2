import CFuzzer
import StreamMap

/// Passes the input to the target that has the program's name, as OSS-Fuzz calls it, or to the one in the first argument. All
/// other arguments are libFuzzer's.
@main
enum Main {
  static func main() {
    var arguments = CommandLine.arguments
    let name = String(arguments[0].split(separator: "/").last ?? "")
    if let target = FuzzTarget(rawValue: name) {
      unsafe chosen = target
    } else if arguments.count > 1, let target = FuzzTarget(rawValue: arguments.remove(at: 1)) {
      unsafe chosen = target
    } else {
      fatalError("name one of \(FuzzTarget.allCases.map(\.rawValue)) first")
    }
    // SAFETY: libFuzzer keeps the pointers for as long as the process runs, so that nothing is freed.
    let words = UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>.allocate(capacity: arguments.count + 1)
    for (index, argument) in arguments.enumerated() {
      let text = argument.utf8CString
      let word = UnsafeMutableBufferPointer<CChar>.allocate(capacity: text.count)
      _ = unsafe word.initialize(from: text)
      unsafe words[index] = word.baseAddress
    }
    unsafe words[arguments.count] = nil
    var count = CInt(arguments.count)
    var list: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>? = unsafe words
    let status = unsafe LLVMFuzzerRunDriver(&count, &list) { bytes, count in
      // SAFETY: libFuzzer lends `count` bytes during the call; they are copied.
      if let difference = unsafe Main.chosen.difference(
        Array(UnsafeBufferPointer(start: bytes, count: count)))
      {
        print(difference)
        fatalError("a difference")
      }
      return 0
    }
    if status != 0 { fatalError("libFuzzer ended with \(status)") }
  }

  /// Written once before the first input, and read by one thread.
  nonisolated(unsafe) private static var chosen = FuzzTarget.engines
}
