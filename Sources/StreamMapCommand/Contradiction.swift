// A table of options that contradict each other or have no effect together. A new
// option needs a row for each option that it cannot be combined with.

import StreamMap
import StreamMapTables

/// Options that cannot be given together, or one that cannot be given without another.
struct Contradiction: Sendable {
  /// The options of the row. The row applies if all of them are given.
  let options: [String]
  /// The error, or nil if this command line has none.
  let message: @Sendable (Invocation) -> String?

  init(_ options: [String], message: @escaping @Sendable (Invocation) -> String?) {
    self.options = options
    self.message = message
  }

  init(
    _ options: [String], when isMet: @escaping @Sendable (Invocation) -> Bool = { _ in true },
    _ message: String
  ) {
    self.options = options
    self.message = { isMet($0) ? message : nil }
  }

  /// Throws the error of the first row that applies to a command line.
  static func check(_ invocation: Invocation) throws(UsageError) {
    for row in all where row.options.allSatisfy(invocation.given.contains) {
      if let message = row.message(invocation) { throw UsageError(message) }
    }
  }

  static let all: [Contradiction] =
    [
      Contradiction(
        ["records", "input"], when: { $0.options.input != .array },
        "--records reads the elements of an array: remove --input")
    ] + rows + windows + badRecords + rawRejects + counting + checkpoints + parts + conditions + schemas
    + [
      Contradiction(
        ["progress", "quiet"], when: { $0.options.progress == true },
        "--quiet draws no progress line: remove --quiet or --progress"),
      Contradiction(
        ["merge"], when: { $0.options.merge == "-" && $0.files.contains("-") },
        "standard input (-) can be read only once"),
    ] + streams + sameFiles

  private static let windows = [
    Contradiction(
      ["lenient", "input"],
      when: {
        $0.options.lenient.contains(.comments) && ![.lines, .document, .seq].contains($0.options.input)
      },
      "--lenient comments works only with --input lines, document and seq: remove comments or --input"),
    Contradiction(
      ["lenient", "records"], when: { $0.options.lenient.contains(.comments) },
      "--lenient comments cannot read the elements of an array: remove comments or --records"),
    Contradiction(
      ["zstd-window"], when: { $0.options.zstdWindow ?? 0 > 2 << 30 },
      "--zstd-window takes at most 2GiB, the largest window that libzstd decompresses"),
  ]

  private static let badRecords = ["rejects", "max-errors"].map { name in
    Contradiction(
      [name],
      when: {
        !($0.options.onError == .skip
          || $0.options.onError == nil && [.check, .retry].contains($0.command))
      }, "--\(name) has no effect unless bad records are skipped: add --on-error skip")
  }

  private static let rawRejects = [
    Contradiction(
      ["rejects-format"], when: { !$0.given.contains("rejects") && $0.command != .retry },
      "--rejects-format has no effect without --rejects: add --rejects FILE"),
    Contradiction(
      ["rejects-format"],
      when: {
        $0.options.rejectsFormat == .raw
          && ($0.options.rejects == "-" || $0.command == .retry && $0.files.contains("-"))
      }, "--rejects-format raw needs two files, FILE and FILE.errors: use a file name instead of -"),
    Contradiction(["rejects-format", "records"]) {
      $0.options.rejectsFormat == .raw ? notLines("--records") : nil
    },
    Contradiction(["rejects-format", "input"]) { invocation in
      let options = invocation.options
      return options.rejectsFormat == .raw && !options.readsLines
        ? notLines("--input \(options.input)") : nil
    },
  ]

  private static func notLines(_ option: String) -> String {
    "--rejects-format raw writes whole lines, and the records of \(option) are not lines: remove one "
      + "of them"
  }

