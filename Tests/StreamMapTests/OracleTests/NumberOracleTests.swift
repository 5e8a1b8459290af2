import Testing

@testable import TestSupport

@Suite("Number oracles")
struct NumberOracleTests {
  @Test("integers match decimal arithmetic")
  func decimal() {
    let rows: [(String, DecimalReference)] = [
      ("0", .exact(0)), ("-0", .exact(0)), ("0e999999999999", .exact(0)), ("0.000", .exact(0)),
      ("1", .exact(1)), ("-1", .exact(-1)), ("1.0", .exact(1)), ("1e3", .exact(1000)), ("10e-1", .exact(1)),
      ("1.5", .fraction), ("1.5e1", .exact(15)), ("0.1e1", .exact(1)), ("1e-1", .fraction),
      ("100e-2", .exact(1)),
      ("100e-3", .fraction), ("9223372036854775807", .exact(Int128(Int64.max))),
      ("-9223372036854775808", .exact(Int128(Int64.min))),
      ("9223372036854775808", .exact(Int128(Int64.max) + 1)),
      ("9.223372036854775807e18", .exact(Int128(Int64.max))), ("9.2233720368547758075e18", .fraction),
      ("99999999999999999999", .exact(99_999_999_999_999_999_999)), ("100000000000000000000", .huge),
      ("1e999999999999999999999", .huge), ("1e-999999999999999999999", .fraction), ("-1e400", .huge),
      ("123456789012345678901234567890.5", .fraction), ("00000000000000000000000012", .exact(12)),
    ]
    for (text, expected) in rows {
      #expect(DecimalReference(Array(text.utf8)) == expected, "\(text)")
    }
  }

  @Test("expected results of the number corpus", .corpus(NumberCorpus.folder, cases: NumberCorpus.count))
  func corpus() throws {
    var limits = ReferenceLimits()
    limits.number = 1 << 20
    let literals = try NumberCorpus.literals()
    #expect(literals.count == NumberCorpus.count)
    for literal in literals {
      let text = String(decoding: literal.text, as: UTF8.self)
      let root = try? ReferenceParser.parse(literal.text, limits: limits)
      if literal.verdict == .rejected {
        // The literals include valid JSON of other types.
        #expect(root == nil || ["true", "false", "null"].contains(text), "\(literal.file): \(text)")
      } else {
        #expect(root?.events == [.number(literal.text)], "\(literal.file): \(text)")
      }
    }
  }
}
