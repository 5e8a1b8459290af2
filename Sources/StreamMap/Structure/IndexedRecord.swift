import CStructure

/// A record that stands in indexed text. Offsets count from the origin.
///
/// SAFETY: `text[0..<readable]` can be read until more bytes are added to the text; the
/// blocks of `start...end` are final, and the terminator's bit is set at `end`.
@safe struct IndexedRecord {
  let text: UnsafePointer<UInt8>
  let blocks: UnsafePointer<streammap_block>
  let readable: Int
  let start: Int
  let end: Int
  /// The kernel found something that may be wrong.
  let isDoubtful: Bool
}
