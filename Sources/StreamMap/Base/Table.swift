/// The elements of a compiled table, or what a machine holds for each of them. They are found by index.
///
/// Unoptimised code checks each index. Optimised code does not, because the indexes come from the compilation. There an
/// element costs the same load as through a pointer. A table in a `let` cannot be changed.
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

  subscript(index: Int) -> Element {
    @inline(__always) _read { yield unsafe address(index).pointee }
    @inline(__always) _modify { yield unsafe &address(index).pointee }
  }

  /// Passes `count` elements from an index on to a closure.
  func withSpan<Result>(_ index: Int, count: Int, _ body: (Span<Element>) -> Result) -> Result {
    unsafe body(Span(_unsafeStart: address(index), count: count))
  }

  /// Returns an element in place, for several reads.
  @inline(__always)
  func entry(_ index: Int) -> Entry { unsafe Entry(address: UnsafePointer(address(index))) }

  /// Returns the address of an element. The index 0 of an empty table has an address, too.
  @inline(__always)
  func address(_ index: Int) -> UnsafeMutablePointer<Element> {
    assert(index >= 0 && index < max(count, 1), "index \(index) of a table with \(count) elements")
    return unsafe start + index
  }

  /// An element of a table, read in place.
  @safe struct Entry {
    fileprivate let address: UnsafePointer<Element>

    var pointee: Element {
      @inline(__always) _read { yield unsafe address.pointee }
    }
  }
}
