import Testing

@testable import TestSupport

/// Every kernel compared with known texts. `Scripts/kernels` compares them with a separate reference, bit by bit and
/// with many more texts.
@Suite("Kernels")
struct KernelTests {
  @Test("names, and the selected kernel")
  func names() {
    #expect(Kernel.all.last?.name == "scalar")
    #expect(Set(Kernel.all.map(\.name)).isSubset(of: ["avx512", "avx2", "neon", "scalar"]))
    #expect(Kernel.all.allSatisfy { Kernel.exists($0.name) })
    #expect(!Kernel.exists("avx"))
    #expect(!Kernel.exists(""))
    #expect(Kernel.all.map(\.name).contains(Kernel.best))
  }

  /// The bits of a word as text.
  private static func picture(_ word: UInt64) -> String {
    String((0..<31).map { word >> UInt64($0) & 1 == 1 ? "^" : " " })
  }

  @Test("sets each bit as documented", arguments: Kernel.all)
  func bits(kernel: Kernel) {
    let text = #"{"a\"":[1,"\\",{}] ,"b":tru"# + "\n" + "}{"
    let pictures = [
      #" ^   ^    ^  ^      ^ ^    ^  ^"#,
      #"   ^       ^^                  "#,
      #"^      ^       ^             ^ "#,
      #"                ^^         ^^ ^"#,
      #"         ^    ^ ^^ ^       ^^ ^"#,
    ]
    let index = kernel.index(Array(text.utf8), [.lines, .last])
    #expect(index.blocks.count == 1)
    #expect(index.blocks.first?.map(Self.picture) == pictures)
    #expect(index.ends == [.init(offset: 27, isDoubtful: false), .init(offset: 30, isDoubtful: false)])
    let verdicts = kernel.index(Array(text.utf8), [.lines, .validate, .last]).ends
    #expect(verdicts == [.init(offset: 27, isDoubtful: true), .init(offset: 30, isDoubtful: true)])
  }

