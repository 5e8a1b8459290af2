import StreamMap

/// The schema of records: every path in them, with its types, its counts and a few examples.
///
///     var schema = InferredSchema()
///     try JSONLines(path: "tweets.jsonl", as: InferredSchema.mapping()).forEach { record, _ in schema.add(record) }
///     for entry in schema.entries { print(entry.path, entry.counts, entry.nullRate) }
///     print(schema.swift(named: "Tweet"))
///
/// Schemas of parts can be merged in the order of the input. The result is the schema of the whole input, however it
/// was split:
///
///     try lines.reduce(into: InferredSchema(), workers: 4) { schema, record, _ in schema.add(record) }
///       combine: { $0.merge($1) }
///
/// Memory is bounded by ``Bounds``, not by the input. An object with more names than a path may have becomes a
/// dictionary. From then on its members share one path (`counts.*`).
public struct InferredSchema: Sendable {
  var trie: SchemaTrie

  /// The limits of what a schema stores.
  ///
  ///     var bounds = InferredSchema.Bounds()
  ///     bounds.names = 100
  ///     var schema = InferredSchema(bounds: bounds)
  public struct Bounds: Sendable, Hashable {
    /// The maximum number of paths. Paths found later are dropped. See ``InferredSchema/isComplete``.
    public var paths = 100_000

    /// The maximum number of names in the objects of one path. If there are more, they are the keys of a dictionary.
    public var names = 1_000

    /// The maximum number of bytes of all paths as text. A new path beyond it is dropped. A path of more than 512
    /// steps is dropped too.
    public var pathBytes = 16 << 20

    /// The maximum number of examples of a path. They are its first distinct values.
    public var examples = 3

    /// The maximum number of bytes of an example. A longer one is truncated.
    public var exampleBytes = 64

    /// Creates the default bounds.
    public init() {}
  }

  /// Creates a schema of no records.
  public init(bounds: Bounds = Bounds()) {
    trie = SchemaTrie(bounds: bounds)
  }

  /// Returns the mapping that reads records for ``add(_:)``. Each record that it accepts is valid JSON and was checked
  /// in full.
  ///
  /// - Throws: no error that the caller could cause.
  public static func mapping(limits: Limits = Limits()) throws(PathError) -> Mapping<ColumnRow> {
    try mapping(keepsRows: true, limits: limits)
  }

  /// - Parameter keepsRows: whether a row can be used after the closure that gets it.
  package static func mapping(keepsRows: Bool, limits: Limits = Limits()) throws(PathError) -> Mapping<
    ColumnRow
  > {
    // The schema passes over white space itself.
    try Projection("$").mapping(.verbatim, keepsRows: keepsRows, limits: limits)
  }

  /// The number of records that were added.
  public var records: Int { trie.records }

  /// Whether the schema contains every path. This is so if there were no more than ``Bounds/paths`` paths, and they
  /// have no more than ``Bounds/pathBytes`` bytes. The counts of each path in the schema are always exact. If there
  /// are too many paths, the way the input was split can affect which of them are in the schema.
  public var isComplete: Bool { !trie.isTruncated }

  /// Adds a record that was read with ``mapping(limits:)``.
  ///
  /// - Complexity: O(n) in the length of its text.
  public mutating func add(_ record: ColumnRow) {
    // A row stores nothing for a record that is null.
    if !record.forEachValue(0, { trie.add(validated: $0) }) { _ = trie.null() }
  }

  /// Adds the records of another schema, which came after these.
  ///
  /// Merging is associative: merging `b` and then `c` into `a` equals merging into `a` the merged `b` and `c`.
  ///
  /// - Complexity: O(n) in the paths of both.
  public mutating func merge(_ next: InferredSchema) {
    trie.merge(next.trie)
  }
}
