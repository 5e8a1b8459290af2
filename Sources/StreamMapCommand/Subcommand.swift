// The commands and their help texts. Each command is implemented in its own file.

enum Subcommand: String, CaseIterable, Sendable {
  case select, check, count, retry, schema, explain, completion, manual

  /// The commands that read inputs with several threads, whole or in part.
  static let readers: [Subcommand] = [.select, .check, .count, .schema]

  /// The commands that read records.
  static let recordReaders: [Subcommand] = readers + [.retry]

  /// Words that look like commands but are not, with the remedy.
  static let refusals = [
    "index": "records are indexed as they are read, and no index is stored: remove this command"
  ]

  struct Example: Sendable {
    let purpose: String
    let line: String
  }

  var purpose: String {
    switch self {
    case .select: "extract the values of paths, one row per record"
    case .check: "validate every record"
    case .count: "count records"
    case .retry: "re-process rejected records"
    case .schema: "infer the schema of records"
    case .explain: "show what paths read from a record"
    case .completion: "print a shell completion script"
    case .manual: "print the manual page"
    }
  }

  var usage: String {
    switch self {
    case .select: "streammap select [OPTION…] PATHS [FILE…]"
    case .check: "streammap check [OPTION…] [FILE…]"
    case .count: "streammap count [OPTION…] [FILE…]"
    case .retry: "streammap retry [OPTION…] PATHS REJECTS"
    case .schema: "streammap schema [OPTION…] [FILE…]"
    case .explain: "streammap explain [OPTION…] PATHS"
    case .completion: "streammap completion \(Shell.allCases.map(\.rawValue).joined(separator: "|"))"
    case .manual: "streammap manual"
    }
  }

  /// The first operand. Nil if it is a FILE or the command takes none.
  var operand: String? {
    switch self {
    case .select, .retry, .explain: "PATHS"
    case .completion: "a shell"
    case .check, .count, .schema, .manual: nil
    }
  }

  /// An example command line for error messages.
  var model: String {
    switch self {
    case .select: "streammap select id,user.name FILE"
    case .retry: "streammap retry id,user.name REJECTS"
    case .explain: "streammap explain id,user.name"
    case .completion: "streammap completion bash"
    case .check, .count, .schema, .manual: usage
    }
  }

