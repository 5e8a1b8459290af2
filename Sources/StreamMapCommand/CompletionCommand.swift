// `streammap completion`: a script for a shell, made from the tables.

/// The shells there is a script for; its text is in a file each.
enum Shell: String, CaseIterable, Sendable {
  case bash, zsh, fish
}

struct CompletionCommand {
  private let shell: Shell

  init(_ invocation: Invocation) throws(UsageError) {
    let word = invocation.paths ?? ""
    guard let shell = Shell(rawValue: word) else {
      let names = Shell.allCases.map(\.rawValue)
      let meant = Suggestion.nearest(to: word, among: names).map { " (did you mean \($0)?)" } ?? ""
      throw UsageError("completion takes \(names.list(word: "or")), not '\(word)'\(meant)")
    }
    self.shell = shell
  }

  func text() -> String {
    switch shell {
    case .bash: BashCompletion.text()
    case .zsh: ZshCompletion.text()
    case .fish: FishCompletion.text()
    }
  }
}

/// What can stand at a place of a command line.
enum CompletedWord {
  case oneOf([String])
  case file
  /// Words that nobody but the user knows.
  case any
}

extension Subcommand {
  /// What can be its first operand, and what can follow it; nil if nothing can.
  var operands: (first: CompletedWord?, others: CompletedWord?) {
    switch self {
    case .select, .retry: (.any, .file)
    case .check, .count, .schema: (.file, .file)
    case .explain: (.any, nil)
    case .completion: (.oneOf(Shell.allCases.map(\.rawValue)), nil)
    case .manual: (nil, nil)
    }
  }
}

extension OptionRecord {
  /// What can be its value; nil if it takes none.
  func completion(of command: Subcommand) -> CompletedWord? {
    switch value {
    case .flag, .toggle: nil
    case .choice: .oneOf(words(of: command))
    case .file: .file
    case .count, .size, .word: .any
    }
  }

  /// The help's first sentence, without its stop; an abbreviation ends none.
  var brief: String {
    let words = help.split(separator: " ")
    let end = words.firstIndex { $0.hasSuffix(".") } ?? words.count - 1
    let sentence = words[...end].joined(separator: " ")
    return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }
}
