// The hints of the library, with the options and commands that follow them.

import StreamMap

extension InputHint {
  /// The problem and its remedy.
  ///
  /// - Parameters:
  ///   - file: the name of an input. Nil for standard input.
  ///   - others: the number of other inputs with the same problem.
  func message(for file: String?, others: Int = 0) -> String {
    let problem = others == 0 ? problem : problem.replacing("this looks", with: "each looks")
    return "\(problem): \(remedy(for: file))"
  }

  private func remedy(for file: String?) -> String {
    switch self {
    case .array: return "try --input array"
    case .document: return "try --input document"
    case .concatenated: return "try --input concatenated"
    case .sequence: return "try --input seq"
    case .embeddedLines: return "try --input embedded-lines"
    case .serverSentEvents: return "try --input sse"
    case .markdown: return "try --input markdown"
    case .format(let format, compressedBy: let outer):
      // tar and iconv read their input from the decompressor.
      let file = file.map(ShellWord.quoted)
      guard let command = format.command(reading: outer == nil ? file : nil) else { return remedy }
      let first = outer.map { "\($0) -dc\(file.map { " \($0)" } ?? "") | " } ?? ""
      return "try \(first)\(command) | streammap … -"
    case .longText:
      let schema = file.map { ", which 'streammap schema \(ShellWord.quoted($0))' finds" } ?? ""
      return "try --records PATH, with the path of the array of records in it\(schema)"
    case .byteOrderMark, .carriageReturns, .numbersInStrings: return remedy
    }
  }
}

/// The words of a shell's command line.
enum ShellWord {
  /// Returns a word that a shell reads as `text`, in quotes if it needs them.
  static func quoted(_ text: String) -> String {
    let plain = Set("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_@%+=:,./-")
    if !text.isEmpty, text.allSatisfy(plain.contains) { return text }
    return "'" + text.replacing("'", with: "'\\''") + "'"
  }
}
