import CStructure

/// A record that stands in indexed text. Offsets count from the origin.
///
/// SAFETY: `text[0..<readable]` can be read until more bytes are added to the text; the
/// structure's bits of `start...end` are final, that of `end` is a terminator's, and 64 more can be
/// read.
@safe struct IndexedRecord {
  let text: UnsafePointer<UInt8>
  let structure: UnsafePointer<streammap_structure>
  let readable: Int
  let start: Int
  let end: Int
  /// The kernel found something that may be wrong.
  let isDoubtful: Bool
}
