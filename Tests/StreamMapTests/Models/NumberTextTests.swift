import Testing

@testable import StreamMap

@Suite("Number text")
struct NumberTextTests {
  /// Numbers stand at the very end of what can be read.
  @Test(
    "no byte outside is read",
    arguments: [
      "0", "-0", "7", "1234567890123456789", "12345678901234567890", "-9223372036854775808", "1.5", "0.1e-5",
      "1e3",
      "-1.25E+10", "123456789012345678901234567890.5e-20",
    ])
  func bounds(text: String) throws {
    let guarded = try #require(GuardedBytes())
    let bytes = Array(text.utf8)
    // SAFETY: the address has the number's bytes.
    unsafe guarded.show(bytes) { address in
      unsafe #expect((try? NumberText.double(address, bytes.count, .error)) == Double(text))
      unsafe #expect((try? NumberText.float(address, bytes.count, .error)) == Float(text))
      let whole: Int? = unsafe try? NumberText.integer(address, bytes.count, .truncate)
      #expect(whole == Int(text) ?? Double(text).flatMap { Int(exactly: $0.rounded(.towardZero)) })
    }
  }
}
