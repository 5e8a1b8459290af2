// The commands and their help. Each command is implemented in its own file.

enum Subcommand: String, CaseIterable, Sendable {
  case select, check, count, retry, schema, explain, completion, manual

  /// The commands that read any range of inputs with several threads.
  static let readers: [Subcommand] = [.select, .check, .count, .schema]

  /// The commands that read records of any kind.
  static let recordReaders: [Subcommand] = readers + [.retry]

  /// Words that are not commands, with advice.
  static let refusals = [
    "index": "records are indexed as they are read, and no index is kept; leave it out"
  ]

  struct Example: Sendable {
    let purpose: String
    let line: String
  }

  var purpose: String {
    switch self {
    case .select: "project paths out of records"
    case .check: "validate every record"
    case .count: "count records"
    case .retry: "read rejected records once more"
    case .schema: "find out what records look like"
    case .explain: "show what paths come to"
    case .completion: "print a script that completes command lines"
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

  /// The first operand, if it is not a FILE.
  var operand: String? {
    switch self {
    case .select, .retry, .explain: "PATHS"
    case .completion: "a shell"
    case .check, .count, .schema, .manual: nil
    }
  }

  /// An example of a command line.
  var model: String {
    switch self {
    case .select: "streammap select id,user.name FILE"
    case .retry: "streammap retry id,user.name REJECTS"
    case .explain: "streammap explain id,user.name"
    case .completion: "streammap completion bash"
    case .check, .count, .schema, .manual: usage
    }
  }

  /// The paragraphs after the usage.
  var essay: [String] {
    switch self {
    case .select:
      [
        """
        PATHS is a comma-separated list of [NAME=]PATH, with or without spaces around , and =. A path's name is the \
        path itself when none is given. Values come out as they stood in the input: a number keeps its digits, a string \
        its escapes. A column is null if its value is absent, or if a value on the way is no object \
        (or no array, for an index or wildcard). A record that is no object is an error, unless \
        every path begins with an index or [*], or one is $. PATHS of $ alone writes each record as it is, compact, \
        without a name.
        """,
        """
        A path goes inwards by names, indexes from 0 and wildcards: user.name, items[0].price, \
        tags[*].text (over an array), scores.* (over an object), a['key.with.dots'], $ (the whole \
        record). A path with a wildcard gives an array. A path that no record had is reported at the end, unless \
        --range, --split or --limit left something out.
        """,
        """
        No FILE, or -, is standard input. A folder stands for the files in it. If PATHS is the name of an existing file and no FILE follows, the command is an \
        error: PATHS was forgotten. A name without a dot or slash is such an error only if standard input is a terminal. \
        Add - to read standard input all the same.
        """,
      ]
    case .check:
      [
        """
        Prints nothing and exits with 0 when all is well. Otherwise one line an error goes to \
        standard error, FILE:LINE:COLUMN: byte N: message, and the next record is looked at. Lines \
        and columns begin at 1, bytes at 0; columns count bytes.
        """,
        "No FILE, or -, is standard input. A folder stands for the files in it.",
      ]
    case .count:
      [
        """
        Prints one number for all FILEs together: the lines that are not blank; with --input \
        document, the files that are not. Records of other kinds are checked as they are counted. With --validate the records are checked too, and the \
        number is that of the good ones; a bad one ends it, unless --on-error skip.
        """,
        """
        A FILE that begins as one JSON array, one text over many lines or several texts on one line gets a note: \
        its lines are no records, and another --input counts these.
        """,
        "No FILE, or -, is standard input. A folder stands for the files in it.",
      ]
    case .retry:
      [
        """
        Reads the records that --rejects wrote to REJECTS, after somebody has mended them there, or with other \
        options (--max-record, say), and writes the rows of those that are good now. PATHS and --format have to be \
        those of the run that rejected them.
        """,
        """
        With --merge OLD, the rows are put where they belong among those that the run wrote to OLD, so that --output \
        has what the run would have written had nothing been wrong. Those that are still bad can be written with \
        --rejects again.
        """,
        """
        With --rejects-format raw, REJECTS is a file of lines that can be repaired in an editor, and REJECTS.errors, which \
        has to be beside it, says where they were. Keep each record on its line, and a record that is given up as well.
        """,
      ]
    case .schema:
      [
        """
        Reads the records and prints every path that they have, in the order of first appearance, \
        with its types, how many values there are, how many of them are null, in how many objects \
        it is absent, the least and the greatest (of numbers their values, of strings their bytes, \
        of arrays their elements), and examples. An object with many names, values that are alike \
        and few names at a time is a dictionary: its members are one path, as counts.*
        """,
        """
        --format json writes an object a line for each path: path, types (each with its count), \
        count, null, absent, parents (the objects around it), min, max, minLength, maxLength, \
        minElements, maxElements, minMembers, maxMembers, dictionary, examples. What does not \
        apply is left out. A long example ends with …
        """,
        """
        --swift writes a struct with a static function mapping(). What can be null or absent is \
        optional, everything else required; values of several types are a JSONValue.
        """,
        "No FILE, or -, is standard input. A folder stands for the files in it.",
      ]
    case .explain:
      [
        """
        Draws what a list of paths, as select takes it, is compiled to: the objects and arrays that \
        are gone into, the values that are taken, and when no more is looked for. Below it stands \
        what is passed over, where paths overlap, and how far a record is read with --validate full \
        and mapped. Paths that cannot stand together are refused, with the place in the path.
        """
      ]
    case .completion:
      [
        """
        The script completes commands, options, the words that an option takes, and names of files \
        where a file goes. It is to be read by the shell when it starts.
        """
      ]
    case .manual:
      ["The page is written in roff with the macros man, as man, groff and mandoc read it."]
    }
  }

  var examples: [Example] {
    switch self {
    case .select:
      [
        Example(
          purpose: "Three columns, one renamed, one gathered from an array",
          line: "streammap select 'id,author=user.screen_name,tags=entities.hashtags[*].text' tweets.jsonl"
        ),
        Example(
          purpose: "A CSV file for a spreadsheet",
          line: "streammap select --format csv --output events.csv 'id,type,repo=repo.name' events.jsonl"
        ),
        Example(
          purpose: "From a pipe, leaving bad lines out",
          line: "zcat logs.jsonl.gz | streammap select --on-error skip ts,level,service > levels.jsonl"
        ),
        Example(
          purpose: "Out of one JSON text that spans lines",
          line: "streammap select --input document 'features[*].geometry.type' canada.json"
        ),
        Example(
          purpose: "The elements of an array, compact, a line each: JSON Lines",
          line: "streammap select '$' --input array records.json > records.jsonl"
        ),
      ]
    case .check:
      [
        Example(purpose: "Is this file good?", line: "streammap check tweets.jsonl && echo good"),
        Example(
          purpose: "Are these JSON texts good?", line: "streammap check --input document config/*.json"
        ),
        Example(
          purpose: "Bounds for data from strangers",
          line: "streammap check --max-depth 64 --max-record 1MiB upload.jsonl"
        ),
        Example(
          purpose: "All errors into a file", line: "streammap check --output errors.txt tweets.jsonl"
        ),
      ]
    case .retry:
      [
        Example(
          purpose: "What can be saved of the rejects?",
          line: "streammap retry id,user.name bad.jsonl > saved.jsonl"),
        Example(
          purpose: "Put them where they belong",
          line: "streammap retry --merge names.jsonl --output whole.jsonl id,user.name bad.jsonl"),
        Example(
          purpose: "Repair lines in an editor, and put them where they belong",
          line:
            "streammap retry --rejects-format raw --merge names.jsonl --output whole.jsonl id,user.name bad.jsonl"
        ),
        Example(
          purpose: "Take longer records than before",
          line: "streammap retry --max-record 1GiB --rejects worse.jsonl id,user.name bad.jsonl"),
      ]
    case .count:
      [
        Example(purpose: "How many records?", line: "streammap count tweets.jsonl"),
        Example(purpose: "In all of these together?", line: "streammap count logs/*.jsonl"),
        Example(
          purpose: "How many good ones?",
          line: "streammap count --validate full --on-error skip tweets.jsonl"
        ),
      ]
    case .schema:
      [
        Example(purpose: "What is in this file?", line: "streammap schema tweets.jsonl"),
        Example(
          purpose: "Of a large one, the first records", line: "streammap schema --limit 10000 tweets.jsonl"
        ),
        Example(
          purpose: "A model of it, in Swift",
          line: "streammap schema --swift --name Tweet tweets.jsonl > Tweet.swift"
        ),
        Example(
          purpose: "The paths with values that are null, for a program",
          line: "streammap schema --format json tweets.jsonl | jq 'select(.null > 0)'"
        ),
      ]
    case .explain:
      [
        Example(purpose: "What is read of a record", line: "streammap explain 'id,author=user.screen_name'"),
        Example(
          purpose: "One element, and something of all", line: "streammap explain 'items[0],items[*].price'"
        ),
        Example(purpose: "Paths that cannot both be", line: "streammap explain 'a.b,a[0]'"),
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
        Example(purpose: "Read it", line: "streammap manual | man -l -"),
        Example(
          purpose: "Install it for yourself",
          line: "streammap manual > ~/.local/share/man/man1/streammap.1"
        ),
        Example(purpose: "As a PDF", line: "streammap manual | groff -man -Tpdf > streammap.pdf"),
      ]
    }
  }
}
