// Every option of the program.

import StreamMap

enum OptionTable {
  static let records: [OptionRecord] = [
    OptionRecord(
      "format", in: .output, isCommon: true, commands: [.select, .retry, .schema, .explain],
      .choice([
        .init("jsonl", of: [.select, .retry]) { $0.format = .jsonl },
        .init("csv", of: [.select, .retry]) { $0.format = .csv },
        .init("tsv", of: [.select, .retry]) { $0.format = .tsv },
        .init("arrow", of: [.select, .retry]) { $0.format = .arrow },
        .init("table", of: [.schema]) { $0.schemaFormat = .table },
        .init("json", of: [.schema, .explain]) { $0.schemaFormat = .json },
        .init("types", of: [.schema]) { $0.schemaFormat = .types },
      ]),
      help: """
        The output format, by default jsonl for select and retry, table for schema. arrow needs --types. \
        select and retry: jsonl writes one object per line; csv and tsv \
        (RFC 4180) write a header line, and arrays and objects as JSON text; arrow writes the stream format \
        of Apache Arrow. schema: table is for people; json writes one \
        object per line for each path; types writes the columns for --types, on one line. explain: json \
        writes one object per line for each column, with its name, path and type.
        """
    ),
    OptionRecord(
      "types", in: .columns, isCommon: true, commands: [.select, .check, .retry, .explain],
      .word("TYPES") { $0.types = $1 },
      help: """
        The columns with their types, in the place of PATHS, as in \
        id:int64!,author=user.screen_name:string. Each is [NAME=]PATH:TYPE. TYPE is bool, int64, uint64, double, string, text \
        (any scalar, as its text), date, timestamp[UNIT], datetime[UNIT], unix[UNIT], json (any value, as \
        its text), list(TYPE), struct(NAME:TYPE,...) (these members of an object) or map(TYPE) (all its \
        members), as in items:list(struct(sku:string,price:double)). A record is bad if a value does not fit \
        its type. An absent value and null fit, unless ! after the type requires a value. A UNIT is s, ms, us \
        or ns. A timestamp is a string in RFC 3339 format with a time zone, and is written in UTC. A datetime \
        is one without a time zone, such as 2024-05-19T10:00:00. unix is a number of units since 1970, or a \
        string of one, and is a time in UTC. unix[s,ms] reads seconds, with a fraction, and stores \
        milliseconds. A finer fraction is rounded down to the unit.
        """
    ),
    OptionRecord(
      "schema", in: .columns, isCommon: true, commands: [.select, .check, .explain],
      .file("FILE") { $0.schema = $1 },
      help: """
        Make the columns from FILE, which 'streammap schema' wrote with --format json or types, in the place \
        of PATHS. Of json, there is a column for each path with values of one type. Objects in lists are \
        structs, and dictionaries are maps. Integers and other numbers together are double, other scalars \
        that are mixed are text, and everything else that is mixed is json. Strings that were all dates or \
        times are date, timestamp or datetime. A file of types has what \
        --types takes, and may be longer than an argument. Members that no column reads are reported at the \
        end. Those of objects in arrays and dictionaries are not. --schema auto of select first reads all records of \
        the FILEs that --where keeps, or --sample N of them, and infers the columns that 'streammap schema --format \
        types' prints. Bad records do not count for them. Standard error has the number of columns. Each FILE must be \
        a regular file. With --checkpoint, a resumed run has the columns with which it began. A file with the \
        name auto is --schema ./auto.
        """
    ),
    OptionRecord(
      "mismatch", in: .columns, commands: [.select, .retry],
      .choice([
        .init("reject") { $0.mismatch = .reject },
        .init("null") { $0.mismatch = .null },
      ]),
      help: """
        Action for a value that does not fit its type in --types. reject (the default): the record is bad. \
        null: the value is null, and in a list only the element. Each column with such values is reported at \
        the end, with the first of them.
        """
    ),
    OptionRecord(
      "batch-rows", in: .output, commands: [.select, .retry], .count("N") { $0.batchRows = $1 },
      help: """
        Maximum number of rows in each record batch of --format arrow. Default 65536. A batch also ends \
        once it holds 64 MiB.
        """
    ),
    OptionRecord(
      "where", in: .input, isCommon: true, commands: [.select, .count, .check, .explain],
      .word("CONDITION") { (options, text) throws(UsageError) in
        do throws(PathError) {
          options.filter = try Filter(text, takesWildcards: true)
        } catch {
          throw error.usage(ofCondition: text)
        }
      },
      help: """
        Read only the records for which CONDITION is true, as in 'lang == "en" and user.followers >= 1000'. \
        Operators: == != < <= > >=, in (…), is null, is not null, starts with, contains, and, or, not, \
        parentheses. A value that is absent, null or of another type than the literal makes a comparison \
        unknown, and the record is not read, as in SQL. is null is also true for an absent value. Bad records are \
        reported also if the condition would skip them. With --each, a condition whose path begins with PATH tests \
        each element, as in 'items[*].price > 10 and country == "DE"', and only the elements for which CONDITION is \
        true have rows.
        """
    ),
    OptionRecord(
      "each", in: .columns, isCommon: true, commands: [.select, .retry, .explain],
      .word("PATH") { (options, path) throws(UsageError) in
        do throws(PathError) {
          let path = try RecordPath(path)
          _ = try RowElements(path)
          options.each = path
        } catch {
          throw UsageError("--each: \(error.description)")
        }
      },
      help: """
        Write a row for each element of the array at PATH, as in --each 'items[*]', or for each member of an \
        object, as in --each 'scores.*'. PATH can lead through several arrays: 'orders[*].lines[*]'. A column \
        whose path begins with PATH has the value of the element, as in items[*].sku. One that begins with \
        orders[*] has that of the order, and any other that of the record, in each row. $index is the number of \
        the element in the innermost array, from 0, and $key is the name of the member at the last .* of PATH. A \
        record without elements has no row. --limit counts records, and a record of which --where keeps no \
        element does not count.
        """
    ),
    OptionRecord(
      "each-empty", in: .columns, commands: [.select, .retry], .flag { $0.keepsEmpty = true },
      help: """
        With --each, write one row for a record without elements, and for an element of an outer array without \
        inner ones. The columns of the elements are null in it.
        """
    ),
    OptionRecord(
      "raw", in: .output, isCommon: true, commands: [.select, .retry], .flag { $0.isRaw = true },
      help: """
        Write the value of the only path of PATHS without an object around it, one JSON value per line. A \
        string keeps its quotes. An absent value is null. A path with a wildcard gives an array. PATHS of \
        $ alone implies --raw.
        """
    ),
    OptionRecord(
      "null", in: .output, commands: [.select, .retry], .word("TEXT") { $0.null = $1 },
      help: """
        Write TEXT for absent values and null in csv and tsv, such as NULL. A value with the same text is \
        quoted. By default, the field is empty, but a row of one such field is "". An empty string is "" \
        either way.
        """
    ),
    OptionRecord(
      "no-header", in: .output, commands: [.select, .retry], .flag { $0.omitsHeader = true },
      help: "Write no header line in csv and tsv."
    ),
    OptionRecord(
      "swift", in: .output, isCommon: true, commands: [.schema], .flag { $0.writesSwift = true },
      help: "Write a Swift struct for the records, and its mapping."
    ),
    OptionRecord(
      "name", in: .output, commands: [.schema], .word("NAME") { $0.name = $1 },
      help: "Name of the struct that --swift writes. Default Record."
    ),
    OptionRecord(
      "limit", in: .input, isCommon: true, commands: [.select, .check, .schema],
      .count("N") { $0.limit = $1 },
      help: """
        Read at most N records of all FILEs together. Records that --where skips do not count; bad records do.
        """
    ),
    OptionRecord(
      "sample", in: .input, isCommon: true, commands: [.schema, .select], .count("N") { $0.sample = $1 },
      help: """
        Read only one record at each of N evenly spaced places of each FILE. The time depends on N and not on the \
        size of FILE, and all parts of FILE count equally. A rare path may be missing. Each FILE must be a regular \
        file that is not compressed. select infers the columns of --schema auto from these records, and then reads \
        all.
        """
    ),
    OptionRecord(
      "output", in: .output, isCommon: true, commands: Subcommand.recordReaders,
      .file("FILE") { $0.output = $1 },
      help: """
        Write to FILE instead of standard output. For check: instead of standard error. FILE cannot be one \
        of the inputs. The run writes FILE.partial, and renames it if it succeeds: with status 0, or 1 if bad \
        records were skipped within --max-errors. Otherwise FILE is as it was before. A pipe \
        or a device is written in place, and so is FILE with --checkpoint. The files are locked during the \
        run: a second run that writes to FILE exits with status 3.
        """
    ),
    OptionRecord(
      "input", in: .input, isCommon: true,
      .choice([
        .init("lines") { $0.input = .lines },
        .init("document") { $0.input = .document },
        .init("concatenated") { $0.input = .concatenated },
        .init("seq") { $0.input = .seq },
        .init("array") { $0.input = .array },
        .init("embedded-lines") { $0.input = .embeddedLines },
        .init("sse") { $0.input = .sse },
        .init("markdown") { $0.input = .markdown },
        .init("auto") { $0.input = .auto },
      ]),
      help: """
        The form of the input, by default lines, for schema auto, which detects the form. \
        lines: JSON Lines, one record per line. document: each \
        FILE is one JSON text, which may span lines. concatenated: one JSON text after the other, with or \
        without white space between them. seq: each JSON text begins with the byte 1E (RFC 7464). array: \
        the elements of one array. embedded-lines: lines with other text around the JSON, such as \
        web_1 | {"id":1}. A record begins at the first { that a quote follows, and ends with the line; a comma \
        there, and the brackets of an array over many lines, are no part of it. Lines without a record are \
        skipped and counted, and are no errors. sse: server-sent events, whose records are in the lines with \
        data:; the [DONE] at the end is none. markdown: the answers of language models. The records are the values \
        in blocks of code between ```json and ```, and outside of blocks, objects and arrays of objects that begin a \
        line. Lines with other text are counted, and are no errors. auto: detected from the beginning of each FILE or \
        pipe (at most 64 KiB; two lines are enough), if it is neither embedded-lines nor sse, and markdown only if it \
        begins with ```json. \
        An error between two records counts as one bad record; the rest of that \
        FILE is skipped. Only lines (also embedded-lines and sse) are read by several threads, and only lines can \
        be split. gzip and \
        zstd are detected by their first bytes and decompressed. A FILE of another known format, such as bzip2, \
        tar, Parquet or UTF-16, cannot be read, and the message names what reads it.
        """
    ),
    OptionRecord(
      "records", in: .input, isCommon: true,
      .word("PATH") { (options, path) throws(UsageError) in
        do throws(PathError) {
          _ = try Framing.array(at: RecordPath(path))
        } catch {
          throw UsageError(error.description)
        }
        options.records = path
      },
      help: """
        Read the elements of the array at PATH, in one large JSON text, as records: --records data.items. \
        Implies --input array. With a * at the end of PATH, the records are the values of an object's \
        members: --records '*', --records 'data.*'. $key in PATHS is then the member's name.
        """
    ),
    OptionRecord(
      "complete-lines", in: .input, .flag { $0.completeLines = true },
      help: """
        Leave a last line without a line feed in FILE. It is neither a record nor an error, because its rest may \
        still be written. Use it to read a file that grows. --report then has the offset after the last \
        complete line. With --checkpoint, the run keeps the checkpoint, and the same command continues from \
        there with the lines that were added to FILE, and appends their rows to the output. A FILE that was \
        replaced (rotated) or truncated since is rejected. Only lines are affected: --input lines, \
        embedded-lines and sse. A line over --max-record is bad also before it ends.
        """
    ),
    OptionRecord(
      "on-error", in: .errors, isCommon: true,
      .choice([
        .init("stop") { $0.onError = .stop },
        .init("skip") { $0.onError = .skip },
      ]),
      help: """
        Action after a bad record. stop (the default) ends the run. skip (the \
        default of check) continues with the next record. The exit status is 1 either way. With skip, and \
        for check, a FILE that cannot be opened or read is reported, the other FILEs are read, and the \
        exit status is 3. With --checkpoint, a FILE that fails while it is read ends the run, so that the \
        same command can resume with it.
        """
    ),
    OptionRecord(
      "max-errors", in: .errors,
      .word("N|N%") { (options, text) throws(UsageError) in
        options.maxErrors = try ErrorBudget.parse(text)
      },
      help: """
        Stop at the first bad record over this number, or over this percentage of the records read so far. \
        Needs --on-error skip, the default of check. A percentage is checked from the thousandth record \
        on, and at the end. Default: no limit.
        """
    ),
    OptionRecord(
      "rejects", in: .errors, isCommon: true, commands: Subcommand.recordReaders,
      .file("FILE") { $0.rejects = $1 },
      help: """
        Write each bad record to FILE as one JSON object per line. It has the file, the location and the \
        error. The member raw has the text of the record. If that is not UTF-8, raw_base64 has its bytes. \
        'streammap retry' reads FILE. Needs --on-error skip, the default of check; retry always continues. \
        The bytes of a document are not written: retry reads the original document again.
        """
    ),
    OptionRecord(
      "include", in: .input, .word("GLOB") { $0.include.append($1) },
      help: """
        Read only the files of a folder whose names match GLOB, such as '*.jsonl'. Can be given several \
        times. A GLOB with a slash is matched against the path within the folder, where * does not match a \
        slash; a leading slash stands for the folder itself. Files whose names begin with a dot, and files \
        that the run itself writes, are never read from a folder. A FILE that is named directly is always \
        read.
        """
    ),
    OptionRecord(
      "exclude", in: .input, .word("GLOB") { $0.exclude.append($1) },
      help: """
        Do not read the files and subfolders of a folder that match GLOB, as for --include. Can be given \
        several times. --exclude wins over --include.
        """
    ),
    OptionRecord(
      "rejects-format", in: .errors, commands: Subcommand.recordReaders,
      .choice([
        .init("jsonl") { $0.rejectsFormat = .jsonl },
        .init("raw") { $0.rejectsFormat = .raw },
      ]),
      help: """
        Format of the file that --rejects writes and retry reads. jsonl (the default): one JSON object per \
        line. raw: FILE has the bad lines unchanged, to be repaired in an editor. Line N of FILE.errors is \
        a JSON object that describes line N of FILE: file, line, column, message and so on. A line over \
        the limit is truncated, and a carriage return at its end is removed. raw works only with --input \
        lines.
        """
    ),
    OptionRecord(
      "jobs", in: .runs, .count("N") { $0.jobs = $1 },
      help: """
        Number of threads that read, of which at most 1024 are started. Default: one for each core. The result is the same \
        for any number.
        """
    ),
    OptionRecord(
      "unordered", in: .output, commands: [.select], .flag { $0.isUnordered = true },
      help: "Write rows as soon as they are ready instead of in input order."
    ),
    OptionRecord(
      "range", in: .input,
      .word("START:END") { (options, text) throws(UsageError) in
        options.inputRange = try InputRangeText.range(text)
      },
      help: """
        Read only the records that begin in a range of bytes: at START or after it, and before END. START \
        and END are bytes, or sizes such as 1GiB. Either can be omitted. Adjacent ranges read every record \
        exactly once. FILE must be one regular file that is not compressed.
        """
    ),
    OptionRecord(
      "stdin-offset", in: .input, commands: [.select, .count, .check],
      .word("N") { (options, text) throws(UsageError) in
        guard let offset = Int(text), offset >= 0 else {
          throw UsageError("--stdin-offset takes a number of bytes from 0, not '\(text)'")
        }
        // Small enough for sums of it.
        guard offset <= Int.max / 2 else {
          throw UsageError("--stdin-offset \(text) is too large for a file")
        }
        options.standardInputOffset = offset
      },
      help: """
        Standard input is the part of a file that begins at byte N. With --range START:END, START is N + 1 or \
        more, or both are 0: the byte before START decides whether a record begins there. Standard input is \
        read to the end of the last record. All offsets are those of the file. Use it to read a range of a \
        file that can only be piped, such as an object in a store.
        """
    ),
    OptionRecord(
      "stdin-name", in: .input, commands: [.select, .count, .check],
      .word("NAME") { $0.standardInputName = $1 },
      help: """
        The name of standard input in messages, in --rejects, in --report and in columns of $file. Default <stdin>.
        """
    ),
    OptionRecord(
      "split", in: .input,
      .word("I/N") { (options, text) throws(UsageError) in
        options.inputRange = try InputRangeText.split(text)
      },
      help: """
        Read only part I of N equal parts of all FILEs together, I from 1 to N. Use it to divide work \
        among N machines or processes. Their outputs, concatenated in order, are the output of the whole. \
        (With --format arrow, each output is a stream by itself.) \
        Each FILE must be a regular file that is not compressed.
        """
    ),
    OptionRecord(
      "checkpoint", in: .runs, isCommon: true, commands: [.select], .file("FILE") { $0.checkpoint = $1 },
      help: """
        Save the position of the run in FILE about once a second. After an interruption of any kind, the \
        same command resumes from there, and its output is the same as that of an uninterrupted run. Needs \
        --output. FILE is removed at the end of the run, unless --complete-lines is given. FILE.lock, which is not removed, and the output \
        are locked during the run: a second run with one of them exits with status 3. On a file system \
        without locks, the run continues without them. An edited FILE is rejected.
        """
    ),
    OptionRecord(
      "checkpoint-interval", in: .runs, commands: [.select],
      .word("SECONDS") { (options, text) throws(UsageError) in
        guard let seconds = Double(text), seconds >= 0, seconds < 1e6 else {
          throw UsageError("--checkpoint-interval takes a number of seconds from 0, not '\(text)'")
        }
        options.checkpointInterval = .seconds(seconds)
      },
      help: "Seconds between two checkpoints. Default 1; 0 writes one after every chunk (see --chunk)."
    ),
    OptionRecord(
      "chunk", in: .runs, .size("BYTES") { $0.chunk = $1 },
      help: """
        Bytes of input that one thread takes at a time. Default 4MiB. The output is the same for any size. \
        Each thread holds up to about half as many bytes of results that wait for earlier chunks.
        """
    ),
    OptionRecord(
      "merge", in: .errors, isCommon: true, commands: [.retry], .file("OLD") { $0.merge = $1 },
      help: """
        Insert the rows at their original places among those of OLD, the output of the run that rejected \
        the records. OLD must begin with the columns of PATHS in the given --format. The rejects of a later \
        part (--range, --split) cannot be merged, because their places in the whole output are unknown.
        """
    ),
    OptionRecord(
      "report", in: .runs, isCommon: true, .file("FILE") { $0.report = $1 },
      help: """
        Write a report of the run to FILE, as one JSON object. It has the number of bytes, of records, of \
        bad records (rejects) and of each kind of error, and the speed. For each input, it has the bytes that \
        were read, whether it was read completely, and the failure if it could not be. With --complete-lines, it \
        has the offset after the last complete line, and with --input embedded-lines, sse or markdown, the report \
        has the number of lines without a record or with other text (skipped_lines). end is complete if \
        everything was read and written, otherwise limit, stopped (by bad records), interrupted, closed \
        (standard output, by its reader) or failed. For each column of select, the report has how often the \
        value was absent, was null or did not fit its type, and the first location of each. Of PATHS, it also \
        has the types of the values, and those that are not of the most frequent type do not fit. For each \
        column of check, it has the records whose value did not fit, also by its type. The number \
        of records includes bad ones. If a bad record ended the run, bytes are counted up to its error. A run \
        that does not begin, because of an error in the command line or of a missing FILE, writes no report.
        """
    ),
    OptionRecord(
      "validate", in: .errors, commands: Subcommand.recordReaders,
      .choice([
        .init("full") { $0.validation = .full },
        .init("mapped") { $0.validation = .mapped },
      ]),
      help: """
        Extent of validation. full (the default): every byte is checked against RFC 8259. mapped: the \
        encoding of every byte is checked, but the grammar only of the values that the command reads. \
        check and count read no values: with mapped, a truncated object or array is a good record. select \
        and retry treat mapped as full unless columns have types, and so does the engine yajl. count validates lines and documents only if this \
        option is given.
        """
    ),
    OptionRecord(
      "lenient", in: .input, isCommon: true, commands: Subcommand.recordReaders + [.explain],
      .word("LIST") { (options, text) throws(UsageError) in
        options.lenient.formUnion(try SyntaxExtensions(names: text))
      },
      help: """
        Accept JSON that is not standard: a list of nan, comments, trailing-commas and surrogates, as in \
        nan,comments. nan: NaN, Infinity and \
        -Infinity. A column of type double has the number: NaN in csv, tsv and arrow, null in jsonl, because JSON has \
        no such number. Every other column that takes it has null. schema counts it as a decimal, for a column of type \
        double. comments: // up to the end of the line, and /* */. trailing-commas: a comma before ] or }. surrogates: bytes that are not UTF-8, and \
        escapes of half a surrogate pair, are U+FFFD. A good record takes no longer, but comments imply --validate \
        full. In --where, NaN and the infinities are not null, but of no type that can be compared. With --records and --input array, \
        only the elements may have such JSON. Rejects have the original text. A document is read as a whole, up to \
        --max-record.
        """
    ),
    OptionRecord(
      "engine", in: .runs,
      .choice([
        .init("auto") { $0.engine = .auto },
        .init("yajl") { $0.engine = .yajl },
        .init("index") { $0.engine = .index },
      ]),
      help: """
        The JSON parser. index: a structural index over many records at a time, the fastest. yajl: the \
        parser yajl. auto (the default): index for lines, yajl for a document. All give the same results.
        """
    ),
    OptionRecord(
      "max-depth", in: .input, commands: Subcommand.recordReaders, .count("N") { $0.maxDepth = $1 },
      help: "Maximum nesting of arrays and objects in a good record. Default 512."
    ),
    OptionRecord(
      "max-record", in: .input, commands: Subcommand.recordReaders, .size("BYTES") { $0.maxRecord = $1 },
      help: """
        Maximum size of a good record, such as 1048576, 64MiB or 256MB. Default 64MiB, and 16MiB for a \
        string in it. A given size limits both.
        """
    ),
    OptionRecord(
      "zstd-window", in: .input, commands: Subcommand.recordReaders, .size("BYTES") { $0.zstdWindow = $1 },
      help: """
        Maximum window of a frame in a zstd file, such as 2GiB for what 'zstd --long=31' or '--ultra' wrote. It is \
        rounded up to a power of two. Default 128MiB. While a frame is decompressed, its window adds to the memory of \
        the run.
        """
    ),
    OptionRecord(
      "progress", in: .runs, commands: Subcommand.recordReaders, .toggle { $0.progress = $1 },
      help: """
        Draw a progress line on standard error, or draw none. By default it is drawn if standard error is \
        a terminal and the rows are not written to a terminal.
        """
    ),
    OptionRecord(
      "quiet", in: .errors, commands: Subcommand.recordReaders, .flag { $0.isQuiet = true },
      help: """
        Do not report bad records: no error lines, no summary, no progress. The exit status still shows \
        that there were some. Failures to read or write are still reported.
        """
    ),
    OptionRecord(
      "help", short: "h", isCommon: true, commands: Subcommand.allCases, .flag { $0.wantsHelp = true },
      help: "Show the common options."
    ),
    OptionRecord(
      "help-all", isCommon: true, commands: Subcommand.allCases, .flag { $0.wantsAllHelp = true },
      help: "Show all options, with everything about each, as the manual page does."
    ),
    OptionRecord(
      "version", commands: Subcommand.allCases, .flag { $0.wantsVersion = true }, help: "Show the version."
    ),

  ]

  /// The remedies for values that an option does not take, if it takes another one instead.
  static let remedies = [
    (
      option: "format", value: "parquet", instead: "arrow",
      remedy: "write arrow, then convert it, e.g. in Python with "
        + "polars.read_ipc_stream('FILE').write_parquet('FILE.parquet')"
    )
  ]

  /// Returns the option with this name (without dashes), or nil. `isOn` is false for a name with `no-`.
  static func find(_ name: String) -> (record: OptionRecord, isOn: Bool)? {
    for record in records {
      if record.name == name { return (record, true) }
      if case .toggle = record.value, "no-\(record.name)" == name { return (record, false) }
    }
    return nil
  }

  /// Returns the options of a command. For nil, the options of all commands that read records.
  static func records(of command: Subcommand?) -> [OptionRecord] {
    records.filter { record in
      command.map { record.commands.contains($0) }
        ?? Subcommand.readers.allSatisfy(record.commands.contains)
    }
  }
}

extension [OptionRecord] {
  /// Returns the options of a group, the common ones first.
  func sorted(in group: OptionRecord.Group) -> [OptionRecord] {
    let members = filter { $0.group == group }
    return members.filter(\.isCommon) + members.filter { !$0.isCommon }
  }
}
