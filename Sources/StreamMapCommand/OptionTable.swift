// The options of the program.

import StreamMap

enum OptionTable {
  static let records: [OptionRecord] = [
    OptionRecord(
      "format", commands: [.select, .retry, .schema],
      .choice([
        .init("jsonl", of: [.select, .retry]) { $0.format = .jsonl },
        .init("csv", of: [.select, .retry]) { $0.format = .csv },
        .init("tsv", of: [.select, .retry]) { $0.format = .tsv },
        .init("table", of: [.schema]) { $0.schemaFormat = .table },
        .init("json", of: [.schema]) { $0.schemaFormat = .json },
      ]),
      help: """
        How a row is written, or a path of a schema. select and retry: jsonl (the default), one object a \
        line; csv, tsv, RFC 4180 with a header line, arrays and objects as JSON text. schema: \
        table (the default), for people; json, one object a line.
        """
    ),
    OptionRecord(
      "raw", commands: [.select, .retry], .flag { $0.isRaw = true },
      help: """
        Write the value of the only path of PATHS without an object around it: one JSON value a line. A string keeps its \
        quotes, an absent value is null, a path with a wildcard gives an array. PATHS of $ alone implies it.
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
      "output", commands: Subcommand.recordReaders, .file("FILE") { $0.output = $1 },
      help: """
        Write to FILE instead of standard output (for check: instead of standard error). FILE is \
        created or overwritten, and cannot be one of the inputs. It is locked meanwhile: a second run that writes it \
        ends with 3.
        """
    ),
    OptionRecord(
      "input",
      .choice([
        .init("lines") { $0.input = .lines },
        .init("document") { $0.input = .document },
        .init("concatenated") { $0.input = .concatenated },
        .init("seq") { $0.input = .seq },
        .init("array") { $0.input = .array },
        .init("auto") { $0.input = .auto },
      ]),
      help: """
        lines (the default): JSON Lines, one record a line. document: each FILE is one JSON text, \
        which may span lines. concatenated: one JSON text after the other, with or without white space between them. \
        seq: each begins with the byte 1E (RFC 7464). array: the elements of one array. auto: what the beginning of \
        each FILE, or pipe, looks like (64 KiB at most, and two lines are enough). What is wrong between two records \
        counts as one bad record, of which the rest of the FILE is lost. Lines alone are read by several threads, and can be cut. gzip and zstd are told by \
        their first bytes, and decompressed.
        """
    ),
    OptionRecord(
      "records",
      .word("PATH") { (options, path) throws(UsageError) in
        do throws(PathError) {
          _ = try ArrayPath(path)
        } catch {
          throw UsageError(error.description)
        }
        options.records = path
      },
      help: """
        The records are the elements of the array at PATH, in one large JSON text: --records data.items. Implies \
        --input array. With a * at its end they are the values of the object's members: --records '*', \
        --records 'data.*'. $key in PATHS is then the member's name.
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
        default of check). The exit status is 1 either way. With skip, and for check, a FILE that cannot be opened \
        or read is reported, the others are read, and the exit status is 3. With --checkpoint a FILE that fails while \
        it is read ends the run, so that the same command can go on with it.
        """
    ),
    OptionRecord(
      "max-errors",
      .word("N|N%") { (options, text) throws(UsageError) in
        options.maxErrors = try ErrorBudget.parse(text)
      },
      help: """
        With --on-error skip: stop at the first bad record beyond so many, or beyond a share of the records read so \
        far (looked at from the thousandth on). Default: any number.
        """
    ),
    OptionRecord(
      "rejects", commands: Subcommand.recordReaders, .file("FILE") { $0.rejects = $1 },
      help: """
        With --on-error skip (retry always goes on): write each bad record to FILE, a JSON object a line, with its \
        file, place, what is wrong with it, and its bytes. 'streammap retry' reads it. Of a document there are no \
        bytes: it is read again where it stands.
        """
    ),
    OptionRecord(
      "include", .word("GLOB") { $0.include.append($1) },
      help: """
        Of a FILE that is a folder, read only the files whose name matches GLOB, as '*.jsonl'; can be given several \
        times. A GLOB with a slash is matched against the path within the folder, where * matches no slash; a leading \
        slash means the folder itself. Files whose names begin with a dot, and files that the run itself writes, are \
        never read from a folder. A FILE that is named directly is always read.
        """
    ),
    OptionRecord(
      "exclude", .word("GLOB") { $0.exclude.append($1) },
      help: """
        Of a FILE that is a folder, do not read the files, and the folders in it, that match GLOB, as for --include, \
        over which it wins; can be given several times.
        """
    ),
    OptionRecord(
      "rejects-format", commands: Subcommand.recordReaders,
      .choice([
        .init("jsonl") { $0.rejectsFormat = .jsonl },
        .init("raw") { $0.rejectsFormat = .raw },
      ]),
      help: """
        How --rejects is written, and, by retry, read. jsonl (the default): a JSON object a line. raw: FILE has the bad \
        lines as they are, to be repaired in an editor, and line N of FILE.errors has what is known of line N as a \
        JSON object: file, line, column, message and so on. A line over the limit is cut, and a carriage return at its end left out. For --input lines alone.
        """
    ),
    OptionRecord(
      "jobs", .count("N") { $0.jobs = $1 },
      help: "How many threads read. Default: one for each core. The result is the same for any number."
    ),
    OptionRecord(
      "unordered", commands: [.select], .flag { $0.isUnordered = true },
      help: "Write rows as they are ready instead of in the order of the input."
    ),
    OptionRecord(
      "range",
      .word("START:END") { (options, text) throws(UsageError) in
        options.inputRange = try PortionText.range(text)
      },
      help: """
        Read only the records whose first byte is at START or behind, and before END: bytes, or sizes as 1GiB; either \
        may be left out. Ranges that touch have every record once. FILE has to be one regular file.
        """
    ),
    OptionRecord(
      "split",
      .word("I/N") { (options, text) throws(UsageError) in
        options.inputRange = try PortionText.split(text)
      },
      help: """
        Read only the I-th of N equal parts of all FILEs together, I from 1: for N machines, or N processes. Their \
        outputs, one after the other, are the output of the whole.
        """
    ),
    OptionRecord(
      "checkpoint", commands: [.select], .file("FILE") { $0.checkpoint = $1 },
      help: """
        Note in FILE, every second or so, how far the run has come. The same command then goes on from there, after \
        whatever ended it, and its output is as if nothing had happened. Needs --output. FILE is removed at the end. \
        FILE.lock, which stays, is locked meanwhile, and so is the output: a second run with one of them ends with 3. \
        Where a file system has no locks, the run goes on without. An edited FILE is rejected.
        """
    ),
    OptionRecord(
      "checkpoint-interval", commands: [.select],
      .word("SECONDS") { (options, text) throws(UsageError) in
        guard let seconds = Double(text), seconds >= 0, seconds < 1e6 else {
          throw UsageError("--checkpoint-interval takes a number of seconds from 0, not '\(text)'")
        }
        options.checkpointInterval = .seconds(seconds)
      },
      help: "How often --checkpoint notes how far the run has come. Default 1; 0 is after every slice."
    ),
    OptionRecord(
      "slice", .size("BYTES") { $0.slice = $1 },
      help: """
        The bytes of input that a thread takes at a time. Default 4MiB. Results that wait for their turn use about half \
        as much memory for each thread. The output is the same for any size.
        """
    ),
    OptionRecord(
      "merge", commands: [.retry], .file("OLD") { $0.merge = $1 },
      help:
        "Put the rows where they belong among those of OLD, the output of the run that rejected the records."
    ),
    OptionRecord(
      "report", .file("FILE") { $0.report = $1 },
      help: """
        Write to FILE, as one JSON object, what was read and how fast, and of each path of select how often it was \
        absent or null, the types of its values, and where each was first. Records are good and bad ones; bytes those \
        that were read, or, if a bad record ended the run, those before the byte at which it is bad.
        """
    ),
    OptionRecord(
      "validate", commands: Subcommand.recordReaders,
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
      "max-depth", commands: Subcommand.recordReaders, .count("N") { $0.maxDepth = $1 },
      help: "The deepest nesting of arrays and objects a good record has. Default 512."
    ),
    OptionRecord(
      "max-record", commands: Subcommand.recordReaders, .size("BYTES") { $0.maxRecord = $1 },
      help: """
        The longest good record, as 1048576, 64MiB or 256MB. Default 64MiB, and 16MiB for a \
        string in it; when given, it bounds both.
        """
    ),
    OptionRecord(
      "progress", commands: Subcommand.recordReaders, .toggle { $0.progress = $1 },
      help: """
        Draw a progress line on standard error, or do not. Default: when standard error is a \
        terminal and the rows go elsewhere.
        """
    ),
    OptionRecord(
      "quiet", commands: Subcommand.recordReaders, .flag { $0.isQuiet = true },
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

  ]

  /// Returns the option called `name` (without dashes), or nil. `isOn` is false for a name such as `no-progress`.
  static func find(_ name: String) -> (record: OptionRecord, isOn: Bool)? {
    for record in records {
      if record.name == name { return (record, true) }
      if case .toggle = record.value, "no-\(record.name)" == name { return (record, false) }
    }
    return nil
  }

  /// Returns the options of `command`. For nil, those of every command that reads records.
  static func records(of command: Subcommand?) -> [OptionRecord] {
    records.filter { record in
      command.map { record.commands.contains($0) }
        ?? Subcommand.readers.allSatisfy(record.commands.contains)
    }
  }
}
