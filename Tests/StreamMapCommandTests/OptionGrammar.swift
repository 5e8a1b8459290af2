// Random command lines, made from the option table. A new option is in them without a change here: its kind and its
// placeholder choose its values.

@testable import StreamMapCommand

struct OptionGrammar {
  /// An option of a line, with its words.
  struct Part {
    let record: OptionRecord
    let value: String?
    let words: [String]
  }

  private var dice: SeededGenerator
  private(set) var command = "select"
  private(set) var parts: [Part] = []
  private(set) var operands: [String] = []

  /// The words of the line, in an order that it may have.
  var words: [String] { [command] + parts.flatMap(\.words) + operands }

  init(round: Int, files: [String]) {
    dice = SeededGenerator(round: round)
    command = dice.one(of: Self.commands)
    let subcommand = Subcommand(rawValue: command)
    let own = OptionTable.records(of: subcommand)
    for _ in 0..<dice.number(0...6) {
      // Some are options of other commands.
      parts.append(part(dice.one(of: dice.chance(95) ? own : OptionTable.records), subcommand, files))
    }
    if subcommand?.operand != nil, !dice.chance(3),
      !parts.contains(where: { ["types", "schema"].contains($0.record.name) }) || dice.chance(5)
    {
      operands.append(
        subcommand == .completion ? dice.one(of: ["bash", "zsh", "fish", "tcsh"]) : value(of: "PATHS"))
    }
    if let subcommand, Subcommand.recordReaders.contains(subcommand) || dice.chance(5) {
      let count = dice.one(of: [0, 1, 1, 1, 1, 2, 3])
      for _ in 0..<count { operands.append(dice.one(of: files)) }
    }
  }

  private static let commands =
    ["select", "select", "select", "select", "check", "check", "retry", "schema", "schema"]
    + Subcommand.allCases.map(\.rawValue) + ["selct"]

  private mutating func part(_ record: OptionRecord, _ command: Subcommand?, _ files: [String]) -> Part {
    var name = dice.one(of: record.spellings)
    if dice.chance(2) { name += "x" }
    guard record.takesValue else {
      return Part(record: record, value: nil, words: [dice.chance(2) ? "\(name)=1" : name])
    }
    let isBad = dice.chance(6)
    let value: String =
      switch record.value {
      case .choice(let choices):
        isBad
          ? dice.one(of: Self.bad + choices.map(\.name))
          : dice.one(of: command.map(record.words) ?? choices.map(\.name), else: "x")
      case .count:
        dice.one(of: isBad ? Self.bad + ["0", "-1"] : ["1", "2", "3", "64", "1000000", "\(Int.max)"])
      case .size:
        dice.one(of: isBad ? Self.bad + ["64M", "0"] : ["1", "30", "4096", "64KiB", "1MB", "\(Int.max)"])
      case .file:
        dice.one(of: isBad ? Self.bad : ["new", "new", "other", "-", "no/such/file", "/dev/null"] + files)
      case .word(let placeholder, _): isBad ? dice.one(of: Self.bad) : value(of: placeholder)
      case .flag, .toggle: ""
      }
    return Part(
      record: record, value: value,
      words: name.hasPrefix("--") && dice.chance(50) ? ["\(name)=\(value)"] : [name, value])
  }

  /// Returns a value for a placeholder. One that is not in the table gets any of them.
  private mutating func value(of placeholder: String) -> String {
    if dice.chance(5) { return dice.one(of: Self.bad) }
    return dice.one(
      of: Self.values[placeholder] ?? Self.values.keys.sorted().flatMap { Self.values[$0] ?? [] })
  }

  /// Values that few options take.
  private static let bad = [
    "", " ", "x", "-", "--", "=", "-1", "0x10", "1e3", "1.5", "99999999999999999999", "9223372036854775808",
    "🦊", "\u{1}",
    "a\nb", "'", "[[[[", ")", "a,,b", "%", "100%%", "*", "**/[", String(repeating: "x", count: 5_000),
    String(repeating: "a.", count: 600) + "b", String(repeating: "(", count: 2_000),
  ]

  private static let values = [
    "PATHS": [
      "id", "id,name", "id,n=name,items[*].sku,items[*].price", "$", "*", "items[*]", "items[0].sku",
      "absent", "id|ID",
      "json(log).level,id", "json(log)", "$file,$offset,id", "$key,id", "$index,items[*].sku", "scores.*",
      "['a b'],id",
      "id=id,id", "a[", "items[*].sku,items", "-1", "[*]", "[0]",
    ],
    "TYPES": [
      "id:int64", "id:int64!,name:string", "name:text,tags=items[*].sku:list(string)",
      "items:list(struct(sku:string,price:double))", "scores:map(double),at:timestamp[ms]",
      "l=json(log).level:string",
      "f=$file:string,o=$offset:int64,id:text", "sku=items[*].sku:string,id:double", "id:in64", "id:list(",
      "v=$:json",
    ],
    "CONDITION": [
      "id > 2", "name == 'a' or id in (1, 3)", "items[*].price > 1", "not (scores.a is null)",
      "name starts with 'b'",
      "absent is not null", "id ==", "id = 1", "$key == 'a'", "at > '2024-01-01'",
    ],
    "PATH": ["items[*]", "scores.*", "*", "items", "$", "data.items", "[0]", "items[*].x[*]", "a["],
    "TEXT": ["NULL", "-", "\\N", "\"", ",", "a\tb"], "NAME": ["Record", "a b", "<stdin>", "1x"],
    "GLOB": ["*.jsonl", "a*", "/a.jsonl", "[a-b]*", "["],
    "START:END": ["0:", ":100", "10:200", "0:0", "5:1", "100:1GiB", "\(Int.max):"],
    "N": ["0", "10", "\(Int.max)"],
    "I/N": ["1/1", "1/2", "2/2", "7/7", "3/2", "1/\(Int.max)"], "SECONDS": ["0", "0.001", "1", "1e9"],
    "LIST": [
      "nan", "comments", "trailing-commas,surrogates", "nan,comments,trailing-commas,surrogates", "nan,",
    ],
    "N|N%": ["0", "1", "1000", "0%", "50%", "100%", "101%"],
  ]
}

extension SeededGenerator {
  fileprivate mutating func one<Value>(of values: [Value], else other: Value) -> Value {
    values.isEmpty ? other : one(of: values)
  }
}
