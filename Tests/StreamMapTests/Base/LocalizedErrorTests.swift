import Foundation
import Testing

@testable import StreamMap
@testable import TestSupport

@Suite("Localized descriptions")
struct LocalizedErrorTests {
  @Test("equals the error's description")
  func descriptions() throws {
    let error: any Error = try #require(throws: MappingError.self) {
      try JSONLines(text: "{\"id\":true}\n").forEach { _, _ in }
    }
    #expect(error.localizedDescription == "\(error)")
    #expect(error.localizedDescription.contains("line 1, column 7"))
    let path: any Error = try #require(throws: PathError.self) { try RecordPath("a[") }
    #expect(path.localizedDescription == #"path "a[", position 1: the [ is never closed"#)
    let truncated: any Error = DecompressionFailure.truncated
    #expect(truncated.localizedDescription == "the compressed input ends within a member")
    let damaged: any Error = DecompressionFailure.damaged("a wrong checksum", offset: 7)
    #expect(damaged.localizedDescription == "byte 7 of the compressed input: a wrong checksum")
    let literal: any Error = _LiteralFailure.typeMismatch
    #expect(literal.localizedDescription == "the value does not fit the field's type: typeMismatch")
  }
}
