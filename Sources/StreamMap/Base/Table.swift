/// The elements of a compiled table, or what a machine holds for each of them. They are found by index.
///
/// Unoptimised code checks each index. Optimised code does not, because the indexes come from the compilation. There an
/// element costs the same load as through a pointer. The subscript of a table in a `let` cannot change it.
///
/// SAFETY: the memory is allocated in `init`, and freed by `deallocate`, which the owner calls once. Copies of the table
/// and its entries are not used after that.
@safe struct Table<Element: BitwiseCopyable> {
  private let start: UnsafeMutablePointer<Element>
  let count: Int

  init(_ elements: some Collection<Element>) {
    count = elements.count
    unsafe start = .allocate(capacity: max(count, 1))
    for (index, element) in elements.enumerated() { unsafe (start + index).initialize(to: element) }
  }

  init(repeating element: Element, count: Int) {
    self.count = count
    unsafe start = .allocate(capacity: max(count, 1))
    unsafe start.initialize(repeating: element, count: count)
  }

  func deallocate() { unsafe start.deallocate() }

  mutating func fill(with element: Element) { unsafe start.update(repeating: element, count: count) }

  // An accessor that yields a large value copies it in unoptimised code.
  subscript(index: Int) -> Element {
    @inline(__always) unsafeAddress { unsafe UnsafePointer(address(index, last: count &- 1)) }
    @inline(__always) unsafeMutableAddress { unsafe address(index, last: count &- 1) }
  }

  /// Returns an element in place, for several reads. An empty table has an entry 0, which is not read.
  @inline(__always)
  func entry(_ index: Int) -> Entry {
    unsafe Entry(address: UnsafePointer(address(index, last: max(count &- 1, 0))))
  }

  /// Returns the address of an element, or the one after the last.
  @inline(__always)
  func address(_ index: Int) -> UnsafeMutablePointer<Element> { unsafe address(index, last: count) }

  @inline(__always)
  private func address(_ index: Int, last: Int) -> UnsafeMutablePointer<Element> {
    assert(index >= 0 && index <= last, "index \(index) of a table with \(count) elements")
    return unsafe start + index
  }

  /// Passes `count` elements from an index on to a closure.
  func withSpan<Result>(_ index: Int, count: Int, _ body: (Span<Element>) -> Result) -> Result {
    assert(count <= self.count - index)
    return unsafe body(Span(_unsafeStart: address(index), count: count))
  }

  /// An element of a table, read in place.
  @safe struct Entry {
    fileprivate let address: UnsafePointer<Element>

    var pointee: Element {
      @inline(__always) unsafeAddress { unsafe address }
    }
  }
}
