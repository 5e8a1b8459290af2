/// A record that was passed over: why, and its bytes; those of one beyond its limit are cut.
package struct RefusedRecord: Sendable {
  package var error: MappingError
  package var bytes: [UInt8]
  /// Of its first byte; of what is wrong between records, of the byte that is.
  package var offset = 0
  /// The name of the member whose value it is, as it stands between its quotes; nil of any other record.
  package var key: [UInt8]?
  /// No more of it was kept than this, which may be nothing.
  package var isCut = false
  /// How many good records there are before it in the slice.
  package var goodBefore = 0
  /// How many records there are in the slice up to it, good and bad. What is wrong between records counts as one.
  package var number: Int

  package init(error: MappingError, bytes: [UInt8], number: Int) {
    self.error = error
    self.bytes = bytes
    self.number = number
  }
}

/// What one slice of an input gave.
package struct SliceResult<Part: Sendable>: Sendable {
  /// What its records were made into, those before a failure.
  package var part: Part
  /// The number of the input, from 0.
  package let input: Int
  /// Where the bytes end that were looked at: a record belongs to the slice in which its line begins.
  package var end: Int
  /// It ends where a file did when that was opened.
  package var isLast = false
  /// How many records there were, good and bad.
  package var records = 0
  /// How many lines there were.
  package var lines = 0
  /// The records that were passed over.
  package var refusals: [RefusedRecord] = []
  /// There is more of the slice, of which this is what comes first; the numbers in it are those of the input.
  var isUnfinished = false
  /// What ended the slice early.
  package var failure: (any Error)?
  /// That is the input's, which cannot be read any further, and no record's.
  package var isInputFailure = false
  /// What there was of each field, if that is counted.
  var quality: QualityReport?

  package init(part: Part, input: Int, end: Int) {
    self.part = part
    self.input = input
    self.end = end
  }
}
