import StreamMap

// Records through both engines. The first bytes of an input choose a mapping, limits and cuts. The rest is the text.
extension FuzzTarget {
  private static let subjects: [any MappingFixture] = {
    do {
      return try MappingFixtures.all()
    } catch {
      fatalError("\(error)")
    }
  }()

  private static let choiceCount = 4

  func recordDifference(_ input: [UInt8]) -> String? {
    guard input.count >= Self.choiceCount else { return nil }
    let subject = Self.subjects[Int(input[0]) % Self.subjects.count]
    let limits = Self.limits(input[1])
    let seed = UInt64(input[2]) | UInt64(input[3]) << 8
    let sample = Self.sample(input[Self.choiceCount...])
    var references: [RouteOptions: Trace] = [:]
    let memory = ExactMemory()
    for trial in trials(limits, seed, checksEverything: subject.checksEverything) {
      let reference = references[trial.reference] ?? subject.trace(sample, trial.reference, memory)
      references[trial.reference] = reference
      let trace = subject.trace(sample, trial.way, memory)
      if let difference = trial.difference(trace, reference) {
        return "\(subject.name): \(trial)\n\(difference)\ntext: \(excerpt(sample.text, limit: 4_000))"
      }
    }
    return nil
  }

  /// A text whose chunks each end with an empty line, so that they may be records of several lines.
  private static func sample(_ text: ArraySlice<UInt8>) -> Sample {
    var pieces: [[UInt8]] = []
    var start = text.startIndex
    for index in text.indices.dropFirst() where text[index] == 0x0A && text[index - 1] == 0x0A {
      pieces.append(Array(text[start...index]))
      start = index + 1
    }
    return Sample(pieces: pieces + [Array(text[start...])])
  }

  private func trials(_ limits: Limits, _ seed: UInt64, checksEverything: Bool) -> [Trial] {
    let routes: [Route] = [.pushed, .bytes, .interrupted, .results, .mixed]
    let way = RouteOptions(
      engine: .index, validation: self == .engines || checksEverything ? .full : .mapped, limits: limits)
    var cut = way.on(routes[Int(seed % 5)])
    cut.seed = seed / 5
    let ways = [way, way.on(.records), cut]
    return ways.map { self == .engines ? Trial.full($0) : .mapped($0) }
  }

  private static func limits(_ choice: UInt8) -> Limits {
    switch choice % 8 {
    case 0: Limits(depth: 2, string: 5, name: 3, number: 4, record: 40)
    case 1: Limits(depth: Int(choice >> 3), string: 200, name: 10, number: 12, record: 500)
    case 2: Limits(depth: 64, string: 64, name: 64, number: 64, record: 64)
    case 3: Limits(string: Int(choice >> 3), number: Int(choice >> 3))
    default: Limits()
    }
  }
}

/// Lends separate memory of exactly the lent size, so that AddressSanitizer checks its bounds.
final class ExactMemory: TestMemory {
  func withBytes(_ bytes: ArraySlice<UInt8>, to body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    let block = UnsafeMutableRawBufferPointer.allocate(byteCount: bytes.count, alignment: 1)
    defer { unsafe block.deallocate() }
    unsafe bytes.withUnsafeBytes { unsafe block.copyMemory(from: $0) }
    try unsafe body(UnsafeRawBufferPointer(block))
  }
}
