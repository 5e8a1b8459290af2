/// The elements of an array, one after the other.
///
/// Invariant: `offset` is that of the element `index`, or of the array's end.
package struct TapeElements: Sequence, IteratorProtocol {
  private let array: DecodingPlace
  private var offset: Int
  private var index = 0

  init(of array: DecodingPlace) {
    self.array = array
    offset = array.record.firstElement(ofArrayAt: array.offset)
  }

  /// The next element; an object or an array that was lent of the one before must not be in use any more.
  package mutating func next() -> TapeValue? {
    guard array.record.byte(offset) != ASCII.closeBracket else { return nil }
    let element = TapeValue(offset, element: index, of: array)
    offset = array.record.element(after: offset)
    index += 1
    return element
  }
}
