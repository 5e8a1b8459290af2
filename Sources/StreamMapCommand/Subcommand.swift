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
    case .explain: "show the compiled paths"
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
    case .explain: "streammap explain PATHS"
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
        PATHS is a comma-separated list of [NAME=]PATH, with or without spaces around , and =. The default \
        name of a path is the path itself. Values are copied unchanged: a number keeps its digits, a \
        string its escapes. A column is null if its value is absent, or if a value on the path is not an \
        object (for an index or wildcard: not an array). A record that is not an object is an error, \
        unless every path begins with an index or [*], or one path is $. PATHS of $ alone writes each \
        record itself, compact, without a name.
        """,
        """
        A path consists of names, indexes from 0 and wildcards: user.name, items[0].price, tags[*].text \
        (over an array), scores.* (over an object), a['key.with.dots'], $ (the whole record). A path with \
        a wildcard gives an array. A path that no record had is reported at the end, unless --range, \
        --split or --limit excluded part of the input.
        """,
        """
        Without FILE, or with -, reads standard input. A FILE that is a folder means all files in it. If \
        PATHS is the name of an existing file and no FILE follows, PATHS is missing, and the command is an \
        error. A name without a dot or slash is such an error only if standard input is a terminal. Add - \
        to read standard input in this case.
        """,
      ]
    case .check:
      [
        """
        Prints nothing and exits with 0 if all records are good. Otherwise it writes one line per error to \
        standard error, FILE:LINE:COLUMN: byte N: message, and continues with the next record. Lines and \
        columns are numbered from 1, bytes from 0. Columns count bytes.
        """,
        "Without FILE, or with -, reads standard input. A FILE that is a folder means all files in it.",
      ]
    case .count:
      [
        """
        Prints one number for all FILEs together: the number of lines that are not blank or, with --input \
        document, of files that are not blank. Records of other kinds are validated as they are counted. \
        With --validate, lines and documents are validated too, and only good records are counted. A bad \
        record ends the count, unless --on-error skip is given.
        """,
        """
        A note is written for a FILE that begins as one JSON array, one text over many lines or several \
        texts on one line. Its lines are not records, and another --input counts its records.
        """,
        "Without FILE, or with -, reads standard input. A FILE that is a folder means all files in it.",
      ]
    case .retry:
      [
        """
        Re-processes the records that --rejects wrote to REJECTS, after they were repaired there, or with \
        other options such as --max-record. Writes the rows of the records that are good now. PATHS and \
        --format must be those of the run that rejected the records.
        """,
        """
        With --merge OLD, the rows are inserted at their original places among those of OLD. --output is \
        then what the run would have written without errors. Records that are still bad can be written \
        with --rejects again.
        """,
        """
        With --rejects-format raw, REJECTS is a file of lines that can be repaired in an editor. \
        REJECTS.errors, which must be beside it, has their locations. Keep each record on its own line, \
        and keep the lines of records that cannot be repaired.
        """,
      ]
    case .schema:
      [
        """
        Reads the records and prints every path in them, in the order of first appearance. Each path has \
        its types, the number of values, the number of null values, the number of objects without it, the \
        minimum and maximum (the values of numbers, the bytes of strings, the elements of arrays), and \
        examples. An object with many different names, similar values and few names at a time is a \
        dictionary: its members are one path, such as counts.*
        """,
        """
        --format json writes one object per line for each path: path, types (each with its count), count, \
        null, absent, parents (the objects that contain it), min, max, minLength, maxLength, minElements, \
        maxElements, minMembers, maxMembers, dictionary, examples. Keys that do not apply are omitted. A \
        truncated example ends with …
        """,
        """
        --swift writes a struct with a static function mapping(). A value that can be null or absent is \
        optional, and every other value is required. A value of several types is a JSONValue.
        """,
        "Without FILE, or with -, reads standard input. A FILE that is a folder means all files in it.",
      ]
    case .explain:
      [
        """
        Draws the compiled form of PATHS, in the syntax of select: the objects and arrays that are \
        entered, the values that are read, and where the search ends. Below it are the values that are \
        skipped, the overlaps between paths, and how far a record is read with --validate full and mapped. \
        Paths that conflict are rejected, with the position in the path.
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
          purpose: "From a pipe, without the bad lines",
          line: "zcat logs.jsonl.gz | streammap select --on-error skip ts,level,service > levels.jsonl"
        ),
        Example(
          purpose: "From one JSON text that spans lines",
          line: "streammap select --input document 'features[*].geometry.type' canada.json"
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
      ]
    case .retry:
      [
        Example(
          purpose: "Write the rows of the repaired records",
          line: "streammap retry id,user.name bad.jsonl > saved.jsonl"),
        Example(
          purpose: "Insert them at their original places",
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
          purpose: "Count only the good records",
          line: "streammap count --validate full --on-error skip tweets.jsonl"
        ),
      ]
    case .schema:
      [
        Example(purpose: "Infer the schema of a file", line: "streammap schema tweets.jsonl"),
        Example(
          purpose: "Use only the first records of a large file",
          line: "streammap schema --limit 10000 tweets.jsonl"
        ),
        Example(
          purpose: "Write a Swift model",
          line: "streammap schema --swift --name Tweet tweets.jsonl > Tweet.swift"
        ),
        Example(
          purpose: "List the paths that have null values",
          line: "streammap schema --format json tweets.jsonl | jq 'select(.null > 0)'"
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
