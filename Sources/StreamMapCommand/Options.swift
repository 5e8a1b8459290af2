// The options of the command line, typed, with the program's defaults. Nil means that
// the option was not given and the command decides.

import StreamMap
import StreamMapTables

/// The parser of the records.
enum Engine: String, CaseIterable, Sendable {
  case auto, yajl, index
}

/// The extent of validation.
enum Validation: String, CaseIterable, Sendable {
  case full, mapped
}

/// The framing of the records in a file.
enum InputShape: String, CaseIterable, Sendable {
  case lines, document, concatenated, seq, array, sse, markdown
  case embeddedLines = "embedded-lines"
  /// Detected from the beginning of each file.
  case auto

  /// The framing, with the elements of the array at the root. Nil if it is detected.
  var framing: Framing? {
    switch self {
    case .lines: .lines
    case .embeddedLines: .embeddedLines
    case .sse: .serverSentEvents
    case .markdown: .markdown
    case .document: .document
    case .concatenated: .concatenated
    case .seq: .sequence
    case .array: .array()
    case .auto: nil
    }
  }
}

/// The action after a bad record.
enum ErrorReaction: String, CaseIterable, Sendable {
  case stop, skip
}

/// The format of rejected records.
enum RejectsFormat: String, CaseIterable, Sendable {
  /// One JSON object for each record.
  case jsonl
  /// The original lines. The errors are in a second file.
  case raw
}

/// The output format of `select` and `retry`.
enum OutputFormat: String, Sendable {
  case jsonl, csv, tsv
  /// The stream format of Apache Arrow.
  case arrow

  /// The format of rows of text. Nil for `arrow`.
  var rows: RowFormat? {
    switch self {
    case .jsonl: .jsonl
    case .csv: .csv
    case .tsv: .tsv
    case .arrow: nil
    }
  }
}

/// The output format of `schema`.
enum SchemaFormat: String, CaseIterable, Sendable {
  case table, json, types
}

struct Options: Sendable, Hashable {
  var engine = Engine.auto
  var validation: Validation?
  var input = InputShape.lines
  /// The path of the array whose elements are the records.
  var records: String?
  /// The elements that have rows.
  var each: RecordPath?
  /// Whether a record or an outer element without elements has a row.
  var keepsEmpty = false
  /// Whether a last line without a line feed is left in the input.
  var completeLines = false
  /// The output format of `select` and `retry`.
  var format = OutputFormat.jsonl
  /// The columns with their types, which replace PATHS.
  var types: String?
  /// The file with the schema from which the columns are made, or `auto`. It replaces PATHS.
  var schema: FilePath?
  /// What becomes of a value that does not fit its type.
  var mismatch: Column.Mismatch?
  /// The maximum number of rows in a record batch.
  var batchRows: Int?
  /// Whether a row is the value alone.
  var isRaw = false
  /// The text of absent and null values in rows of `csv` and `tsv`.
  var null: String?
  /// Whether rows of `csv` and `tsv` begin without the line of names.
  var omitsHeader = false
  /// The output format of `schema`.
  var schemaFormat: SchemaFormat?
  var writesSwift = false
  /// The name of the struct that `schema` writes.
  var name: String?
  var output: FilePath?
  var onError: ErrorReaction?
  var maxErrors: ErrorBudget?
  var rejects: FilePath?
  var rejectsFormat = RejectsFormat.jsonl
  /// The patterns that select the files of a folder.
  var include: [String] = []
  var exclude: [String] = []
  var jobs: Int?
  var inputRange: InputRange = .all
  /// The offset of standard input's first byte in the file that it is a part of.
  var standardInputOffset: Int?
  /// The name of standard input.
  var standardInputName: String?
  var isUnordered = false
  var chunk: Int?
  var checkpoint: FilePath?
  var checkpointInterval = Duration.seconds(1)
  /// The file whose rows `retry` merges with its own.
  var merge: FilePath?
  var report: FilePath?
  var progress: Bool?
  var maxDepth: Int?
  var maxRecord: Int?
  /// The non-standard JSON to accept.
  var lenient: SyntaxExtensions = []
  /// The size of the largest window of zstd frames.
  var zstdWindow: Int?
  /// The condition for records to be read.
  var filter: Filter?
  /// The maximum number of records to read.
  var limit: Int?
  /// The number of evenly spaced places of each input at which a record is read. Of `select`, to infer columns.
  var sample: Int?
  var isQuiet = false
  var wantsHelp = false
  var wantsAllHelp = false
  var wantsVersion = false

