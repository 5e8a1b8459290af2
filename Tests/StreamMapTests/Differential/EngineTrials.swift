import Foundation
import StreamMap
import Testing

@testable import TestSupport

/// Compares the engines on samples, and reports shrunk differences. Holds the subjects and the findings.
struct EngineTrials {
  let subjects: [any MappingFixture]
  let memory = GuardedMemory()
  private(set) var documents = 0
  private(set) var bytes = 0
  /// The results of the references, to check that the samples cover everything.
  private(set) var taken: [String: Int] = [:]
  private(set) var refused: [MappingError.Kind: Int] = [:]
  private var findings: [Finding] = []

  private struct Finding {
    var title: String
    var text: String
  }

  init() throws {
    subjects = try MappingFixtures.all()
  }

  /// The findings, for the test that expects one.
  var texts: [String] { findings.map(\.text) }

  var isFull: Bool { findings.count >= 5 }

  /// Reads the sample through a subject by these ways.
  mutating func run(_ subject: any MappingFixture, _ sample: Sample, _ trials: [Trial], _ origin: String) {
    var references: [RouteOptions: Trace] = [:]
    documents += sample.pieces.count
    bytes += sample.count
    for trial in trials {
      let reference = references[trial.reference] ?? subject.trace(sample, trial.reference, memory)
      if references.isEmpty { tally(subject, reference) }
      references[trial.reference] = reference
      let trace = subject.trace(sample, trial.way, memory)
      let relation = subject.checksEverything ? Trial.Relation.same : trial.relation
      let found = Trial(way: trial.way, reference: trial.reference, relation: relation)
      if found.difference(trace, reference) != nil { add(subject, sample, found, origin) }
    }
  }

  private mutating func tally(_ subject: any MappingFixture, _ reference: Trace) {
    var models = 0
    for entry in reference.entries {
      if let kind = entry.kind { refused[kind, default: 0] += 1 } else { models += 1 }
    }
    taken[subject.name, default: 0] += models
  }

  private mutating func add(_ subject: any MappingFixture, _ sample: Sample, _ trial: Trial, _ origin: String)
  {
    let title = "\(subject.name): \(trial)"
    if isFull || findings.contains(where: { $0.title == title }) { return }
    let memory = memory
    let smallest = Shrinking.smallest(sample) { trial.difference(of: subject, on: $0, memory) != nil }
    let difference = trial.difference(of: subject, on: smallest, memory) ?? "nothing, when read again"
    let pieces = smallest.pieces.map { excerpt($0, limit: 2_000) }.joined(separator: "\n       ")
    let text = "\(title)\n\(difference)\ninput: \(pieces)\nfrom \(origin), \(SeededRandom.again)"
    findings.append(Finding(title: title, text: text))
  }

  func report(sourceLocation: SourceLocation = #_sourceLocation) {
    for finding in findings { Issue.record("\(finding.text)", sourceLocation: sourceLocation) }
  }
}

extension EngineTrials {
  /// The lines as they are, and the chunks one by one.
  static func plain(_ limits: Limits) -> [Trial] {
    let full = RouteOptions(engine: .index, limits: limits)
    let mapped = RouteOptions(engine: .index, validation: .mapped, limits: limits)
    return [.full(full), .full(full.on(.records)), .mapped(mapped), .mapped(mapped.on(.records))]
  }

  /// Every way of reading.
  static func all(_ limits: Limits, seed: UInt64) -> [Trial] {
    Route.allCases.flatMap { route in
      var full = RouteOptions(route: route, engine: .index, limits: limits, seed: seed)
      let mapped = RouteOptions(route: route, engine: .index, validation: .mapped, limits: limits, seed: seed)
      let trials = [Trial.full(full), .mapped(mapped)]
      full.stops = true
      return trials + [.full(full)]
    }
  }

  /// The plain ways, two others, and sometimes one that seldom differs.
  static func some(_ limits: Limits, _ random: inout SeededRandom) -> [Trial] {
    var trials = plain(limits)
    let full = RouteOptions(engine: .index, limits: limits)
    let mapped = RouteOptions(engine: .index, validation: .mapped, limits: limits)
    var cut = full.on(route(&random))
    cut.seed = random.next()
    cut.stops = random.chance(1, outOf: 6)
    trials.append(.full(cut))
    cut = mapped.on(route(&random))
    cut.seed = random.next()
    trials.append(.mapped(cut))
    if random.chance(1, outOf: 10) {
      var other = RouteOptions(engine: random.pick([.automatic, .index]), limits: limits)
      other = other.on(random.pick(Route.allCases))
      other.seed = random.next()
      other.stops = random.chance(1, outOf: 2)
      trials.append(.full(other))
    }
    if random.chance(1, outOf: 8) {
      var inspecting = RouteOptions(
        route: random.pick(Route.allCases), engine: random.pick([.index, .yajl]), limits: limits)
      inspecting.seed = random.next()
      inspecting.stops = random.chance(1, outOf: 4)
      inspecting.inspects = true
      trials.append(.full(inspecting))
    }
    if random.chance(1, outOf: 40) {
      var checked = RouteOptions(
        route: random.pick(Route.allCases), engine: .yajl, validation: .mapped, limits: limits)
      checked.seed = random.next()
      trials.append(.full(checked))
    }
    return trials
  }

  /// Files and descriptors are slower than the others.
  private static func route(_ random: inout SeededRandom) -> Route {
    random.pick([
      .pushed, .pushed, .pushed, .pushed, .bytes, .bytes, .interrupted, .mixed, .mixed, .results,
      random.pick([.pushed, .pushed, .path, .descriptor]),
    ])
  }

  /// Mostly the defaults, some small limits, and some near the size of a block.
  static func limits(_ random: inout SeededRandom) -> Limits {
    switch random.below(10) {
    case 0: Limits(depth: 2, string: 5, name: 3, number: 4, record: 40)
    case 1:
      Limits(
        depth: random.below(7), string: random.below(16), name: random.below(10), number: random.below(8),
        record: random.pick([0, 1, 10, 100, 1_000, 100_000]))
    case 2:
      Limits(
        depth: random.pick([1, 3, 63, 64, 65, 511, 512, 513, 2_000]),
        string: random.pick([60, 63, 64, 65, 127, 128, 129, 256, 4_096, 65_535, 65_536]),
        name: random.pick([22, 23, 24, 63, 64, 65, 70, 71, 72]),
        number: random.pick([15, 16, 17, 19, 20, 63, 64, 65]),
        record: random.pick([200, 1_000, 5_000, 65_536, 65_537, 262_144, 1 << 26]))
    default: Limits()
    }
  }
}
