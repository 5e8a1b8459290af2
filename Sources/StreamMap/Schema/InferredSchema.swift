/// What records look like: every path that they have, with its types, its counts and a few examples.
///
///     var schema = InferredSchema()
///     try JSONLines(path: "tweets.jsonl", as: Schema.mapping()).forEach { record, _ in schema.add(record) }
///     for entry in schema.entries { print(entry.path, entry.counts, entry.nullRate) }
///     print(schema.swift(named: "Tweet"))
///
/// Schemas of parts, merged in the order of the input, are the schema of the whole, whatever the parts:
///
///     try lines.reduce(into: InferredSchema(), workers: 4) { schema, record, _ in schema.add(record) }
///       combine: { $0.merge($1) }
///
/// Memory is bounded by ``Bounds``, not by the input: an object with more names than a path may have is a
/// dictionary, whose members are one path (`counts.*`) from then on.
public struct InferredSchema: Sendable {
  var trie: SchemaTrie

  /// How much is remembered.
  public struct Bounds: Sendable, Hashable {
    /// The most paths. Those that are met later are left out; see ``InferredSchema/isComplete``.
    public var paths = 100_000

    /// The most names that the objects of one path can have. Where there are more, they are the keys of a
    /// dictionary.
    public var names = 1_000

    /// The bytes of all paths together, written out, beyond which a new one is left out. One of more than
    /// 512 steps is left out, too.
    public var pathBytes = 16 << 20

    /// The most examples of a path: the first different ones.
    public var examples = 3

    /// The bytes of an example; of a longer one the beginning is kept.
    public var exampleBytes = 64

    /// The defaults.
    public init() {}
  }

  /// The schema of no record.
  public init(bounds: Bounds = Bounds()) {
    trie = SchemaTrie(bounds: bounds)
  }

  /// The mapping that reads records for ``add(_:)``. What it finds good is valid JSON, checked in full.
  ///
  /// - Throws: nothing that its caller could cause.
  public static func mapping(limits: Limits = Limits()) throws(PathError) -> Mapping<ProjectedRow> {
    try Projection("$").mapping(limits: limits)
  }

  /// The records added.
  public var records: Int { trie.records }

  /// Whether every path is there: there were no more than ``Bounds/paths``, of no more than
  /// ``Bounds/pathBytes``. What is there is counted in full in any case; but which of too many paths are,
  /// may depend on where the input was cut into parts.
  public var isComplete: Bool { !trie.isTruncated }

  /// Adds a record, as ``mapping(limits:)`` reads it.
  ///
  /// - Complexity: O(n) in the length of its text.
  public mutating func add(_ record: ProjectedRow) {
    // A row has nothing of a record that is null.
    if !record.forEachValue(0, { trie.add(validated: $0) }) { _ = trie.null() }
  }

  /// Adds the records of another schema, which came after these.
  ///
  /// Associative: `a` merged with `b` and then with `c` is `a` merged with what `b` and `c` are together.
  ///
  /// - Complexity: O(n) in the paths of both.
  public mutating func merge(_ next: InferredSchema) {
    trie.merge(next.trie)
  }
}
