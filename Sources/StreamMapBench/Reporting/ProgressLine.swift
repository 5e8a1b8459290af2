import Foundation

/// One line of progress on standard error. Writes nothing unless standard error is a terminal.
struct ProgressLine {
  private let isOn: Bool

  init(isOn: Bool = isatty(STDERR_FILENO) == 1) {
    self.isOn = isOn
  }

  func show(_ text: String) {
    write("\r\u{1B}[K" + text)
  }

  func clear() {
    write("\r\u{1B}[K")
  }

  private func write(_ text: String) {
    if isOn { FileHandle.standardError.write(Data(text.utf8)) }
  }
}
