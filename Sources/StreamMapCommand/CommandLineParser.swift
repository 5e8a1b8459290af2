// Parses the words of a command line into an `Invocation`. Options can be anywhere;
// `--` ends them. The first error from the left is reported.

import StreamMap

struct CommandLineParser {
  private var invocation = Invocation()
  private var operands: [FilePath] = []
  /// The options seen. Checked against the command at the end.
  private var given: [OptionRecord] = []
  /// The fixed values seen. Checked against the command at the end.
  private var chosen: [(record: OptionRecord, choice: OptionRecord.Choice)] = []

  /// Parses the words after the program's name. Most are file names, so they need not be UTF-8.
  static func parse(_ arguments: [FilePath]) throws(UsageError) -> Invocation {
    var parser = CommandLineParser()
    return try parser.parse(arguments[...])
  }

  private mutating func parse(_ arguments: ArraySlice<FilePath>) throws(UsageError) -> Invocation {
    var rest = arguments
    var optionsEnded = false
    while let argument = rest.popFirst() {
      let word = argument.description
      if optionsEnded || word == "-" || !word.hasPrefix("-") {
        try takeOperand(argument)
      } else if word == "--" {
        optionsEnded = true
      } else if word.hasPrefix("--") {
        try takeOption(argument, from: &rest)
      } else {
        try takeShort(word)
      }
    }
    return try finish()
  }

  private mutating func takeOperand(_ argument: FilePath) throws(UsageError) {
    guard invocation.command == nil else {
      operands.append(argument)
      return
    }
    let word = argument.description
    if word == "help", !invocation.options.wantsHelp {
      invocation.options.wantsHelp = true
      return
    }
    guard let command = Subcommand(rawValue: word) else {
      if let rejection = Subcommand.refusals[word] {
        throw UsageError("unknown command '\(word)': \(rejection)")
      }
      let names = Subcommand.allCases.map(\.rawValue)
      let meant = Self.question(Suggestion.nearest(to: word, among: names))
      throw UsageError("unknown command '\(word)'\(meant); the commands are \(names.list)")
    }
    invocation.command = command
  }

  private mutating func takeShort(_ word: String) throws(UsageError) {
    guard let record = OptionTable.records.first(where: { $0.short.map { "-\($0)" } == word }) else {
      let long = Suggestion.nearest(to: "-\(word.prefix(2))", among: Self.names)
      throw UsageError("unknown option '\(word)'\(Self.question(long))")
    }
    try apply(record, isOn: true, value: nil)
  }

  private mutating func takeOption(
    _ argument: FilePath, from rest: inout ArraySlice<FilePath>
  ) throws(UsageError) {
    let word = argument.description
    let parts = word.dropFirst(2).split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
    let name = String(parts[0])
    guard let (record, isOn) = OptionTable.find(name) else {
      let meant = Suggestion.nearest(to: "--\(name)", among: Self.names)
      throw UsageError("unknown option '--\(name)'\(Self.question(meant))")
    }
    if parts.count == 2 {
      guard record.takesValue else { throw UsageError("--\(name) takes no value") }
      let value = argument.bytes.drop { $0 != UInt8(ascii: "=") }.dropFirst()
      return try apply(record, isOn: isOn, value: FilePath(bytes: Array(value)))
    }
    guard record.takesValue else { return try apply(record, isOn: isOn, value: nil) }
    guard let value = rest.popFirst() else { throw Self.missingValue(of: record) }
    // If the value was forgotten, the next option would be taken for it.
    let text = value.description
    if let (next, _) = OptionTable.find(String(text.dropFirst(2))), text.hasPrefix("--") {
      throw UsageError(
        "\(Self.missingValue(of: record).message) before --\(next.name) (or write --\(name)=\(value))"
      )
    }
    try apply(record, isOn: isOn, value: value)
  }

