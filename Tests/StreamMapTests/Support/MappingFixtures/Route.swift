import StreamMap

/// The routes by which lines or single records enter the library.
enum Route: String, Sendable, CaseIterable {
  /// All of the text at once, in place: `RecordDecoder.decodeLines`.
  case lines
  /// The same, on a decoder that has read half of the text before, until its closure threw.
  case interrupted
  /// The same, on a decoder that has read the chunks before, one by one.
  case mixed
  /// Chunk by chunk, each a record: `RecordDecoder.read` and `RecordDecoder.decode`.
  case records
  /// `JSONLines` of bytes in memory.
  case bytes
  /// `JSONLines(path:)`.
  case path
  /// `JSONLines` of a descriptor. Its reads end anywhere.
  case descriptor
  /// `JSONLines.results`.
  case results
  /// `PushParser` with lines.
  case pushed

  /// The route with exactly the same results.
  var canonical: Route {
    switch self {
    case .lines, .interrupted, .mixed, .bytes, .path, .descriptor, .pushed: .lines
    case .records, .results: self
    }
  }
}

/// A route with all its options.
struct RouteOptions: Hashable, Sendable, CustomStringConvertible {
  var route = Route.lines
  var engine = Engine.yajl
  var validation = Validation.full
  var limits = Limits()
  /// A malformed record ends reading instead of being skipped.
  var stops = false
  /// The positions where chunks are cut.
  var seed: UInt64 = 0
  /// Reports all errors, and collects field statistics. Both must change neither models nor the first error.
  var inspects = false

  var description: String {
    var text = "\(route) \(engine) \(validation)"
    if stops { text += ", stopping" }
    if inspects { text += ", inspecting" }
    if limits != Limits() {
      text += ", limits: depth \(limits.depth) string \(limits.string) name \(limits.name)"
      text += " number \(limits.number) record \(limits.record)"
    }
    return route.canonical == route ? text : text + ", cut by \(seed)"
  }

  /// The reference way with the same results.
  var reference: RouteOptions {
    var way = self
    way.route = route.canonical
    way.engine = .yajl
    way.validation = .full
    way.seed = 0
    way.inspects = false
    return way
  }

  /// The same way with every option except the route.
  func on(_ route: Route) -> RouteOptions {
    var way = self
    way.route = route
    return way
  }
}

extension RouteOptions {
  var options: ReadingOptions {
    ReadingOptions(
      limits: limits, engine: engine, validation: validation, reportsAllErrors: inspects,
      statistics: inspects ? FieldStatistics() : nil)
  }
}

/// Two ways that must give the same results for a sample.
struct Trial: Sendable, CustomStringConvertible {
  enum Relation: Sendable {
    /// Exactly equal.
    case same
    /// Mapped validation accepts everything that full validation accepts.
    case mapped
  }

  var way: RouteOptions
  var reference: RouteOptions
  var relation = Relation.same

  var description: String { "\(way)\nagainst \(reference)" }

  /// Describes the difference between the two, or returns nil if they agree.
  func difference(_ trace: Trace, _ reference: Trace) -> String? {
    switch relation {
    case .same: trace.difference(from: reference)
    case .mapped: trace.difference(fromFull: reference)
    }
  }

  func difference(of subject: any MappingFixture, on sample: Sample, _ memory: some TestMemory) -> String? {
    difference(subject.trace(sample, way, memory), subject.trace(sample, reference, memory))
  }
}

extension Trial {
  /// Full validation, compared with yajl.
  static func full(_ way: RouteOptions) -> Trial {
    Trial(way: way, reference: way.reference)
  }

  /// Mapped validation, compared with the plain route, in chunks or not.
  static func mapped(_ way: RouteOptions) -> Trial {
    if way.route == way.route.canonical {
      return Trial(way: way, reference: way.reference, relation: .mapped)
    }
    return Trial(way: way, reference: way.on(way.route.canonical).uncut)
  }
}

extension RouteOptions {
  fileprivate var uncut: RouteOptions {
    var way = self
    way.seed = 0
    return way
  }
}

/// Lines with their line ends. The routes of lines read them joined, and may divide them differently.
struct Sample: Sendable {
  var pieces: [[UInt8]]

  var text: [UInt8] {
    var text: [UInt8] = []
    text.reserveCapacity(count)
    for piece in pieces { text += piece }
    return text
  }

  var count: Int { pieces.reduce(0) { $0 + $1.count } }
}

/// Lends bytes so that reading one byte too many is detected.
protocol TestMemory: AnyObject {
  /// - Parameter bytes: Lent during the call. Memory after the last byte is unreadable.
  func withBytes(_ bytes: ArraySlice<UInt8>, to body: (UnsafeRawBufferPointer) throws -> Void) rethrows
}
