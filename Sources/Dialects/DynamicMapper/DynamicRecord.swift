import StreamMap

/// The record that a session reads, with the dynamic objects that read directly from it.
///
/// Invariant: while the record is open, `objects` are those whose content is in it. When it is closed, there are none.
final class DynamicRecord {
  private var root: TapeValue?
  private var reader = DynamicReader.standard
  private var objects: [DynamicClass] = []

  /// Returns the record of the session that reads a value.
  static func of(_ value: TapeValue) -> DynamicRecord {
    if let record = value.attachment as? DynamicRecord { return record }
    let record = DynamicRecord()
    value.attachment = record
    return record
  }

  func open(_ root: TapeValue, _ reader: DynamicReader) {
    self.root = root
    self.reader = reader
  }

  /// Creates the dynamic object for a model decoded from a value.
  func object(_ value: TapeValue, _ ownKeys: OwnKeys?) -> DynamicClass {
    guard root != nil else {
      // The decoder was kept longer than its record.
      return DynamicClass(.own(.text(value.text[...])), reader: reader, ownKeys: ownKeys)
    }
    let object = DynamicClass(.record(value.saved()), reader: reader, ownKeys: ownKeys)
    objects.append(object)
    return object
  }

  /// Gives the objects that are still in use one shared copy of the text.
  func close() {
    guard let root else { return }
    self.root = nil
    // The reader holds the decoder, whose session holds this record.
    reader = .standard
    var text: [UInt8]?
    while var object = objects.popLast() {
      if isKnownUniquelyReferenced(&object) { continue }
      guard case .record(let value) = object.content else { continue }
      let all = text ?? root.text
      text = all
      object.content = .own(.text(all[value.range(in: root)]))
    }
  }
}
