// `streammap completion`: a completion script for a shell, generated from the tables.

import StreamMap

/// The supported shells. The script of each is in its own file.
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

/// The possible completions of a word.
enum CompletedWord {
  case oneOf([String])
  case file
  /// Free text, which cannot be completed.
  case any
}

extension Subcommand {
  /// The completions of the first operand and of the following ones. Nil if there are none.
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
  /// Returns the completions of the value. Nil if the option takes no value.
  func completion(of command: Subcommand) -> CompletedWord? {
    switch value {
    case .flag, .toggle: nil
    case .choice: .oneOf(words(of: command))
    case .file: .file
    case .count, .size, .word: .any
    }
  }

  /// The first sentence of the help, without its period.
  var brief: String {
    let sentence = sentences[0]
    return sentence.hasSuffix(".") ? String(sentence.dropLast()) : sentence
  }

  /// The sentences of the help. At least one.
  var sentences: [String] {
    help.split(separator: " ").reduce(into: [""]) { sentences, word in
      let last = sentences[sentences.count - 1]
      if last.hasSuffix(".") {
        sentences.append(String(word))
      } else {
        sentences[sentences.count - 1] = last.isEmpty ? String(word) : "\(last) \(word)"
      }
    }
  }
}
