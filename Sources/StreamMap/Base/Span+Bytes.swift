extension Span<UInt8> {
  /// Whether the bytes begin with `prefix`.
  func starts(with prefix: [UInt8]) -> Bool {
    guard count >= prefix.count else { return false }
    for index in prefix.indices where self[index] != prefix[index] { return false }
    return true
  }

  /// Whether the bytes are equal to others. Names are short, so they are compared eight bytes at a time.
  @inlinable @inline(__always)
  package func equals(_ other: Span<UInt8>) -> Bool {
    guard count == other.count else { return false }
    // SAFETY: both have `count` bytes. No byte of empty spans is read.
    return unsafe withUnsafeBufferPointer { left in
      unsafe other.withUnsafeBufferPointer { right in
        guard let left = left.baseAddress, let right = right.baseAddress else { return true }
        return unsafe Memory.areEqual(left, right, count)
      }
    }
  }

  /// Returns the index of the first byte from an index on that is not JSON white space, or the count.
  @inlinable @inline(__always)
  package func endOfWhitespace(from start: Int) -> Int {
    var index = start
    while index < count, ASCII.isWhitespace(self[index]) { index &+= 1 }
    return index
  }

  /// Returns the index of the first occurrence of a byte at or after `start`, or nil.
  @inline(__always)
  func firstIndex(of byte: UInt8, from start: Int = 0) -> Int? {
    // SAFETY: only bytes of the span are searched.
    unsafe extracting(start..<count).withUnsafeBytes { bytes in
      unsafe bytes.baseAddress.flatMap { unsafe Memory.firstIndex(of: byte, in: $0, bytes.count) }
    }.map { start + $0 }
  }

  /// Returns the number of occurrences of a byte.
  ///
  /// - Complexity: O(n), 32 bytes at a time.
  func occurrences(of byte: UInt8) -> Int {
    typealias Block = SIMD32<UInt8>
    // SAFETY: every load lies within the bytes. A mask has one byte for each byte of the block.
    return unsafe withUnsafeBytes { buffer in
      var total = 0
      var index = 0
      while index &+ 32 <= buffer.count {
        var sums = Block()
        // Each lane counts to 255.
        let stop = min(buffer.count &- 31, index &+ 255 &* 32)
        while index < stop {
          let block = unsafe buffer.loadUnaligned(fromByteOffset: index, as: Block.self)
          sums &-= unsafe unsafeBitCast(block .== Block(repeating: byte), to: Block.self)
          index &+= 32
        }
        for lane in sums.indices { total &+= Int(sums[lane]) }
      }
      while index < buffer.count {
        if unsafe buffer[index] == byte { total &+= 1 }
        index &+= 1
      }
      return total
    }
  }

  /// Whether any of five bytes occurs at or after `start`. None of them is zero. Checks sixteen bytes at a time.
  @inlinable @inline(__always)
  package func contains(_ wanted: (UInt8, UInt8, UInt8, UInt8, UInt8), from start: Int = 0) -> Bool {
    typealias Block = SIMD16<UInt8>
    func occurs(in block: Block) -> Bool {
      let found =
        (block .== Block(repeating: wanted.0)) .| (block .== Block(repeating: wanted.1))
        .| (block .== Block(repeating: wanted.2)) .| (block .== Block(repeating: wanted.3))
        .| (block .== Block(repeating: wanted.4))
      let words = unsafe unsafeBitCast(found, to: SIMD2<UInt64>.self)
      return words[0] | words[1] != 0
    }
    // SAFETY: every load lies within the bytes. The last of several may overlap the one before.
    return unsafe withUnsafeBytes { bytes in
      func load<Word>(_ offset: Int, as: Word.Type) -> Word where Word: BitwiseCopyable {
        unsafe bytes.loadUnaligned(fromByteOffset: offset, as: Word.self)
      }
      let count = bytes.count &- start
      if count >= 16 {
        var index = start
        while index &+ 16 < bytes.count {
          if occurs(in: load(index, as: Block.self)) { return true }
          index &+= 16
        }
        return occurs(in: load(bytes.count &- 16, as: Block.self))
      }
      var words = SIMD2<UInt64>()
      if count >= 8 {
        words = SIMD2(load(start, as: UInt64.self), load(bytes.count &- 8, as: UInt64.self))
      } else if count >= 4 {
        words[0] = UInt64(load(start, as: UInt32.self))
        words[1] = UInt64(load(bytes.count &- 4, as: UInt32.self))
      } else if count > 0 {
        let (first, middle) = unsafe (bytes[start], bytes[start &+ count &>> 1])
        words[0] = unsafe UInt64(first) | UInt64(middle) &<< 8 | UInt64(bytes[bytes.count &- 1]) &<< 16
      }
      return unsafe occurs(in: unsafeBitCast(words, to: Block.self))
    }
  }

  /// Returns the index of the first quote or backslash at or after `start`, or the count or more if there is none.
  /// Checks sixteen bytes at a time, and then eight.
  @inlinable @inline(__always)
  package func endOfPlainText(from start: Int) -> Int {
    typealias Block = SIMD16<UInt8>
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    // SAFETY: bytes are loaded only if that many are below the count.
    return unsafe withUnsafeBytes { bytes in
      var index = start
      while index &+ 16 <= bytes.count {
        let block = unsafe bytes.loadUnaligned(fromByteOffset: index, as: Block.self)
        // Without the type of the operands, the compiler takes the operator that compares byte by byte.
        let found = (block .== Block(repeating: ASCII.quote)) .| (block .== Block(repeating: ASCII.backslash))
        let words = unsafe unsafeBitCast(found, to: SIMD2<UInt64>.self)
        if words[0] | words[1] != 0 { return index &+ words.firstByte }
        index &+= 16
      }
      while index &+ 8 <= bytes.count {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
        let quotes = word ^ (ones &* UInt64(ASCII.quote))
        let slashes = word ^ (ones &* UInt64(ASCII.backslash))
        let found = (((quotes &- ones) & ~quotes) | ((slashes &- ones) & ~slashes)) & highs
        if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
        index &+= 8
      }
      while unsafe index < bytes.count && bytes[index] != ASCII.quote && bytes[index] != ASCII.backslash {
        index &+= 1
      }
      return index
    }
  }

  /// Returns the index of the first quote, backslash, control byte or non-ASCII byte, or `end` if there is none. Checks
  /// eight bytes at a time.
  @inline(__always)
  func endOfPlainASCII(from start: Int, to end: Int) -> Int {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let highs: UInt64 = 0x8080_8080_8080_8080
    // SAFETY: eight bytes are loaded only if that many are below `end`, which is at most the count.
    return unsafe withUnsafeBytes { bytes in
      let end = min(end, bytes.count)
      var index = start
      while index &+ 8 <= end {
        let word = unsafe bytes.loadUnaligned(fromByteOffset: index, as: UInt64.self).littleEndian
        let quotes = word ^ (ones &* UInt64(ASCII.quote))
        let slashes = word ^ (ones &* UInt64(ASCII.backslash))
        // A borrow may mark a byte above a marked one. The lowest mark is right.
        let below = word &- ones &* UInt64(ASCII.space)
        let found = (below | (quotes &- ones) | (slashes &- ones) | word) & highs
        // A byte without a mark is ASCII, because `word` marks all other bytes.
        if found != 0 { return index &+ found.trailingZeroBitCount &>> 3 }
        index &+= 8
      }
      while index < end {
        let byte = unsafe bytes[index]
        if byte < ASCII.space || byte == ASCII.quote || byte == ASCII.backslash || byte >= 0x80 { break }
        index &+= 1
      }
      return index
    }
  }
}

