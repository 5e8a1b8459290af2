extension Options {
  /// Parses the command line.
  ///
  /// - Parameter arguments: The command line without the program's name.
  static func parse(_ arguments: [String]) throws(UsageError) -> Command {
    var options = Options()
    var isSized = false
    var rest = arguments[...]
    while let argument = rest.popFirst() {
      let (name, attached) = split(argument)
      switch name {
      case "--help", "-h":
        return .help
      case "--list":
        return .list
      case "--size":
        options.size = try size(value(of: name, attached, &rest), for: name)
        isSized = true
      case "--seed":
        options.seed = try integer(value(of: name, attached, &rest), for: name, atLeast: 0)
      case "--runs":
        options.runs = try integer(value(of: name, attached, &rest), for: name, atLeast: 1)
      case "--data":
        options.data = try value(of: name, attached, &rest)
      case "--json":
        options.json = try value(of: name, attached, &rest)
      case "--write":
        options.write = try value(of: name, attached, &rest)
      case "--soak":
        options.soak = try size(value(of: name, attached, &rest), for: name)
      case "--workload":
        let known = Workload.all.map(\.name) + [Workload.scalarsName]
        let chosen = try choice(value(of: name, attached, &rest), for: name, of: known)
        options.workloads += chosen == Workload.scalarsName ? Workload.scalars.map(\.name) : [chosen]
      case "--contender":
        let known = Workload.contenderNames
        options.contenders.append(try choice(value(of: name, attached, &rest), for: name, of: known))
      case "--all":
        options.isAll = true
      case "--table":
        options.isTable = true
      case "--html":
        options.html = try value(of: name, attached, &rest)
      case "--from":
        options.from = try value(of: name, attached, &rest)
      case "--readme":
        options.isReadme = true
      case "--worker":
        options.isWorker = true
      default:
        let kind = argument.hasPrefix("-") ? "option" : "argument"
        throw UsageError(description: "unknown \(kind) '\(argument)'; --help lists the options")
      }
    }
    try options.check(isSized: isSized)
    return .run(options)
  }

  /// Splits `--name=value` at the first equals sign.
  private static func split(_ argument: String) -> (name: String, value: String?) {
    guard argument.hasPrefix("--"), let equals = argument.firstIndex(of: "=") else { return (argument, nil) }
    return (String(argument[..<equals]), String(argument[argument.index(after: equals)...]))
  }

  private static func value(
    of name: String, _ attached: String?, _ rest: inout ArraySlice<String>
  ) throws(UsageError) -> String {
    guard let value = attached ?? rest.popFirst(), !value.isEmpty else {
      throw UsageError(description: "\(name) requires a value; --help lists the values")
    }
    return value
  }

  private static func integer<Value: FixedWidthInteger>(
    _ text: String, for name: String, atLeast least: Value
  ) throws(UsageError) -> Value {
    guard let value = Value(text), value >= least else {
      throw UsageError(description: "\(name): '\(text)' is not a whole number of at least \(least)")
    }
    return value
  }

  private static func choice(
    _ text: String, for name: String, of known: [String]
  ) throws(UsageError) -> String {
    guard known.contains(text) else {
      throw UsageError(
        description: "\(name): unknown name '\(text)'; the names are \(known.joined(separator: ", "))")
    }
    return text
  }

  /// Parses a number of bytes. `KB`, `MB` and `GB` are powers of 1000. `KiB`, `MiB` and `GiB` are powers of 1024.
  static func size(_ text: String, for name: String = "--size") throws(UsageError) -> Int {
    let units = [
      ("KiB", 1 << 10), ("MiB", 1 << 20), ("GiB", 1 << 30), ("KB", 1_000), ("MB", 1_000_000),
      ("GB", 1_000_000_000), ("B", 1), ("", 1),
    ]
    for (unit, factor) in units where text.lowercased().hasSuffix(unit.lowercased()) {
      guard let number = Int(text.dropLast(unit.count)), number > 0 else { break }
      let (size, overflow) = number.multipliedReportingOverflow(by: factor)
      if !overflow, size <= 1 << 40 { return size }
    }
    throw UsageError(
      description: "\(name): '\(text)' is not a size; write a number, or one with KB, MB, GB, KiB, MiB or GiB"
    )
  }
}
