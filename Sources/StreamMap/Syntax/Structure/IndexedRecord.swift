import CStructure

/// A record in indexed text. Offsets count from the origin.
///
/// SAFETY: `text[0..<readable]` can be read until more bytes are added to the text. The structure's bits of
/// `start...end` are final, the bit of `end` is a terminator's, and 64 more bits can be read.
@safe struct IndexedRecord {
  let text: UnsafePointer<UInt8>
  let structure: UnsafePointer<streammap_structure>
  let readable: Int
  let start: Int
  let end: Int
  /// Whether the kernel found a possible error.
  let isDoubtful: Bool
}
