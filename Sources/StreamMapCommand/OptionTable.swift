// Every option of the program.

import StreamMap

enum OptionTable {
  static let records: [OptionRecord] = [
    OptionRecord(
      "format", commands: [.select, .schema],
      .choice([
        .init("jsonl", of: [.select]) { $0.format = .jsonl },
        .init("csv", of: [.select]) { $0.format = .csv },
        .init("tsv", of: [.select]) { $0.format = .tsv },
        .init("table", of: [.schema]) { $0.schemaFormat = .table },
        .init("json", of: [.schema]) { $0.schemaFormat = .json },
      ]),
      help: """
        How a row is written, or a path of a schema. select: jsonl (the default), one object a \
        line; csv, tsv, RFC 4180 with a header line, arrays and objects as JSON text. schema: \
        table (the default), for people; json, one object a line.
        """
    ),
    OptionRecord(
      "swift", commands: [.schema], .flag { $0.writesSwift = true },
      help: "Write a Swift struct for the records, and the mapping that fills it."
    ),
    OptionRecord(
      "name", commands: [.schema], .word("NAME") { $0.name = $1 },
      help: "What --swift calls the struct. Default Record."
    ),
    OptionRecord(
      "limit", commands: [.select, .check, .schema], .count("N") { $0.limit = $1 },
      help: "Read no more than N records, good or bad, of all FILEs together."
    ),
    OptionRecord(
      "output", .file("FILE") { $0.output = $1 },
      help: """
        Write to FILE instead of standard output (for check: instead of standard error). FILE is \
        created or overwritten, and cannot be one of the inputs.
        """
    ),
    OptionRecord(
      "input",
      .choice([
        .init("lines") { $0.input = .lines },
        .init("document") { $0.input = .document },
      ]),
      help: """
        lines (the default): JSON Lines, one record a line. document: each FILE is one JSON text, \
        which may span lines.
        """
    ),
    OptionRecord(
      "on-error",
      .choice([
        .init("stop") { $0.onError = .stop },
        .init("skip") { $0.onError = .skip },
      ]),
      help: """
        After a bad record: stop (the default of select and count) or skip it and go on (the \
        default of check). The exit status is 1 either way.
        """
    ),
    OptionRecord(
      "validate",
      .choice([
        .init("full") { $0.validation = .full },
        .init("mapped") { $0.validation = .mapped },
      ]),
      help: """
        full (the default): every byte is checked against RFC 8259. mapped: the encoding of \
        everything is, and of the rest what is wanted; the engine yajl and select, which keeps \
        values as they stand, take it to mean full. count checks nothing unless this is given.
        """
    ),
    OptionRecord(
      "engine",
      .choice([
        .init("auto") { $0.engine = .auto },
        .init("yajl") { $0.engine = .yajl },
        .init("index") { $0.engine = .index },
      ]),
      help: """
        What reads the JSON. index: a structural index over many records at a time, the fastest. \
        yajl: the parser yajl. auto (the default): index for lines, yajl for a document. All give \
        the same results.
        """
    ),
    OptionRecord(
      "max-depth", .count("N") { $0.maxDepth = $1 },
      help: "The deepest nesting of arrays and objects a good record has. Default 512."
    ),
    OptionRecord(
      "max-record", .size("BYTES") { $0.maxRecord = $1 },
      help: """
        The longest good record, as 1048576, 64MiB or 256MB. Default 64MiB, and 16MiB for a \
        string in it; when given, it bounds both.
        """
    ),
    OptionRecord(
      "progress", .toggle { $0.progress = $1 },
      help: """
        Draw a progress line on standard error, or do not. Default: when standard error is a \
        terminal and the rows go elsewhere.
        """
    ),
    OptionRecord(
      "quiet", .flag { $0.isQuiet = true },
      help: """
        Say nothing of bad records: no error lines, no summary, no progress. The exit status \
        tells. Failures to read or write are still reported.
        """
    ),
    OptionRecord(
      "help", short: "h", commands: Subcommand.allCases, .flag { $0.wantsHelp = true },
      help: "Show this help."
    ),
    OptionRecord(
      "version", commands: Subcommand.allCases, .flag { $0.wantsVersion = true }, help: "Show the version."
    ),

    OptionRecord(
      "jobs", .refused("N", refusal: "one thread does the work; start one streammap a file to use more"),
      help: ""
    ),
    OptionRecord(
      "range",
      .refused("START:END", refusal: "cut the input by lines first, as in: tail -n +LINE FILE | streammap …"),
      help: ""
    ),
    OptionRecord(
      "rejects",
      .refused(
        "FILE", refusal: "use --on-error skip, which names each bad record's line on standard error"
      ),
      help: ""
    ),
  ]

  /// The option called `name` (without dashes), or nil; `isOn` is false for
  /// `no-progress`.
  static func find(_ name: String) -> (record: OptionRecord, isOn: Bool)? {
    for record in records {
      if record.name == name { return (record, true) }
      if case .toggle = record.value, "no-\(record.name)" == name { return (record, false) }
    }
    return nil
  }

  /// The options that `command` takes; those every command takes that reads records, for nil.
  static func records(of command: Subcommand?) -> [OptionRecord] {
    records.filter { record in
      guard !record.isRefused else { return false }
      return command.map { record.commands.contains($0) }
        ?? Subcommand.readers.allSatisfy(record.commands.contains)
    }
  }
}
