/// The elements of an array, in order.
///
/// Invariant: `offset` is the offset of the element `index`, or of the array's end.
package struct TapeElements: Sequence, IteratorProtocol {
  private let array: DecodingPlace
  private var offset: Int
  private var index = 0

  init(of array: DecodingPlace) {
    self.array = array
    offset = array.record.firstElement(ofArrayAt: array.offset)
  }

  /// Returns the next element. Objects and arrays borrowed from the previous element must not be in use any more.
  package mutating func next() -> TapeValue? {
    guard array.record.byte(offset) != ASCII.closeBracket else { return nil }
    let element = TapeValue(offset, element: index, of: array)
    offset = array.record.element(after: offset)
    index += 1
    return element
  }
}
