import Testing

@testable import TestSupport

/// The oracle compared with JSONTestSuite: 318 documents, each with an expected result.
@Suite("Reference parser on JSONTestSuite")
struct ReferenceCorpusTests {
  private func error(_ file: Corpora.File) -> ReferenceError? {
    do throws(ReferenceError) {
      _ = try ReferenceParser.parse(file.bytes)
      return nil
    } catch {
      return error
    }
  }

  @Test("accepts y_", .corpus(JSONTestSuite.folder, cases: JSONTestSuite.mustAccept))
  func mustAccept() throws {
    let files = try JSONTestSuite.files("y_")
    #expect(files.count == JSONTestSuite.mustAccept)
    for file in files { #expect(error(file) == nil, "\(file.name)") }
  }

  @Test("rejects n_", .corpus(JSONTestSuite.folder, cases: JSONTestSuite.mustReject))
  func mustReject() throws {
    let files = try JSONTestSuite.files("n_")
    #expect(files.count == JSONTestSuite.mustReject)
    for file in files { #expect(error(file) != nil, "\(file.name)") }
  }

  @Test("gives i_ the expected results", .corpus(JSONTestSuite.folder, cases: JSONTestSuite.open))
  func open() throws {
    let files = try JSONTestSuite.files("i_")
    #expect(files.count == JSONTestSuite.open)
    #expect(OpenVerdict.all.count == JSONTestSuite.open)
    #expect(OpenVerdict.all.count { $0.rejection == nil } == 12)
    let verdicts = Dictionary(uniqueKeysWithValues: OpenVerdict.all.map { ("i_\($0.name).json", $0) })
    for file in files {
      let verdict = try #require(verdicts[file.name], "\(file.name) has no verdict")
      #expect(error(file)?.kind == verdict.rejection, "\(file.name): \(verdict.reason)")
    }
  }
}
