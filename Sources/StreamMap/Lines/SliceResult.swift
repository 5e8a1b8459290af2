/// What is kept of a rejected record.
package enum RejectionDetail: Sendable {
  /// How many there were of each kind of error.
  case counts
  /// The error.
  case errors
  /// The error and the record's bytes.
  case bytes
}

/// How many records were rejected for each kind of error.
package struct RejectionCounts: Sendable {
  package private(set) var kinds: [(kind: MappingError.Kind, count: Int)] = []

  package var total: Int { kinds.reduce(0) { $0 + $1.count } }

  mutating func add(_ kind: MappingError.Kind) {
    if let index = kinds.firstIndex(where: { $0.kind == kind }) {
      kinds[index].count += 1
    } else {
      kinds.append((kind, 1))
    }
  }
}

/// A rejected record: the error, and the record's bytes; those of one beyond its limit are cut.
package struct RefusedRecord: Sendable {
  package var error: MappingError
  package var bytes: [UInt8]
  /// Of its first byte; of an error between records, of the byte that is wrong.
  package var offset = 0
  /// The name of the member whose value it is, as it stands between its quotes; nil of any other record.
  package var key: [UInt8]?
  /// No more of it was kept than this, which may be nothing.
  package var isCut = false
  /// How many good records there are before it in the part.
  package var goodBefore = 0
  /// How many records there are in the part up to it, good and bad. An error between records counts as one.
  package var number = 1

  package init(error: MappingError, bytes: [UInt8]) {
    self.error = error
    self.bytes = bytes
  }

  /// About how many bytes it takes besides the record's own and those of the path.
  static var overhead: Int { 768 }
}

/// What a slice of an input gave, or a part of one.
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
  /// The rejected records, if more than their number is kept.
  package var refusals: [RefusedRecord] = []
  /// How many records were rejected, if nothing else is kept of them.
  package var rejectionCounts = RejectionCounts()
  /// There is more of the slice, of which this is what comes next.
  var isUnfinished = false
  /// About how many bytes it takes.
  var size = 0
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
