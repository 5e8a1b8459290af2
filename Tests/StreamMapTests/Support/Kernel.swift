import CStructure

/// A kernel of the structural index, with its results as values.
///
/// SAFETY: names and kernels are the kernels' own and live as long as the process; the arrays
/// have the room that the contract asks for, and are only lent for the call.
struct Kernel: Sendable, CustomStringConvertible {
  let name: String

  var description: String { name }

  /// All kernels that this machine can run, best first.
  static let all: [Kernel] = {
    let names = unsafe streammap_kernel_names()
    var kernels: [Kernel] = []
    while let name = unsafe names[kernels.count] {
      kernels.append(Kernel(name: unsafe String(cString: name)))
    }
    return kernels
  }()

  static func exists(_ name: String) -> Bool { unsafe streammap_kernel_named(name) != nil }

  static var best: String { unsafe String(cString: streammap_kernel_best().pointee.name) }

  struct Options: OptionSet {
    var rawValue: UInt32
    static let lines = Options(rawValue: UInt32(STREAMMAP_LINES))
    static let validate = Options(rawValue: UInt32(STREAMMAP_VALIDATE))
    static let last = Options(rawValue: UInt32(STREAMMAP_LAST))
  }

  struct End: Equatable, Sendable {
    var offset: Int
    var isDoubtful: Bool
  }

  struct Index: Equatable {
    /// Five words per block, in the order of `streammap_structure`.
    var blocks: [[UInt64]]
    var ends: [End]
  }

  /// Indexes a whole text in calls of `step` bytes, at least 64. A block that a call ends in is indexed again.
  func index(
    _ text: [UInt8], _ options: Options, step: Int? = nil, limits: ReferenceLimits = .init()
  ) -> Index {
    var state = Self.state(limits)
    var result = Index(blocks: [], ends: [])
    var done = 0
    while true {
      let isLast = text.count - done <= step ?? .max
      let part = Array(text[done..<(isLast ? text.count : done + (step ?? 0))])
      let now = isLast ? options : options.subtracting(.last)
      let index = unsafe call(part, part.count, base: done, now, &state)
      if isLast { return Index(blocks: result.blocks + index.blocks, ends: result.ends + index.ends) }
      done += part.count / 64 * 64
      result.blocks += index.blocks.dropLast()
      result.ends += index.ends.filter { $0.offset < done }
    }
  }

  /// Indexes a whole text in place.
  @unsafe func index(_ text: UnsafePointer<UInt8>, _ count: Int, _ options: Options) -> Index {
    var state = Self.state(.init())
    return unsafe call(text, count, base: 0, options, &state)
  }

  private func call(
    _ bytes: UnsafePointer<UInt8>, _ count: Int, base: Int, _ options: Options, _ state: inout streammap_state
  ) -> Index {
    guard let kernel = unsafe streammap_kernel_named(name) else { return Index(blocks: [], ends: []) }
    let blockCount = count / 64 + 1
    var words = Array(repeating: UInt64(0), count: 5 * blockCount)
    var ends = Array(repeating: UInt64(0), count: count + 1)
    let endCount = unsafe Self.withStructure(&words, blockCount) { structure in
      var structure = unsafe structure
      return unsafe kernel.pointee.index(
        bytes, count, UInt64(base), options.rawValue, &state, &structure, &ends)
    }
    return Index(
      blocks: (0..<blockCount).map { block in (0..<5).map { words[$0 * blockCount + block] } },
      ends: ends[..<endCount].map { End(offset: Int($0 / 2), isDoubtful: $0 % 2 == 1) })
  }

  private static func state(_ limits: ReferenceLimits) -> streammap_state {
    var state = streammap_state()
    state.depth_limit = UInt32(limits.depth)
    state.string_blocks = blocks(limits.string)
    state.name_blocks = blocks(limits.name)
    state.number_blocks = blocks(limits.number)
    return state
  }

  /// As the index computes them.
  private static func blocks(_ limit: Int) -> UInt32 { limit < 192 ? 0 : UInt32((limit - 128) / 64) }

  /// The verdict on a text of one record.
  func isSound(_ text: [UInt8], limits: ReferenceLimits = .init()) -> Bool {
    index(text, [.validate, .last], limits: limits).ends == [End(offset: text.count, isDoubtful: false)]
  }

  func skip(_ index: Index, from offset: Int, depth: Int, end: Int) -> Int {
    guard let kernel = unsafe streammap_kernel_named(name) else { return -1 }
    var words = (0..<5).flatMap { set in index.blocks.map { $0[set] } }
    return unsafe Self.withStructure(&words, index.blocks.count) { structure in
      var structure = unsafe structure
      return Int(unsafe kernel.pointee.skip(&structure, UInt64(offset), UInt64(depth), UInt64(end)))
    }
  }

  /// Lends five adjacent sets.
  private static func withStructure<Result>(
    _ words: inout [UInt64], _ count: Int, _ body: (streammap_structure) -> Result
  ) -> Result {
    let base = UnsafeMutablePointer<UInt64>.allocate(capacity: 5 * count)
    unsafe base.initialize(from: words, count: 5 * count)
    defer {
      words = unsafe Array(UnsafeBufferPointer(start: base, count: 5 * count))
      unsafe base.deallocate()
    }
    return unsafe body(
      streammap_structure(
        quotes: base, backslashes: base + count, openers: base + 2 * count, closers: base + 3 * count,
        ends: base + 4 * count))
  }
}
