import Foundation
import StreamMap
import Synchronization
import Testing

@testable import TestSupport

/// Values of a record that code borrows, and may keep.
@Suite("Borrowed values")
struct LentValueTests {
  private struct Odd: Error {}

  private enum Model {}

  /// Passes each record's value to a closure, read by one decoder.
  private func read(_ texts: [String], _ body: (TapeValue) throws -> Void) throws {
    let decoder = StreamDecoder()
    for text in texts { try decoder.read(Array(text.utf8).span, for: Model.self, body) }
  }

  @Test("reuses a released value, with the state that code attached")
  func again() throws {
    final class Face {}
    var spare: BorrowedValue?
    var lents: [ObjectIdentifier] = []
    var faces: [ObjectIdentifier] = []
    try read([#"{"a":1}"#, #"{"a":2}"#, #"{"a":3}"#]) { value in
      let a = BorrowedValue.withBorrow(value, with: &spare) { borrowed -> Int? in
        #expect(borrowed.rejection == nil)
        lents.append(ObjectIdentifier(borrowed))
        if borrowed.face == nil { borrowed.face = Face() }
        if let face = borrowed.face { faces.append(ObjectIdentifier(face)) }
        borrowed.rejection = RecordRejection(value, Odd())
        // The copies are this record's.
        #expect(borrowed.text == value.text && borrowed.tree["a"]?.number?.int == lents.count)
        return borrowed.value?.member("a")?.integer()
      }
      #expect(a == lents.count)
    }
    #expect(Set(lents).count == 1 && Set(faces).count == 1 && lents.count == 3)
    #expect(spare?.value == nil && spare?.rejection == nil)
  }

  @Test("a kept value copies its text, and is not reused")
  func saved() throws {
    var spare: BorrowedValue?
    final class Face {}
    var kept: [BorrowedValue] = []
    let spareFace = Face()
    try read([#"{"a": 1}"#, " [2] ", "3"]) { value in
      BorrowedValue.withBorrow(value, with: &spare) { borrowed in
        borrowed.face = spareFace
        borrowed.rejection = RecordRejection(value, Odd())
        kept.append(borrowed)
      }
    }
    #expect(kept.map { String(decoding: $0.text, as: UTF8.self) } == [#"{"a": 1}"#, "[2]", "3"])
    #expect(kept.map { ($0.tree["a"] ?? $0.tree[0] ?? $0.tree).number?.int } == [1, 2, 3])
    #expect(kept.allSatisfy { $0.value == nil && $0.face == nil && $0.rejection == nil } && spare == nil)
    #expect(String(decoding: BorrowedValue(text: Array("[0]".utf8)).text, as: UTF8.self) == "[0]")
    #expect(BorrowedValue().tree == .null)
  }

  @Test("takes a value back after its closure throws")
  func thrown() throws {
    var spare: BorrowedValue?
    try read(["1", "2"]) { value in
      #expect(throws: Odd.self) { try BorrowedValue.withBorrow(value, with: &spare) { _ in throw Odd() } }
      #expect(spare != nil && spare?.value == nil)
    }
  }

  @Test("another thread gets a copy; the lender reads in place")
  func threads() throws {
    var spare: BorrowedValue?
    try read([#"{"a":[1,2]}"#, #"{"a":[3]}"#]) { value in
      try BorrowedValue.withBorrow(value, with: &spare) { borrowed in
        let seen = Mutex<(isBorrowed: Bool, text: [UInt8])?>(nil)
        let thread = Thread { seen.withLock { $0 = (borrowed.value != nil, borrowed.text) } }
        thread.start()
        while !thread.isFinished { Thread.sleep(forTimeInterval: 0.0001) }
        let found = try #require(seen.withLock { $0 })
        #expect(!found.isBorrowed && found.text == value.text && borrowed.value != nil)
      }
    }
  }

  @Test("borrows nested values separately, and reuses them once released")
  func within() throws {
    var spare: BorrowedValue?
    var inner: [ObjectIdentifier] = []
    try read([#"{"a":{"b":[1]}}"#, #"{"a":{"b":[2]}}"#]) { value in
      try BorrowedValue.withBorrow(value, with: &spare) { outer in
        let a = try #require(value.member("a"))
        let found = try outer.withBorrow(a) { borrowed in
          inner.append(ObjectIdentifier(borrowed))
          // While one value is borrowed, another one can be.
          let other = try outer.withBorrow(a) { ObjectIdentifier($0) }
          #expect(other != ObjectIdentifier(borrowed) && borrowed !== outer)
          return try borrowed.withBorrow(try #require(a.member("b"))) {
            String(decoding: $0.text, as: UTF8.self)
          }
        }
        #expect(found == "[\(inner.count)]")
      }
    }
    #expect(inner.count == 2 && inner[0] == inner[1])
  }

  @Test(
    "locates an error by identity through enclosing values")
  func refusals() throws {
    let lines = #"{"a":{"b":{"c":1}}}"#
    /// The error that leaves the record's code, if the error at `c` is recorded and then `throwing` is called.
    func refusal(_ throwing: (any Error) throws -> Never) throws -> RecordRejection? {
      var found: RecordRejection?
      var spare: BorrowedValue?
      try read([lines]) { value in
        try BorrowedValue.withBorrow(value, with: &spare) { borrowed in
          let a = try #require(value.member("a"))
          do {
            try borrowed.withBorrow(a) { inner in
              let b = try #require(a.member("b"))
              try inner.withBorrow(b) { innermost in
                let odd: any Error = Odd()
                innermost.rejection = RecordRejection(try #require(b.member("c")), odd)
                try throwing(odd)
              }
            }
          } catch {
            found = borrowed.rejection(of: value, error)
          }
        }
      }
      return found
    }
    #expect(try refusal { throw $0 }?.pathText == "a.b.c")
    // An equal error is not the same error.
    #expect(try refusal { _ in throw Odd() }?.pathText == "a.b")
    // A caught and rethrown error is the same. A wrapping error keeps the location only if declared.
    #expect(
      try refusal {
        do { throw $0 } catch { throw error }
      }?.pathText == "a.b.c")
  }

  @Test("a wrapping error keeps the location when declared")
  func retold() throws {
    struct Wrapper: Error { let error: any Error }
    var spare: BorrowedValue?
    try read([#"{"a":1}"#]) { value in
      try BorrowedValue.withBorrow(value, with: &spare) { borrowed in
        let odd: any Error = Odd()
        let wrapper: any Error = Wrapper(error: odd)
        borrowed.rejection = RecordRejection(try #require(value.member("a")), odd)
        borrowed.attribute(Odd(), to: wrapper)
        #expect(borrowed.rejection(of: value, wrapper).pathText == "$")
        borrowed.attribute(odd, to: wrapper)
        let refusal = borrowed.rejection(of: value, wrapper)
        #expect(refusal.pathText == "a" && refusal.reason is Wrapper)
      }
    }
  }
}