  private static let rows = [
    Contradiction(["raw", "format"]) { invocation in
      let format = invocation.options.format
      return format == .jsonl
        ? nil : "--raw writes JSON, and --format \(format) does not: remove one of them"
    },
    Contradiction(
      ["merge", "format"], when: { $0.options.format == .arrow },
      "--merge cannot insert rows into an Arrow stream: remove it, and read both streams one after the other"),
    Contradiction(
      ["types", "schema"], "--types and --schema both replace PATHS: remove one of them"),
    Contradiction(["raw", "schema"], "--raw takes PATHS, which --schema replaces: remove one of them"),
    Contradiction(["raw", "types"], "--raw takes PATHS, which --types replaces: remove one of them"),
    Contradiction(
      ["mismatch"], when: { !$0.options.hasTypes },
      "--mismatch has no effect without --types: add the types of the columns"),
    Contradiction(["null"]) { invocation in
      guard let format = invocation.options.format.rows, format != .jsonl else {
        return "--null has no effect without --format csv or tsv: add one of them"
      }
      return format.canWrite(null: invocation.options.null ?? "")
        ? nil : "--null takes a text without the separator of \(format), quotes and line breaks"
    },
    Contradiction(
      ["no-header"], when: { ![.csv, .tsv].contains($0.options.format) },
      "--no-header has no effect without --format csv or tsv: add one of them"),
    Contradiction(
      ["each-empty"], when: { $0.options.each == nil },
      "--each-empty has no effect without --each: add --each 'PATH[*]'"),
    Contradiction(
      ["batch-rows"], when: { $0.options.format != .arrow },
      "--batch-rows has no effect without --format arrow: add --format arrow"),
  ]

  private static let inferred: [Contradiction] =
    [
      Contradiction(
        ["schema"], when: { $0.options.infersColumns && $0.command != .select },
        "--schema auto is for select, which reads FILE twice: for a file with that name, write --schema ./auto"
      ),
      Contradiction(
        ["schema"], when: { $0.options.infersColumns && $0.files.contains("-") },
        "--schema auto reads each FILE twice, and standard input can be read only once: name a FILE, or give the "
          + "columns with --types"),
      Contradiction(
        ["schema", "each"], when: { $0.options.infersColumns },
        "--each needs columns of the elements, and --schema auto has lists of them: give --types, as in "
          + "--types 'items[*].sku:string'"),
      Contradiction(
        ["sample"], when: { $0.command == .select && !$0.options.infersColumns },
        "--sample of select is about the columns that --schema auto infers: add --schema auto, or use --limit"
      ),
    ]
    + ["range", "split"].map { name in
      Contradiction(
        ["schema", name], when: { $0.options.infersColumns },
        "--schema auto reads whole FILEs, and --\(name) reads a part: infer the columns once with 'streammap schema "
          + "--format types FILE > columns', and give --schema columns to each part")
    }

  private static let counting = [
    "on-error", "rejects", "max-errors", "report", "max-depth", "max-record", "lenient",
  ]
  .map { name in
    Contradiction(
      [name], when: { $0.command == .count && !$0.options.countChecks },
      "--\(name) has no effect, because count does not parse records: add --validate full")
  }

  private static let checkpoints = [
    Contradiction(
      ["checkpoint"], when: { $0.options.checkpoint == "-" },
      "--checkpoint needs a FILE that the next run can find: use a file name instead of -"),
    Contradiction(
      ["checkpoint"], when: { $0.options.output ?? "-" == "-" },
      "--checkpoint needs an output file that it can truncate to resume: add --output FILE"),
    Contradiction(
      ["checkpoint", "unordered"], "--checkpoint needs rows in input order: remove --unordered"),
    Contradiction(
      ["checkpoint-interval"], when: { !$0.given.contains("checkpoint") },
      "--checkpoint-interval has no effect without --checkpoint: add --checkpoint FILE"),
  ]

