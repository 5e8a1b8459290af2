/// A block of memory on the stack that collects short texts, so that an array makes room for many of them at once.
///
/// SAFETY: the cursor is between `start` and the end of a block of ``size`` bytes, which is valid in the closure of
/// ``with(fixed:_:)``. A text begins only if `hasRoom(for: 0)`. Its bytes that are written without asking for room are at most
/// `fixed`, which the room leaves free.
@usableFromInline @safe package struct TextBlock {
  @usableFromInline package var cursor: TextCursor
  @usableFromInline let start: UnsafeMutableRawPointer

  @inlinable @inline(__always)
  init(_ start: UnsafeMutableRawPointer, fixed: Int) {
    unsafe self.start = unsafe start
    unsafe cursor = TextCursor(start, room: Self.size - fixed - TextCursor.slack)
  }

  /// The number of bytes of a block. Swift keeps no larger ones on the stack.
  @inlinable package static var size: Int { 1024 }

  /// Calls a closure with an empty block.
  ///
  /// - Parameter fixed: the largest number of bytes of a text that are written without asking for room.
  @inlinable @inline(__always)
  package static func with<Result>(fixed: Int, _ body: (inout TextBlock) -> Result) -> Result {
    unsafe withUnsafeTemporaryAllocation(byteCount: size, alignment: TextCursor.slack) { memory in
      guard let start = memory.baseAddress else { preconditionFailure("a block has bytes") }
      var block = unsafe TextBlock(start, fixed: fixed)
      return body(&block)
    }
  }

  /// Appends what was written to an array, and empties the block.
  @inlinable package mutating func take(into output: inout [UInt8]) {
    unsafe output.append(contentsOf: UnsafeRawBufferPointer(start: start, count: cursor.next - start))
    unsafe cursor.next = unsafe start
  }
}
