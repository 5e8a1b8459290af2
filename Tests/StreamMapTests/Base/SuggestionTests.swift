import Testing

@testable import StreamMap

@Suite struct SuggestionTests {
  @Test(arguments: [
    ("", "", 0), ("a", "", 1), ("", "abc", 3), ("kitten", "sitting", 3), ("format", "fromat", 1),
    ("ca", "abc", 3), ("same", "same", 0),
  ])
  func distance(_ source: String, _ target: String, _ edits: Int) {
    #expect(Suggestion.edits(from: source, to: target) == edits)
    #expect(Suggestion.edits(from: target, to: source) == edits)
  }

  @Test func aBeginningIsEnough() {
    #expect(Suggestion.nearest(to: "doc", among: ["lines", "document"]) == "document")
    #expect(Suggestion.nearest(to: "--max", among: ["--max-depth", "--max-record"]) == nil)
  }

  @Test func longWordsAreNotCompared() {
    let long = String(repeating: "x", count: 100_000)
    #expect(Suggestion.nearest(to: long + "a", among: [long + "b"]) == nil)
    #expect(Suggestion.nearest(to: "chekc", among: [long, "check"]) == "check")
    // A beginning is found without counting.
    #expect(Suggestion.nearest(to: long, among: [long + "b", "check"]) == long + "b")
  }

  @Test func farWordsAreNotGuessed() {
    #expect(Suggestion.nearest(to: "banana", among: ["select", "check", "count"]) == nil)
    #expect(Suggestion.nearest(to: "chekc", among: ["select", "check", "count"]) == "check")
  }
}
