/// How the records of an input are framed, made into models, and reported if they are rejected.
package struct ReadingPlan<Root>: Sendable {
  /// What makes models of records.
  enum Content: Sendable {
    case mapping(Mapping<Root>)
    /// Makes a reader for records of these limits.
    case reader(Limits, @Sendable (Limits) -> any RecordReader<Root>)
  }

  let content: Content
  let framing: Framing
  var options: ReadingOptions
  var onError: ErrorPolicy

  /// The limits of one record.
  var limits: Limits {
    switch content {
    case .mapping(let mapping): options.limits ?? mapping.limits
    case .reader(let limits, _): options.limits ?? limits
    }
  }

  /// Makes the reader of the records.
  func makeReader() -> any RecordReader<Root> {
    switch content {
    case .mapping(let mapping): RecordDecoder(mapping, options: options)
    case .reader(_, let make): make(limits)
    }
  }
}

extension ReadingPlan {
  /// Creates a plan for the records of a mapping.
  package init(
    _ mapping: Mapping<Root>, framing: Framing, options: ReadingOptions = ReadingOptions(),
    onError: ErrorPolicy
  ) {
    self.init(content: .mapping(mapping), framing: framing, options: options, onError: onError)
  }
}