extension String {
  /// Passes the UTF-8 bytes to a closure.
  func withBytes<Result>(_ body: (Span<UInt8>) -> Result) -> Result {
    var text = self
    // SAFETY: the span ends with the call.
    return text.withUTF8 { unsafe body(Span(_unsafeElements: $0)) }
  }
}

extension [UInt8] {
  /// Appends a copy of bytes.
  @inlinable package mutating func append(_ bytes: Span<UInt8>) {
    // SAFETY: the address is used during the call.
    unsafe bytes.withUnsafeBufferPointer { unsafe append(contentsOf: $0) }
  }
}

extension OutputSpan<UInt8> {
  /// Appends a copy of bytes, for which there is room.
  @inlinable @inline(__always)
  package mutating func append(_ bytes: Span<UInt8>) {
    // SAFETY: the number of bytes is checked. The output does not overlap the bytes, because nothing else refers to it.
    unsafe withUnsafeMutableBufferPointer { buffer, count in
      precondition(bytes.count <= buffer.count &- count, "there is room for the bytes")
      unsafe bytes.withUnsafeBytes { bytes in
        guard let source = bytes.baseAddress, let target = buffer.baseAddress else { return }
        unsafe Memory.copy(source, bytes.count, to: UnsafeMutableRawPointer(target + count))
      }
      count &+= bytes.count
    }
  }
}

