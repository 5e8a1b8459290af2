import StreamMap

/// How lines, or single records, get into the library.
enum Route: String, Sendable, CaseIterable {
  /// All of the text at once, where it stands: `RecordDecoder.decodeLines`.
  case lines
  /// The same, on a decoder that has read half of it before, until its closure threw.
  case interrupted
  /// The same, on a decoder that has read the pieces before, one by one.
  case mixed
  /// Piece by piece, each a record: `RecordDecoder.read` and `RecordDecoder.decode`.
  case records
  /// `JSONLines(bytes:)`.
  case bytes
  /// `JSONLines(path:)`.
  case path
  /// `JSONLines(descriptor:)`, whose reads end anywhere.
  case descriptor
  /// `JSONLines.results`.
  case results
  /// `PushParser` with lines.
  case pushed

  /// The route whose telling is the same, word for word.
  var canonical: Route {
    switch self {
    case .lines, .interrupted, .mixed, .bytes, .path, .descriptor, .pushed: .lines
    case .records, .results: self
    }
  }
}

/// A route with all that can be chosen on it.
struct Way: Hashable, Sendable, CustomStringConvertible {
  var route = Route.lines
  var engine = Engine.yajl
  var validation = Validation.full
  var limits = Limits()
  /// A bad record ends the reading, instead of being skipped.
  var stops = false
  /// Where pieces are cut.
  var seed: UInt64 = 0
  /// All failures are looked for, and what fields have is counted, which must change neither models nor the first
  /// failure.
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

  /// The way that tells the same, and is believed.
  var reference: Way {
    var way = self
    way.route = route.canonical
    way.engine = .yajl
    way.validation = .full
    way.seed = 0
    way.inspects = false
    return way
  }

  /// The same with every variant but the route's own.
  func on(_ route: Route) -> Way {
    var way = self
    way.route = route
    return way
  }
}

extension Way {
  var options: ReadingOptions {
    ReadingOptions(
      limits: limits, engine: engine, validation: validation, errorDetail: inspects ? .all : .first,
      statistics: inspects ? FieldStatistics() : nil)
  }
}

/// Two ways that must tell the same of a sample.
struct Trial: Sendable, CustomStringConvertible {
  enum Relation: Sendable {
    /// Word for word.
    case same
    /// What full checking takes, checking what is mapped takes, too.
    case mapped
  }

  var way: Way
  var reference: Way
  var relation = Relation.same

  var description: String { "\(way)\nagainst \(reference)" }

  /// What the two differ in, in words; nil if they agree.
  func difference(_ telling: Telling, _ reference: Telling) -> String? {
    switch relation {
    case .same: telling.difference(from: reference)
    case .mapped: telling.difference(fromFull: reference)
    }
  }

  func difference(of subject: any Subject, on sample: Sample, _ lender: some Lender) -> String? {
    difference(subject.tell(sample, way, lender), subject.tell(sample, reference, lender))
  }
}

extension Trial {
  /// Everything checked: as yajl does.
  static func full(_ way: Way) -> Trial {
    Trial(way: way, reference: way.reference)
  }

  /// Checked is what is mapped: as on the plain route, cut or not.
  static func mapped(_ way: Way) -> Trial {
    if way.route == way.route.canonical {
      return Trial(way: way, reference: way.reference, relation: .mapped)
    }
    return Trial(way: way, reference: way.on(way.route.canonical).uncut)
  }
}

extension Way {
  fileprivate var uncut: Way {
    var way = self
    way.seed = 0
    return way
  }
}

/// Lines with what ends them. The routes of lines read them joined, and need not cut them where we do.
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

/// Gives bytes away so that reading one too many is noticed.
protocol Lender: AnyObject {
  /// - Parameter bytes: lent during the call; nothing can be read behind the last of them.
  func lend(_ bytes: ArraySlice<UInt8>, to body: (UnsafeRawBufferPointer) throws -> Void) rethrows
}