  /// The framing of the inputs. Nil if it is detected.
  var framing: Framing? { records.flatMap { try? .array(at: RecordPath($0)) } ?? input.framing }

  /// The elements that have rows, with what becomes of a record without them.
  var elements: RowElements? { each.flatMap { try? RowElements($0, keepsEmpty: keepsEmpty) } }

  /// Whether each record is on one line.
  var readsLines: Bool { framing?.isLines == true }

  /// Whether records are read until the inputs end for now, and the next run of the same command reads what is added.
  var follows: Bool { completeLines && checkpoint != nil }

  /// Whether the records are the values of an object's members.
  var recordsAreMembers: Bool { records.flatMap { try? RecordPath($0) }?.segments.last == .everyMember }

  /// Whether `count` has to parse the records.
  var countChecks: Bool { validation != nil || filter != nil || ![.lines, .document].contains(input) }

  /// Whether the columns have types. They replace PATHS.
  var hasTypes: Bool { types != nil || schema != nil }

  /// Whether the columns are inferred from the inputs.
  var infersColumns: Bool { schema == "auto" }

  /// The same options for a run that writes nothing. It skips bad records and inputs, because the run that follows it
  /// reports them.
  var withoutOutputs: Options {
    var options = self
    (options.output, options.rejects, options.report, options.checkpoint) = (nil, nil, nil, nil)
    (options.onError, options.maxErrors, options.isUnordered) = (.skip, nil, false)
    return options
  }
}

extension Options {
  /// Throws `UsageError` for a wildcard of --where that is none of --each.
  func checkFilter() throws(UsageError) {
    guard let filter else { return }
    do throws(PathError) {
      try RowElements.check(filter, each: elements)
    } catch {
      throw error.usage(ofCondition: filter.text)
    }
  }
}

extension PathError {
  /// Returns the error of a condition of --where.
  func usage(ofCondition text: String) -> UsageError {
    UsageError("--where, byte \(position): \(reason)", picture: PathPicture.lines(of: text, at: position))
  }
}

/// A parsed command line.
struct Invocation: Sendable, Hashable {
  var command: Subcommand?
  /// The text of PATHS, or of another first operand.
  var paths: String?
  /// The inputs; `-` is standard input.
  var files: [FilePath] = []
  /// Whether standard input is read because no file was named.
  var namesNoFile = false
  var options = Options()
  /// The names of the options that were given.
  var given: Set<String> = []

  /// Whether an option is given that works only with lines, or not with a framing that is detected.
  var needsLines: Bool {
    !given.isDisjoint(with: ["range", "split", "sample", "complete-lines"])
      || options.lenient.contains(.comments)
  }

  /// Returns everything that determines the output, for the fingerprint of a checkpoint. Two runs with equal words have
  /// the same output.
  func words(files: [FilePath?]) -> [[UInt8]] {
    var words = [
      command?.rawValue ?? "", paths ?? "", "\(options.format)", "\(options.input)", options.records ?? "",
      "\(options.inputRange)",
    ]
    words += [options.validation.map { "\($0)" } ?? "", options.onError.map { "\($0)" } ?? ""]
    words.append(options.maxErrors?.description ?? "")
    if let filter = options.filter { words += ["--where", filter.text] }
    if let offset = options.standardInputOffset { words += ["--stdin-offset", "\(offset)"] }
    if let name = options.standardInputName { words += ["--stdin-name", name] }
    if let types = options.types ?? options.schema?.description {
      words += ["--types", types, options.mismatch.map { "\($0)" } ?? "", "\(options.batchRows ?? 0)"]
    }
    words += [options.maxDepth ?? 0, options.maxRecord ?? 0, options.limit ?? 0].map { "\($0)" }
    if !options.lenient.isEmpty { words += ["--lenient", "\(options.lenient.rawValue)"] }
    if let null = options.null { words += ["--null", null] }
    if options.completeLines { words.append("--complete-lines") }
    if options.omitsHeader { words.append("--no-header") }
    if let each = options.each { words += ["--each", each.text, "\(options.keepsEmpty)"] }
    words += (options.isRaw ? ["--raw"] : []) + (options.rejectsFormat == .raw ? ["--rejects-format"] : [])
    for globs in [options.include, options.exclude] { words += ["\(globs.count)"] + globs }
    let paths = [options.output, options.rejects, options.report] + files
    return words.map { Array($0.utf8) } + paths.map { $0?.bytes ?? [] }
  }
}
