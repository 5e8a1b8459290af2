import Testing

@testable import StreamMap

@Suite("Windows of bytes")
struct ByteWindowTests {
  private static let block = LineFramer.blockSize

  /// Adds a block whose first byte is `first`.
  private static func fill(_ window: inout ByteWindow, keepingFrom offset: Int, first: UInt8) throws {
    _ = try window.fill(keepingFrom: offset) { room in
      #expect(room.count == block)
      for index in 0..<room.count { room[index] = 0 }
      room[0] = first
      return room.count
    }
  }

  @Test("moves its bytes when half of them are not needed, or when there is no room for a block")
  func moves() throws {
    var window = ByteWindow()
    let block = Self.block
    try Self.fill(&window, keepingFrom: 0, first: 1)
    // There is room for a second block, and fewer than half of the bytes are not needed.
    try Self.fill(&window, keepingFrom: block / 2 - 1, first: 2)
    #expect(window.start == 0 && window.end == 2 * block)
    // There is no room for a third one.
    try Self.fill(&window, keepingFrom: 1, first: 3)
    #expect(window.start == 1 && window.end == 3 * block)
    #expect(window[block] == 2 && window[2 * block] == 3)
    // There is room again, because the memory has grown. One byte fewer than half of them is not needed.
    let half = (window.end - window.start) / 2
    try Self.fill(&window, keepingFrom: window.start + half - 1, first: 4)
    #expect(window.start == 1)
    try Self.fill(&window, keepingFrom: 3 * block, first: 5)
    #expect(window.start == 3 * block && window.end == 5 * block)
    #expect(window[3 * block] == 4 && window[4 * block] == 5)
  }

  @Test("keeps its bytes where there is room, also after it has moved")
  func stays() throws {
    var window = ByteWindow()
    let block = Self.block
    for number in 0..<4 { try Self.fill(&window, keepingFrom: 0, first: UInt8(number)) }
    try Self.fill(&window, keepingFrom: 3 * block, first: 4)
    #expect(window.start == 3 * block && window.end == 5 * block)
    // Two of at least four blocks are used.
    try Self.fill(&window, keepingFrom: 3 * block + 1, first: 5)
    #expect(window.start == 3 * block && window.end == 6 * block)
    #expect((3..<6).map { window[$0 * block] } == [3, 4, 5])
    // There is room for one block more, but half of the bytes are not needed.
    try Self.fill(&window, keepingFrom: 4 * block + block / 2, first: 6)
    #expect(window.start == 4 * block + block / 2 && window.end == 7 * block)
    #expect(window[5 * block] == 5 && window[6 * block] == 6)
  }
}
