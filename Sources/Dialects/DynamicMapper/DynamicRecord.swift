import StreamMap

/// The record that a session reads: which dynamic objects read from it where it stands.
///
/// Invariant: while it is open, `objects` are those whose content is the record's; when it is closed there are
/// none.
final class DynamicRecord {
  private var root: TapeValue?
  private var reader = DynamicReader.standard
  private var objects: [DynamicClass] = []

  /// That of the session which reads a value.
  static func of(_ value: TapeValue) -> DynamicRecord {
    if let record = value.companion as? DynamicRecord { return record }
    let record = DynamicRecord()
    value.companion = record
    return record
  }

  func open(_ root: TapeValue, _ reader: DynamicReader) {
    self.root = root
    self.reader = reader
  }

  /// A dynamic object for a model that was decoded of a value.
  func object(_ value: TapeValue, _ ownKeys: OwnKeys?) -> DynamicClass {
    guard root != nil else {
      // Somebody kept a decoder longer than its record.
      return DynamicClass(.own(.text(value.text[...])), reader: reader, ownKeys: ownKeys)
    }
    let object = DynamicClass(.record(value.kept()), reader: reader, ownKeys: ownKeys)
    objects.append(object)
    return object
  }

  /// Gives what is still held of the objects a copy of its text: one for all of them.
  func close() {
    guard let root else { return }
    self.root = nil
    // It has the decoder whose session has this.
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
