/// The plan for reading an input: its framing, how records become models, and how rejected records are reported.
package struct ReadingPlan<Root>: Sendable {
  /// The source of models.
  enum Content: Sendable {
    case mapping(Mapping<Root>)
    /// A closure that creates a reader for records with these limits.
    case reader(Limits, @Sendable (Limits) -> any RecordReader<Root>)
  }

  let content: Content
  let framing: Framing
  /// Whether a last line without a line feed is left in the input.
  var completeLines = false
  var options: ReadingOptions
  var onError: ErrorPolicy
  var filter: Filter?
  /// The elements that have rows. Conditions on their values then decide about these rows.
  var elements: RowElements?
  /// Makes a summary of the first records. Nil if none is wanted.
  var sampling: RecordSampling?
  /// Whether each model is copied, and outlives its record.
  var copiesModels = false

  /// The limits of one record.
  package var limits: Limits {
    switch content {
    case .mapping(let mapping): options.limits ?? mapping.limits
    case .reader(let limits, _): options.limits ?? limits
    }
  }

  /// The maximum length of a line, in bytes.
  var lineLimit: Int { framing.lineLimit(limits.clamped.record) }

  /// Creates the filter of the records, if there is one.
  ///
  /// - Parameter reader: reads the records that the filter keeps.
  func makeFilter(for reader: any RecordReader<Root>) -> RecordLoop.Filter? {
    guard let filter else { return nil }
    var options = options
    options.limits = limits
    if let elements, filter.paths.contains(where: \.isMultiple) {
      let records = ElementFilter(filter, elements, options)
      reader.select(records.selection)
      return { bytes, indexed, allowsByteOrderMark in
        records.verdict(of: bytes, indexed, allowsByteOrderMark: allowsByteOrderMark)
      }
    }
    let records = RecordFilter(filter, options)
    return { bytes, indexed, allowsByteOrderMark in
      records.verdict(of: bytes, indexed, allowsByteOrderMark: allowsByteOrderMark)
    }
  }

  /// Creates the sample of the first records, if one is wanted.
  func makeSample() -> RecordSample? {
    var options = options
    options.limits = limits
    return sampling?.makeSample(options)
  }

  /// Creates the reader of the records.
  func makeReader() -> any RecordReader<Root> {
    switch content {
    case .mapping(let mapping):
      let decoder = RecordDecoder(mapping, options: options)
      decoder.isCopied = copiesModels
      return decoder
    case .reader(_, let make): return make(limits)
    }
  }
}

extension ReadingPlan {
  /// Creates a plan for the records of a mapping.
  package init(
    _ mapping: Mapping<Root>, framing: Framing, completeLines: Bool = false,
    options: ReadingOptions = ReadingOptions(),
    onError: ErrorPolicy, filter: Filter? = nil, each elements: RowElements? = nil,
    sampling: RecordSampling? = nil
  ) {
    self.init(
      content: .mapping(mapping), framing: framing, completeLines: completeLines, options: options,
      onError: onError, filter: filter, elements: elements, sampling: sampling)
  }
}
