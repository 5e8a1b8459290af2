import StreamMap
import Testing

@testable import TestSupport

/// Nested values of pulled values, and numbers at the limits of their types.
@Suite("Pulling of members and numbers")
struct MemberTests {
  private enum Model {}

  /// Passes each record's value to a closure, read by one decoder.
  private func read(_ texts: [String], _ body: (TapeValue) throws -> Void) throws {
    let decoder = StreamDecoder()
    for text in texts { try decoder.read(Array(text.utf8).span, for: Model.self, body) }
  }

  @Test("shows only the last of duplicate members, in any position")
  func lastMembers() throws {
    let many = (0..<20).map { #""k\#($0)":0"# }.joined(separator: ",")
    let texts = [
      "{}", #"{"a":1,"b":2}"#, #"{"a":1,"b":2,"a":3}"#, #"{"a":1,"\u0061":{"a":7},"b":[]}"#, "[1]", "4",
      "{\(many)}", "{\(many),\"k3\":1}",
    ]
    var shown: [String] = []
    try read(texts) { value in
      let members = value.lastMembers?.map { "\($0)=\(String(decoding: $1.text, as: UTF8.self))" }
      shown.append(members?.joined(separator: " ") ?? "none")
    }
    let all = (0..<20).map { "k\($0)=0" }
    #expect(shown[..<6] == ["", "a=1 b=2", "b=2 a=3", #"a={"a":7} b=[]"#, "none", "none"])
    #expect(shown[6] == all.joined(separator: " "))
    #expect(shown[7] == (all.filter { $0 != "k3=0" } + ["k3=1"]).joined(separator: " "))
  }

  @Test("underflow is zero; overflow is absent")
  func vanishing() throws {
    try read(["[1e-400,-1e-400,1e-60,1e400,1e60,0e999]"]) { value in
      let numbers = try #require(value.elements).map { $0 }
      #expect(numbers.map { $0.double() } == [0, 0, 1e-60, nil, 1e60, 0])
      #expect(numbers.map { $0.float() } == [0, 0, 0, nil, nil, 0])
      #expect(numbers[1].double()?.sign == .minus && numbers[1].float()?.sign == .minus)
    }
  }
}
