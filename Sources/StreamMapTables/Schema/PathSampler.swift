import StreamMap

/// The paths of the first records of a reading.
package struct PathSummary: RecordSummary {
  private(set) var schema = InferredSchema(bounds: .ofFirstRecords)

  package var count: Int { schema.records }

  fileprivate mutating func add(_ record: ColumnRow) { schema.add(record) }

  package mutating func merge(_ next: any RecordSummary) {
    if let next = next as? PathSummary { schema.merge(next.schema) }
  }
}

/// Adds the paths of records to a summary.
final class PathSampler: RecordSampler {
  private let decoder: RecordDecoder<ColumnRow>?
  private var summary = PathSummary()

  init(_ options: ReadingOptions) {
    let own = ReadingOptions(limits: options.limits, extensions: options.extensions)
    decoder = (try? InferredSchema.mapping(keepsRows: false))?.makeDecoder(own)
  }

  func add(_ record: Span<UInt8>) {
    // The reading itself reports a malformed record.
    try? decoder?.read(record) { summary.add($0) }
  }

  func take() -> any RecordSummary {
    defer { summary = PathSummary() }
    return summary
  }
}

extension RecordSampling {
  /// Creates a summary of the paths of the first records.
  package convenience init(ofPaths: Void = ()) {
    self.init { PathSampler($0) }
  }
}

extension InferredSchema.Bounds {
  /// Bounds for suggestions: enough for the paths of nearly all inputs, in little memory.
  package static var ofFirstRecords: InferredSchema.Bounds {
    var bounds = InferredSchema.Bounds()
    bounds.paths = 10_000
    bounds.pathBytes = 1 << 20
    bounds.examples = 0
    return bounds
  }
}
