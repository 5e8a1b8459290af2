/// The options for reading records into the models of a mapping.
///
///     var lines = JSONLines(path: "scraped.jsonl", as: mapping)
///     lines.options = ReadingOptions(extensions: .illFormedUnicode, reportsAllErrors: true)
///     let order = try mapping.decode(json, options: ReadingOptions(context: rates))
///
/// The same value configures ``JSONLines``, ``RecordDecoder`` and ``PushParser``. They read it once, before the first
/// record.
public struct ReadingOptions: Sendable {
  /// The limits of one record. Nil for the limits of the mapping or the decoder.
  public var limits: Limits?

  /// The parser that finds the events of a record.
  public var engine: Engine

  /// How much of a record is validated.
  public var validation: Validation

  /// Non-standard JSON to accept. Empty by default.
  public var extensions: SyntaxExtensions

  /// Whether all errors of a record that does not fit its model are reported, up to a hundred. Otherwise only the first
  /// one is. ``MappingError/others`` has those after the first.
  ///
  /// A record with an error is then read a second time, as if its mismatched values were absent. Closures of the
  /// mapping may therefore be called twice for it. A syntax error or an exceeded limit ends the list. Policies do not
  /// change which errors are reported.
  public var reportsAllErrors: Bool

  /// The counts of absent, null and mismatched values for each field. Nil by default.
  public var statistics: FieldStatistics?

  /// The value for closures of the mapping that take a context. All workers of a stream share it.
  public var context: (any Sendable)?

  /// Creates options. An omitted option has its default.
  public init(
    limits: Limits? = nil, engine: Engine = .automatic, validation: Validation = .full,
    extensions: SyntaxExtensions = [],
    reportsAllErrors: Bool = false, statistics: FieldStatistics? = nil, context: (any Sendable)? = nil
  ) {
    self.limits = limits
    self.engine = engine
    self.validation = validation
    self.extensions = extensions
    self.reportsAllErrors = reportsAllErrors
    self.statistics = statistics
    self.context = context
  }
}