  @Test("JSONTestSuite", .corpus(JSONTestSuite.folder, cases: JSONTestSuite.all), arguments: Kernel.all)
  func conformance(kernel: Kernel) throws {
    for file in try JSONTestSuite.files("y_") { #expect(kernel.isSound(file.bytes), "\(file.name)") }
    for file in try JSONTestSuite.files("n_") { #expect(!kernel.isSound(file.bytes), "\(file.name)") }
    let open = Dictionary(uniqueKeysWithValues: OpenVerdict.all.map { ("i_\($0.name).json", $0.rejection) })
    for file in try JSONTestSuite.files("i_") {
      // A byte order mark is skipped elsewhere.
      let isAccepted = open[file.name] == .some(nil) && !file.bytes.starts(with: [0xEF, 0xBB, 0xBF])
      #expect(kernel.isSound(file.bytes) == isAccepted, "\(file.name)")
    }
  }

  /// Lines of documents, some mutated, in calls of several sizes.
  @Test("finds valid what the reference parser accepts", arguments: Kernel.all)
  func verdicts(kernel: Kernel) {
    var generator = DocumentGenerator(seed: SeededRandom.seed, options: .init(allowsLineBreaks: false))
    var findings = Findings()
    var sound = 0
    for _ in 0..<60 {
      var text: [UInt8] = []
      var lines: [[UInt8]] = []
      for _ in 0..<20 {
        let document = generator.document()
        let line = generator.random.chance(1, outOf: 2) ? generator.mutated(document) : document
        lines += line.split(separator: 0x0A, omittingEmptySubsequences: false).map(Array.init)
        text += line + [0x0A]
      }
      let step = 64 + generator.random.below(2000)
      let ends = kernel.index(text, [.lines, .validate, .last], step: step).ends
      #expect(ends.count == lines.count + 1)
      for (line, end) in zip(lines, ends) where !line.starts(with: [0xEF, 0xBB, 0xBF]) {
        let isEmpty = line.allSatisfy { [0x20, 0x09, 0x0D].contains($0) }
        let isValid = isEmpty || (try? ReferenceParser.parse(line)) != nil
        if end.isDoubtful == isValid { findings.add(line, "\(kernel): doubtful: \(end.isDoubtful)") }
        sound += end.isDoubtful ? 0 : 1
      }
    }
    findings.report()
    #expect(sound > 500)
  }

  /// A valid record that is doubtful is read again, so that only its time would tell.
  @Test("finds every character valid, and no other bytes", arguments: Kernel.all)
  func characters(kernel: Kernel) {
    func record(_ content: [UInt8]) -> [UInt8] { Array("\"".utf8) + content + Array("\"".utf8) }
    // Characters of all lengths. 63 apart, they have every last byte.
    for scalar in stride(from: 0x80, through: 0x10FFFF, by: 63).lazy.compactMap(Unicode.Scalar.init) {
      if !kernel.isSound(record(Array(String(scalar).utf8))) { Issue.record("\(kernel): \(scalar.value)") }
    }
    for lead in UInt8(0x80)...0xFF {
      for next: [UInt8] in [
        [], [0x80], [0xBF], [0x80, 0x80], [0xA0, 0xBF], [0x90, 0x80, 0x80], [0x8F, 0xBF, 0xBF],
      ] {
        let isValid = String(validating: [lead] + next, as: UTF8.self) != nil
        if kernel.isSound(record([lead] + next)) != isValid { Issue.record("\(kernel): \(lead) \(next)") }
      }
    }
  }

  @Test("finds an invalid escape at each place", arguments: Kernel.all)
  func escapes(kernel: Kernel) {
    // The kernels take at most 512 bytes at once.
    for place in 0..<1_100 {
      let start = "\"" + String(repeating: "a", count: place)
      for good in [#"\n"#, #"\\"#, #"\\x"#, #"\\\""#, #"\u00e9"#]
      where !kernel.isSound(Array("\(start)\(good)\"".utf8)) {
        Issue.record("\(kernel): \(good) after \(place) bytes is doubtful")
      }
      for bad in [#"\x"#, #"\\\x"#, #"\u00g9"#]
      where kernel.isSound(Array("\(start)\(bad)\"".utf8)) {
        Issue.record("\(kernel): \(bad) after \(place) bytes is sound")
      }
    }
  }

  @Test("splitting the text changes nothing", arguments: Kernel.all)
  func cuts(kernel: Kernel) {
    var generator = DocumentGenerator(seed: SeededRandom.seed)
    for options: Kernel.Options in [[.lines], [.lines, .validate], [.last], [.validate, .last]] {
      for _ in 0..<40 {
        let text = generator.mutated(generator.document() + [0x0A] + generator.document())
        let whole = kernel.index(text, options)
        for step in [64, 65, 100, 127, 128, 200, 512, 600] {
          #expect(kernel.index(text, options, step: step) == whole, "\(step) bytes, \(SeededRandom.again)")
        }
      }
    }
  }

  @Test("kernels agree", arguments: Kernel.all)
  func agreement(kernel: Kernel) {
    var random = SeededRandom(seed: SeededRandom.seed)
    let bytes = Array("\"\\{}[],:01-+.eE tfnrulas\n\u{E9}".utf8) + [0xFF, 0x80]
    let scalar = Kernel(name: "scalar")
    for _ in 0..<200 {
      let text = (0..<random.below(700)).map { _ in random.pick(bytes) }
      for options: Kernel.Options in [[.lines, .last], [.validate, .last], [.lines, .validate]] {
        #expect(kernel.index(text, options) == scalar.index(text, options), "\(SeededRandom.again)")
      }
    }
  }

  @Test("the depth limit is exact at any depth", arguments: Kernel.all)
  func depth(kernel: Kernel) {
    for limit in [0, 1, 2, 29, 30, 31, 32, 62, 63, 511, 512] {
      for depth in [0, 1, limit, limit + 1, 5000] {
        let objects = Array(String(repeating: #"{"a":"#, count: depth).utf8)
        let text = objects + [0x31] + Array(repeating: 0x7D, count: depth)
        let isSound = kernel.isSound(text, limits: ReferenceLimits(depth: limit))
        #expect(isSound == (depth <= limit), "depth \(depth), limit \(limit)")
        #expect(!kernel.isSound(objects + [0x31] + Array(repeating: 0x5D, count: depth)) || depth == 0)
      }
    }
  }

  /// Text over a limit is never valid. Text far below it is not reported as doubtful.
  @Test("length limits", arguments: Kernel.all)
  func lengths(kernel: Kernel) {
    for limit in [0, 100, 191, 192, 300, 1000] {
      for offset in 0..<64 {
        let space = Array(repeating: UInt8(ascii: " "), count: offset)
        for count in [limit - 200, limit - 129, limit, limit + 1, limit + 500] where count > 0 {
          let letters = Array(repeating: UInt8(ascii: "7"), count: count)
          let quoted = [0x22] + letters + [0x22]
          let texts = [
            (quoted, ReferenceLimits(string: limit)),
            ([0x7B] + quoted + [0x3A, 0x31, 0x7D], ReferenceLimits(name: limit)),
            (letters, ReferenceLimits(number: limit)),
          ]
          for (text, limits) in texts {
            let isSound = kernel.isSound(space + text, limits: limits)
            if count > limit { #expect(!isSound, "\(count) bytes, limit \(limit)") }
            if count < limit - 128 { #expect(isSound || limit < 192, "\(count) bytes, limit \(limit)") }
          }
        }
      }
    }
  }

  @Test("finds the end of a container", arguments: Kernel.all)
  func skipping(kernel: Kernel) {
    let text = Array((#"[[1,{"]":"}"},[]],[2]"# + String(repeating: " ", count: 100) + "]\n]").utf8)
    let index = kernel.index(text, [.lines, .last])
    #expect(kernel.skip(index, from: 1, depth: 1, end: 122) == 122)
    #expect(kernel.skip(index, from: 2, depth: 1, end: 122) == 17)
    #expect(kernel.skip(index, from: 5, depth: 1, end: 122) == 13)
    #expect(kernel.skip(index, from: 5, depth: 2, end: 122) == 17)
    #expect(kernel.skip(index, from: 2, depth: 3, end: 122) == 123)
    #expect(kernel.skip(index, from: 2, depth: 1, end: 16) == 17)
  }

  @Test("reads nothing outside the bytes", arguments: Kernel.all)
  func bounds(kernel: Kernel) throws {
    let guarded = try #require(GuardedBytes())
    var random = SeededRandom(seed: SeededRandom.seed)
    for count in 0...600 {
      let bytes = (0..<count).map { _ in random.pick(Array("\"{}[]\\,:1 é\n".utf8)) }
      let expected = kernel.index(bytes, [.lines, .validate, .last])
      unsafe guarded.show(bytes) { place in
        #expect(unsafe kernel.index(place, count, [.lines, .validate, .last]) == expected)
      }
    }
  }

  /// The bytes after a literal are compared with those of its pattern, which are zeros.
  @Test("a zero byte after a literal, at the end of a span of blocks", arguments: Kernel.all)
  func zeroAfterLiteral(kernel: Kernel) {
    for literal in ["true", "null", "false"] {
      let spaces = String(repeating: " ", count: 4094 - literal.utf8.count)
      #expect(!kernel.isSound(Array("[\(spaces)\(literal)\0,1]".utf8)))
    }
  }
}