  /// Options that cut the input at lines.
  private static let parts =
    ["range", "split", "checkpoint", "sample", "complete-lines"].flatMap { name in
      [
        Contradiction(
          [name, "records"], "--\(name) works only with lines: remove --records or --\(name)"),
        Contradiction(
          [name, "input"], when: { !$0.options.readsLines },
          "--\(name) works only with lines (--input lines, embedded-lines or sse): remove --input or --\(name)"
        ),
      ]
    } + [
      Contradiction(
        ["split", "complete-lines"], when: { $0.options.follows },
        "--split depends on the size of FILE, which grows: remove --split or --checkpoint"),
      Contradiction(
        ["limit", "complete-lines"], when: { $0.options.follows },
        "--complete-lines with --checkpoint continues where a run ended, and --limit ends it for good: remove one of them"
      ),
      Contradiction(["range", "split"], "--range and --split cannot be combined: remove one of them"),
      Contradiction(["range", "sample"], "--range and --sample cannot be combined: remove one of them"),
      Contradiction(["split", "sample"], "--split and --sample cannot be combined: remove one of them"),
      Contradiction(["limit", "sample"], "--limit and --sample cannot be combined: remove one of them"),
      Contradiction(
        ["stdin-offset", "split"],
        "--stdin-offset does not know the size of the file: use --range instead of --split"),
      Contradiction(
        ["stdin-offset", "checkpoint"], "--checkpoint cannot read standard input again: remove one of them"),
      Contradiction(
        ["stdin-offset"], when: { $0.files != ["-"] }, "--stdin-offset is about standard input: name no FILE"),
      Contradiction(
        ["stdin-name"], when: { !$0.files.contains("-") },
        "--stdin-name is about standard input: name no FILE, or - among the FILEs"),
      Contradiction(
        ["stdin-offset"], when: { !$0.options.readsLines },
        "--stdin-offset works only with --input lines: remove one of them"),
      Contradiction(["stdin-offset"]) { invocation in
        let (base, start) = (invocation.options.standardInputOffset ?? 0, invocation.rangeStart)
        return start > base || start == 0 && base == 0
          ? nil
          : "--range must begin at \(base + 1) or later, because the byte before its first record decides where that begins"
      },
    ]

  private static let conditions = [
    Contradiction(
      ["where", "records"], when: { $0.options.filter?.paths.contains { $0.text == "$key" } == true },
      "--where cannot test $key: write ['$key'] for a member with that name")
  ]

  private static let schemas =
    inferred + [
      Contradiction(
        ["swift", "format"], "--swift and --format cannot be combined: remove one of them"),
      Contradiction(
        ["name"], when: { !$0.options.writesSwift }, "--name has no effect without --swift: add --swift"),
    ]

  /// Options whose outputs would mix on standard output or standard error.
  private static let streams = [
    Contradiction(
      ["report", "rejects"], when: { $0.options.report == "-" && $0.options.rejects == "-" },
      "--report and --rejects cannot both be -: use a file name for one of them"),
    Contradiction(
      ["report"],
      when: { $0.options.report == "-" && $0.command != .check && $0.options.output ?? "-" == "-" },
      "--report - would mix the report with the output: add --output FILE, or write the report to a FILE"),
  ]

  /// The options that name files to read or write, with their files. Some options use additional files.
  private static let fileOptions: [(name: String, files: @Sendable (Options) -> [FilePath?])] = [
    ("output", { [$0.output] }),
    (
      "rejects",
      { options in
        [options.rejects, options.rejectsFormat == .raw ? options.rejects.map(Session.errorsPath) : nil]
      }
    ), ("report", { [$0.report] }),
    ("checkpoint", { $0.checkpoint.map { [$0] + Checkpoint.sideFiles(of: $0) } ?? [] }),
    ("merge", { [$0.merge] }),
  ]

  private static let sameFiles = fileOptions.indices.flatMap { index in
    fileOptions[..<index].map { first in
      let second = fileOptions[index]
      return Contradiction([first.name, second.name]) { invocation in
        let files = Set(first.files(invocation.options).compactMap(\.self))
        return second.files(invocation.options).compactMap(\.self).first { $0 != "-" && files.contains($0) }
          .map {
            "--\(first.name) and --\(second.name) both use the file \($0): name another file for one of them"
          }
      }
    }
  }
}

extension Invocation {
  /// The offset at which --range begins.
  fileprivate var rangeStart: Int {
    if case .range(let range) = options.inputRange { range.lowerBound } else { 0 }
  }
}