  private mutating func apply(
    _ record: OptionRecord, isOn: Bool, value: FilePath?
  ) throws(UsageError) {
    given.append(record)
    if case .file(_, let set) = record.value {
      guard let value, !value.bytes.isEmpty else { throw Self.missingValue(of: record) }
      return set(&invocation.options, value)
    }
    let value = try value.map { (value) throws(UsageError) in try Self.text(value, of: "--\(record.name)") }
    switch record.value {
    case .flag(let set): set(&invocation.options)
    case .toggle(let set): set(&invocation.options, isOn)
    case .choice(let choices): try choose(value ?? "", of: record, choices)
    case .count(_, let set):
      guard let value, let number = Int(value), number > 0 else {
        throw UsageError("--\(record.name) takes a whole number from 1, not '\(value ?? "")'")
      }
      set(&invocation.options, number)
    case .size(_, let set):
      do {
        set(&invocation.options, try ByteSize.parse(value ?? ""))
      } catch {
        throw UsageError("--\(record.name): \(error.message)")
      }
    case .file: break
    case .word(_, let set):
      guard let value, !value.isEmpty else { throw Self.missingValue(of: record) }
      try set(&invocation.options, value)
    }
  }

  private mutating func choose(
    _ word: String, of record: OptionRecord, _ choices: [OptionRecord.Choice]
  ) throws(UsageError) {
    guard let choice = choices.first(where: { $0.name == word }) else {
      let names = invocation.command.map(record.words) ?? choices.map(\.name)
      let known = OptionTable.remedies.first {
        $0.option == record.name && $0.value == word && names.contains($0.instead)
      }
      let meant = known.map { ": \($0.remedy)" } ?? Self.question(Suggestion.nearest(to: word, among: names))
      throw UsageError("--\(record.name) takes \(names.list(word: "or")), not '\(word)'\(meant)")
    }
    choice.set(&invocation.options)
    chosen.append((record, choice))
  }

  private mutating func finish() throws(UsageError) -> Invocation {
    let options = invocation.options
    if options.wantsHelp || options.wantsAllHelp || options.wantsVersion { return invocation }
    guard let command = invocation.command else {
      throw UsageError(
        "missing command: use one of \(Subcommand.allCases.map(\.rawValue).list(word: "or"))",
        picture: HelpText.lines(of: Subcommand.firstExamples))
    }
    if let wrong = given.first(where: { !$0.commands.contains(command) }) {
      let takers = wrong.commands.map(\.rawValue).list
      throw UsageError("--\(wrong.name) is an option of \(takers), not of \(command.rawValue)")
    }
    if let wrong = chosen.first(where: { !$0.choice.commands.contains(command) }) {
      let words = wrong.record.words(of: command).list(word: "or")
      throw UsageError(
        "--\(wrong.record.name) of \(command.rawValue) takes \(words), not '\(wrong.choice.name)'")
    }
    try invocation.options.checkFilter()
    if let operand = command.operand, !invocation.options.hasTypes {
      guard let word = operands.first else {
        throw UsageError("\(command.rawValue) needs \(operand), as in: \(command.model)")
      }
      invocation.paths = try Self.text(word, of: operand)
      operands.removeFirst()
    }
    invocation.given = Set(given.map(\.name))
    guard Subcommand.recordReaders.contains(command) else {
      if let extra = operands.first {
        throw UsageError("\(command.rawValue) takes no FILE: remove '\(extra)'")
      }
      try Contradiction.check(invocation)
      return invocation
    }
    if invocation.options.records != nil, !invocation.given.contains("input") {
      invocation.options.input = .array
    } else if command == .schema, !invocation.given.contains("input"), !invocation.needsLines {
      invocation.options.input = .auto
    }
    invocation.namesNoFile = operands.isEmpty
    invocation.files = operands.isEmpty ? ["-"] : operands
    if invocation.files.count(where: { $0 == "-" }) > 1 {
      throw UsageError("standard input (-) can be read only once")
    }
    try Contradiction.check(invocation)
    return invocation
  }

  private static let names = OptionTable.records.flatMap { $0.spellings.filter { $0.hasPrefix("--") } }

  /// Returns a word that is not a file name as text.
  private static func text(_ word: FilePath, of name: String) throws(UsageError) -> String {
    guard let text = word.text else { throw UsageError("\(name) takes text in UTF-8, not '\(word)'") }
    return text
  }

  private static func missingValue(of record: OptionRecord) -> UsageError {
    UsageError("--\(record.name) needs \(record.placeholder(for: nil) ?? "a value")")
  }

  private static func question(_ word: String?) -> String {
    word.map { " (did you mean \($0)?)" } ?? ""
  }
}

extension [String] {
  /// `a, b and c`.
  var list: String { list(word: "and") }

  /// `a, b or c`.
  func list(word: String) -> String {
    guard let last, count > 1 else { return first ?? "" }
    return "\(dropLast().joined(separator: ", ")) \(word) \(last)"
  }
}