  /// Paragraphs below the usage.
  var essay: [String] {
    switch self {
    case .select:
      [
        """
        PATHS is a comma-separated list of [NAME=]PATH. A path consists of names, indexes from 0 and \
        wildcards: user.name, items[0].price, tags[*].text (over an array), scores.* (over an object), \
        a['key.with.dots'], $ (the whole record). A path with a wildcard gives an array. The default name \
        of a path is the path itself. Values are copied unchanged. A column is null if its value is absent, \
        or if a value on its path is of another kind, as for user.name in {"user":7}. A path that no record \
        had is reported at the end.
        """,
        """
        Without FILE, or with -, reads standard input. A FILE that is a folder means all files in it. gzip \
        and zstd are decompressed.
        """,
        """
        A number keeps its digits, a string its escapes. There can be spaces around , and = in PATHS. The \
        default name of ['a.b'] is a.b. A dot before a path is ignored. A name with a space is written in \
        quotes, and so is a first name that begins with a slash. A record that is not an object is an \
        error, unless every path begins with an index or [*], or one path is $. If PATHS is $ alone, each \
        record is written compact, without a name. Arrays of the same elements, as of items[*].sku and \
        items[*].price, have an entry for each element. It is null if the element lacks the value or is of \
        another kind. id|ID has the first value that is not null. json(log).level has the value at level in the JSON \
        text of the string log, and json(log) the whole of it. A string that is no JSON text is null, or a mismatch if \
        the column has a type. $file is the name of the input, and $offset is the \
        offset of the record's first byte in it. A name that is meant instead is written in quotes, as in ['a|b']. \
        With --range, --split or --limit, which exclude part of the input, paths that no record had are not reported.
        """,
        """
        An existing file in the place of PATHS is an error if no FILE follows, because PATHS was probably \
        forgotten. If standard input is not a terminal, this applies only to names with a dot or slash. \
        Add - to read standard input with such PATHS.
        """,
      ]
    case .check:
      [
        """
        Prints nothing and exits with 0 if all records are good. Otherwise it writes one line per bad \
        record to standard error, and continues with the next record. The line has the form \
        FILE:LINE:COLUMN: byte N: message. Lines and columns are numbered from 1, and bytes from 0. \
        Columns count bytes. With --range and --split, the line is unknown, and the form is \
        FILE: byte N: message. 'streammap count --validate full --on-error skip' prints the number of bad \
        records.
        """,
        "Without FILE, or with -, reads standard input. A FILE that is a folder means all files in it.",
        """
        With --validate mapped, check reads no values and verifies little more than the encoding. Records \
        such as [1,2 and {"a":01} are then good. Use it only for files whose syntax is known to be correct.
        """,
        """
        With --types or --schema, a record is also bad if it does not fit the columns. No rows are written. \
        At the end, standard error has a line for each column and each type of values that do not fit it, \
        with the number of records and the first of them: 'id: a string does not fit int64 in 1000 of 10000 \
        records; first in line 9001: "x7"'. All errors of a record are counted, up to 100. Of \
        --input document, only the first is. --report has the same counts.
        """,
      ]
    case .count:
      [
        """
        Prints one number for all FILEs together. By default, it is the number of lines that are not \
        blank. The lines are not parsed, so malformed records count, too. With --input document, it is the \
        number of FILEs that are not blank.
        """,
        "Without FILE, or with -, reads standard input. A FILE that is a folder means all files in it.",
        """
        With --validate full, or with another --input, each record is parsed. It then prints the number of \
        good records. The first bad record ends the count. With --on-error skip, bad records are \
        skipped, and the last line on standard error has their number: 'streammap: 2 of 5 records \
        skipped'.
        """,
        """
        If a FILE seems to have another form than lines, such as one JSON array, a message names the \
        --input that counts its records. Binary data is not counted.
        """,
      ]
    case .retry:
      [
        """
        Reads the records in REJECTS, a file that --rejects wrote, and writes the rows of those that are \
        now good. To repair a record, edit the member raw on its line in REJECTS: this string is the text of \
        the record. If the line has raw_base64 instead, add a member raw. Other options, such as a larger \
        --max-record, can also make a record good. PATHS, --format and --raw must be those of the run that \
        rejected the records.
        """,
        """
        With --merge OLD, the rows are inserted at their original places among those of OLD. The output is \
        then what the run would have written without errors. --merge needs row numbers in REJECTS. With \
        --range and --split, only the part at the beginning of the input has them. Records that are still \
        bad can be written with --rejects again.
        """,
        """
        With --rejects-format raw, REJECTS has the bad lines themselves, to be repaired in an editor. \
        REJECTS.errors, which must be beside it, has their locations. Keep each record on its own line, \
        and keep the lines of records that cannot be repaired.
        """,
      ]
    case .schema:
      [
        """
        Prints a line that says what the FILEs are, and every path in their records, in the order of first \
        appearance. The line has the compression, the form, the size, the number of records and the length \
        of the longest. The number is exact if everything was read, otherwise an estimate. Formats other \
        than table have the line on standard error. The columns of the table are \
        the types of the values, the number of values (count), the number of null values (null), the \
        number of objects without the path (absent), a range, and examples. The range is the minimum and \
        the maximum of numbers, of the bytes in strings, and of the elements in arrays.
        """,
        "Without FILE, or with -, reads standard input. A FILE that is a folder means all files in it.",
        """
        An object whose names differ from record to record, with values of the same kind, is a dictionary. \
        So is an object of at least 100 objects with the same names. Its members are printed as one path, such \
        as counts.*
        """,
        """
        If a FILE is one JSON text that is longer than --max-record, schema reads it once more, in bounded memory. \
        It lists the arrays and objects that probably hold the records, with their sizes and the commands that \
        read them, on standard error.
        """,
        """
        --format json writes one object per line for each path: path, types (each with its count), count, \
        null, absent, parents (the objects that contain it), min, max, minLength, maxLength, minElements, \
        maxElements, minMembers, maxMembers, outOfRange (the integers beyond 64 bits, and the numbers \
        beyond a double), formats (the type of dates or times that all strings have, with their number), \
        dictionary, examples. Keys that do not apply are omitted. A truncated example \
        ends with …
        """,
        """
        --swift writes a struct with a static function mapping(). A value that can be null or absent is \
        optional, and every other value is required. A value of several types is a JSONValue.
        """,
      ]
    case .explain:
      [
        """
        Draws PATHS, in the syntax of select, as a tree. The tree shows which objects and arrays are \
        entered, which values are read, and where reading ends. Text below it describes the values that \
        are skipped, the overlaps between paths, and how far a record is read with --validate full and \
        mapped. Conflicting paths are an error, which shows the position in the path. --types and --schema \
        take the place of PATHS. With --lenient, the text also says what is accepted.
        """
      ]
    case .completion:
      [
        """
        The script completes commands, options, the values of options, and file names. The shell must read \
        it when it starts.
        """
      ]
    case .manual:
      ["The page is written in roff with the man macros, for man, groff and mandoc."]
    }
  }