extension Collection<UInt8> {
  /// Passes the bytes to a closure as a span. Bytes that are not contiguous in memory are copied once.
  @inlinable @inline(__always)
  func withSpan<Result, Failure: Error>(
    _ body: (Span<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    // SAFETY: the span ends with the call that borrows the storage.
    let result = withContiguousStorageIfAvailable { buffer in
      Swift.Result { () throws(Failure) in unsafe try body(Span(_unsafeElements: buffer)) }
    }
    if let result { return try result.get() }
    return try body(Array(self).span)
  }
}

extension [UInt8] {
  /// Creates an array with a copy of bytes that are valid only during a call, such as those of a rejected record.
  public init(copying bytes: Span<UInt8>) {
    self = []
    append(bytes)
  }
}

extension String {
  /// Creates a string with a copy of bytes in UTF-8, such as those of a rejected record. The replacement character U+FFFD
  /// stands for bytes that are not UTF-8.
  public init(copying bytes: Span<UInt8>) {
    self.init(decoding: [UInt8](copying: bytes), as: UTF8.self)
  }
}

extension MutableSpan<UInt8> {
  /// Copies bytes to the beginning, as many as there is space for, and returns their number.
  mutating func copy(_ bytes: Span<UInt8>) -> Int {
    let bytes = bytes.extracting(first: count)
    // SAFETY: the source has no more bytes than the target.
    unsafe withUnsafeMutableBytes { target in
      unsafe bytes.withUnsafeBytes { unsafe target.copyMemory(from: $0) }
    }
    return bytes.count
  }

  /// Passes the bytes of a range to a closure.
  mutating func withPart<Result, Failure>(
    _ range: Range<Int>, _ body: (inout MutableSpan<UInt8>) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    precondition(range.upperBound <= count)
    // SAFETY: the range lies within the bytes. The part ends with the call.
    return unsafe try withUnsafeMutableBytes { bytes throws(Failure) in
      var part = unsafe MutableSpan(_unsafeBytes: UnsafeMutableRawBufferPointer(rebasing: bytes[range]))
      return try body(&part)
    }
  }

  /// Moves the bytes of a range to the beginning.
  mutating func moveToFront(_ range: Range<Int>) {
    precondition(range.upperBound <= count)
    // SAFETY: the range lies within the bytes, and the copy may overlap.
    unsafe withUnsafeMutableBytes { unsafe $0.copyMemory(from: UnsafeRawBufferPointer(rebasing: $0[range])) }
  }

  /// The address of the first byte, modulo 64.
  var alignment: Int { unsafe span.withUnsafeBytes { Int(bitPattern: $0.baseAddress) & 63 } }
}

extension SIMD2<UInt64> {
  /// The index of the first byte of a mask that is not zero. The mask is not empty.
  @inlinable @inline(__always)
  package var firstByte: Int {
    // Without a branch, which could not be predicted.
    let low = self[0].trailingZeroBitCount
    let ifNone = 0 &- low &>> 6
    return (low &+ self[1].trailingZeroBitCount & ifNone) &>> 3
  }
}
