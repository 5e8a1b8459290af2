import Foundation

/// One line on standard error that says what is running; silent unless that is a terminal.
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
