/// The data kept for rejected records.
package enum RejectionDetail: Sendable, Comparable {
  /// The number of records for each kind of error.
  case counts
  /// The error.
  case errors
  /// The error and the record's bytes.
  case bytes
}

/// The parts of a chunk.
///
/// This is not a member of the generic `ChunkedReading`, whose static members look up metadata at each use.
package enum ChunkPart {
  /// The memory, in bytes, at which a part is posted.
  package static var size: Int { 1 << 20 }
}

/// A rejected record: the error and the record's bytes. A record over its limit has only its first bytes.
package struct RejectedRecord: Sendable {
  package var error: MappingError
  package var bytes: [UInt8]
  /// The absolute offset of the record's first byte. For an error between records, the offset of the wrong byte.
  package var offset = 0
  /// The raw member name of the record, with its escapes. Nil if the records are not members of an object.
  package var key: [UInt8]?
  /// Whether `bytes` holds only the beginning of the record, or none of it.
  package var isCut = false
  /// The number of good records before it in the part.
  package var goodBefore = 0
  /// The number of records before it in the part that the filter has skipped.
  package var filteredBefore = 0
  /// The number of lines before it in the part that have other text instead of a record.
  package var skippedLinesBefore = 0
  /// The number of the record in the part, from 1, counting good and rejected records. An error between records counts
  /// as one.
  package var number = 1

  package init(error: MappingError, bytes: [UInt8]) {
    self.error = error
    self.bytes = bytes
  }

  /// The estimated memory of a rejected record in bytes, without the record's bytes and the path.
  static var overhead: Int { 768 }
}

/// The result of a chunk, or of a part of one.
package struct ChunkResult<Part: Sendable>: Sendable {
  /// The value made from the records before a failure.
  package var part: Part
  /// The number of the input, from 0.
  package let input: Int
  /// The offset where the examined bytes begin: where those of the part before it end.
  package let start: Int
  /// The offset where the examined bytes end. A record belongs to the chunk in which its line begins.
  package var end: Int
  /// Whether the chunk ends at the end that the file had when it was opened.
  package var isLast = false
  /// The number of records, good and bad.
  package var records = 0
  /// The number of records that the filter has skipped.
  package var filtered = 0
  /// The number of lines.
  package var lines = 0
  /// The number of lines that have other text instead of a record.
  package var skippedLines = 0
  /// The rejected records. Empty if they are only counted.
  package var refusals: [RejectedRecord] = []
  /// The number of rejected records by kind of error. Empty unless they are only counted.
  package var rejectionCounts = RejectionCounts()
  /// Whether more parts of the chunk follow.
  var isUnfinished = false
  /// The estimated memory of the result, in bytes.
  var size = 0
  /// The error that ended the chunk early.
  package var failure: (any Error)?
  /// The absolute offset of the record with that error. Nil unless it is one of a record.
  package var failureOffset: Int?
  /// Whether the failure is that of the input, which cannot be read any further, not of a record.
  package var isInputFailure = false
  /// The number of rejected records.
  var rejected = 0
  /// The summary of its first records, if one is wanted.
  var sample: RecordSampling.Part?
  /// The field statistics, if they are counted.
  var statistics: FieldStatistics?

  package init(part: Part, input: Int, start: Int = 0, end: Int) {
    self.part = part
    self.input = input
    self.start = start
    self.end = end
  }
}
