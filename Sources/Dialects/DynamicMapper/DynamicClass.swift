import StreamMap

/// The JSON object of a model, to be read and written at any path:
///
///     photo <-- ds.albums.family.best
///     photo --> { ds.albums.family.best.set($0) }
///
/// While the model is decoded, this reads from the record where it stands: no tree is built, and nothing is read
/// twice. If somebody keeps it longer, and a model does, it goes on with a copy of the text, which is read again
/// when something is asked for. Only what is written to becomes a tree, level by level along the path; what nobody
/// writes to stays the text that it was, digit by digit.
///
/// Of members of one name the last counts. Where the decoder has a strategy for keys, members are found by the
/// names that it makes, and by those that stand in the JSON.
///
/// It is a reference: copies of a structure share it. Reading changes nothing, so that several threads may read
/// at a time when the model has been decoded; writing needs the only one.
@dynamicMemberLookup
public final class DynamicClass {
  var content: Content
  /// How the JSON is read.
  let reader: DynamicReader
  /// The keys that the model itself asked for.
  let ownKeys: OwnKeys?

  enum Content {
    /// The object of the record that is being read.
    case record(TapeValue)
    /// One of its own.
    case own(DynamicNode)
  }

  init(_ content: Content, reader: DynamicReader, ownKeys: OwnKeys?) {
    self.content = content
    self.reader = reader
    self.ownKeys = ownKeys
  }

  /// An empty object.
  public convenience init() {
    self.init(.own(.object([])), reader: .standard, ownKeys: nil)
  }

  /// The value of a member. One that is not there can be read, as absent, and be set.
  public subscript(dynamicMember name: String) -> DynamicValue { self[name] }

  /// The value of a member whose name is no Swift name: `ds["first name"]`.
  public subscript(_ name: String) -> DynamicValue {
    DynamicValue(owner: self, path: DynamicPath(.name(name)))
  }
}

/// The keys that models of a type ask their decoder for: the names of their properties.
final class OwnKeys {
  /// Of the models at a place that have the same; nil if none has.
  let mark: Int?
  private let names: Set<String>

  init(_ names: [String] = [], _ mark: Int? = nil) {
    self.mark = mark
    self.names = Set(names)
  }

  func contains(_ name: String) -> Bool { names.contains(name) }
}