  /// The examples for someone who gives no command.
  static var firstExamples: [Example] {
    [schema, check].flatMap { $0.examples.prefix(1) } + select.examples[1...1]
  }

  var examples: [Example] {
    switch self {
    case .select:
      [
        Example(
          purpose: "Three columns, one renamed, one a list from an array",
          line: "streammap select 'id,author=user.screen_name,tags=entities.hashtags[*].text' tweets.jsonl"
        ),
        Example(
          purpose: "A CSV file for a spreadsheet",
          line: "streammap select --format csv --output events.csv 'id,type,repo=repo.name' events.jsonl"
        ),
        Example(
          purpose: "Typed columns for DuckDB, Polars or pandas",
          line: "streammap select --types id:int64,text:string --format arrow tweets.jsonl > tweets.arrows"
        ),
        Example(
          purpose: "A CSV file of everything, with columns that are inferred",
          line: "streammap select --schema auto --format csv --output events.csv events.jsonl"
        ),
        Example(
          purpose: "Only some records",
          line: "streammap select --where 'lang==\"en\"' id,text tweets.jsonl"
        ),
        Example(
          purpose: "From a pipe, without the bad lines",
          line: "zcat logs.jsonl.gz | streammap select --on-error skip ts,level,service > levels.jsonl"
        ),
        Example(
          purpose: "From one JSON text that spans lines",
          line: "streammap select --input document 'features[*].geometry.type' canada.json"
        ),
        Example(
          purpose: "A row for each line of an order, also for an order without lines",
          line:
            "streammap select --format csv --each 'lines[*]' --each-empty 'id,n=$index,sku=lines[*].sku' orders.jsonl"
        ),
        Example(
          purpose: "Errors from a log with other text around its JSON",
          line:
            "docker compose logs | streammap select --input embedded-lines --where 'status>=500' --format csv status,path"
        ),
        Example(
          purpose:
            "The text of a language model's answer, from its server-sent events",
          line: "streammap select --input sse --raw 'choices[0].delta.content' answer.txt | jq -j './/empty'"
        ),
        Example(
          purpose: "The whole records in which a value is absent or null",
          line: "streammap select --where 'user.id is null' '$' events.jsonl"
        ),
        Example(
          purpose: "One column with numbers and strings, such as 12345 and \"01234\"",
          line: "streammap select --types id:text --format csv events.jsonl"
        ),
        Example(
          purpose: "Times that are milliseconds or strings, in two columns",
          line:
            "streammap select --mismatch null --types 'ms=ts:unix[ms],at=ts:timestamp[ms]' --format arrow log.jsonl > log.arrows"
        ),
        Example(
          purpose: "A file that grows. The same command, given again, adds its new lines",
          line:
            "streammap select --complete-lines --checkpoint app.ck --output app.csv --format csv ts,level app.log"
        ),
        Example(
          purpose: "The second of eight parts, for one of eight machines",
          line: "streammap select --split 2/8 --output part2.jsonl id,type events.jsonl"
        ),
        Example(
          purpose: "Convert a JSON array to JSON Lines",
          line: "streammap select '$' --input array records.json > records.jsonl"
        ),
      ]
    case .check:
      [
        Example(purpose: "Check one file", line: "streammap check tweets.jsonl && echo good"),
        Example(
          purpose: "Check files of one JSON text each", line: "streammap check --input document config/*.json"
        ),
        Example(
          purpose: "Set limits for untrusted data",
          line: "streammap check --max-depth 64 --max-record 1MiB upload.jsonl"
        ),
        Example(
          purpose: "Write the errors to a file", line: "streammap check --output errors.txt tweets.jsonl"
        ),
        Example(
          purpose: "Check that records have an id, and times with a zone",
          line: "streammap check --types 'id:int64!,created_at:timestamp[s]' events.jsonl"
        ),
        Example(
          purpose: "Only the number of records that do not fit, and the first of them",
          line: "streammap check --output /dev/null --types id:string events.jsonl"
        ),
        Example(
          purpose: "Find the records that --lenient would repair, as it is not given here",
          line: "streammap check --output repairs.txt --rejects-format raw --rejects dirty.jsonl events.jsonl"
        ),
        Example(
          purpose: "Check new records against the schema of old ones",
          line:
            "streammap schema --format types old.jsonl > columns && streammap check --schema columns new.jsonl"
        ),
      ]
    case .retry:
      [
        Example(
          purpose: "Write the rows of the records whose raw was repaired in bad.jsonl",
          line: "streammap retry id,user.name bad.jsonl > saved.jsonl"),
        Example(
          purpose: "Insert these rows at their original places",
          line: "streammap retry --merge names.jsonl --output whole.jsonl id,user.name bad.jsonl"),
        Example(
          purpose: "Insert the rows of lines that were repaired in an editor",
          line:
            "streammap retry --rejects-format raw --merge names.jsonl --output whole.jsonl id,user.name bad.jsonl"
        ),
        Example(
          purpose: "Accept longer records than before",
          line: "streammap retry --max-record 1GiB --rejects worse.jsonl id,user.name bad.jsonl"),
      ]
    case .count:
      [
        Example(purpose: "Count the records of one file", line: "streammap count tweets.jsonl"),
        Example(purpose: "Count the records of several files", line: "streammap count logs/*.jsonl"),
        Example(
          purpose: "Count the good records, and the bad ones on standard error",
          line: "streammap count --validate full --on-error skip tweets.jsonl"
        ),
      ]
    case .schema:
      [
        Example(purpose: "What is in a file?", line: "streammap schema tweets.jsonl"),
        Example(
          purpose: "Use only records from all parts of a large file",
          line: "streammap schema --sample 10000 tweets.jsonl"
        ),
        Example(
          purpose: "Write a Swift model",
          line: "streammap schema --swift --name Tweet tweets.jsonl > Tweet.swift"
        ),
        Example(
          purpose: "List the paths that have null values",
          line: "streammap schema --format json tweets.jsonl | jq 'select(.null > 0)'"
        ),
        Example(
          purpose: "Write the columns for 'select --types', to be edited",
          line: "streammap schema --format types tweets.jsonl > columns.txt"
        ),
      ]
    case .explain:
      [
        Example(
          purpose: "Show what is read from a record", line: "streammap explain 'id,author=user.screen_name'"),
        Example(
          purpose: "One element, and one value of each", line: "streammap explain 'items[0],items[*].price'"
        ),
        Example(purpose: "Paths that conflict", line: "streammap explain 'a.b,a[0]'"),
      ]
    case .completion:
      [
        Example(
          purpose: "bash",
          line: "streammap completion bash > ~/.local/share/bash-completion/completions/streammap"
        ),
        Example(
          purpose: "zsh, with ~/.zsh/completions in its fpath",
          line: "streammap completion zsh > ~/.zsh/completions/_streammap"
        ),
        Example(
          purpose: "fish", line: "streammap completion fish > ~/.config/fish/completions/streammap.fish"
        ),
      ]
    case .manual:
      [
        Example(purpose: "Read the page", line: "streammap manual | man -l -"),
        Example(
          purpose: "Install it for one user",
          line: "streammap manual > ~/.local/share/man/man1/streammap.1"
        ),
        Example(purpose: "Convert it to PDF", line: "streammap manual | groff -man -Tpdf > streammap.pdf"),
      ]
    }
  }
}
