import CStructure

/// A record in indexed text, or a value in such a record. Offsets count from the origin.
///
/// SAFETY: `text[0..<readable]` can be read until more bytes are added to the text. The structure's bits of
/// `start...end` are final, and so are those up to the end of the record. The bit of that end is a terminator's, and 64
/// more bits can be read.
@safe struct IndexedRecord {
  let text: UnsafePointer<UInt8>
  let structure: UnsafePointer<streammap_structure>
  let readable: Int
  let start: Int
  let end: Int
  /// Whether the kernel found a possible error.
  let isDoubtful: Bool
}
