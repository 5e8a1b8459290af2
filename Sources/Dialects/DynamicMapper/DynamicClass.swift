import StreamMap

/// The JSON object of a model, which can be read and written at any path:
///
///     photo <-- ds.albums.family.best
///     photo --> { ds.albums.family.best.set($0) }
///
/// While the model is decoded, the object reads directly from the record: no tree is built, and nothing is parsed
/// twice. If it is kept longer, as a model does, it copies the text and parses it again on access. Only a written path
/// becomes a tree, level by level. Everything else remains the original text, digit by digit.
///
/// The last of several members with the same name counts. With a key decoding strategy, a member is found by its
/// converted name and by its name in the JSON.
///
/// The object is a reference: copies of a struct share it. Reading does not change it, so several threads may read it
/// concurrently once the model is decoded. Writing requires exclusive access.
@dynamicMemberLookup
public final class DynamicClass {
  var content: Content
  let reader: DynamicReader
  /// The keys of the model's own properties.
  let ownKeys: OwnKeys?

  enum Content {
    /// The object in the record that is being read.
    case record(TapeValue)
    /// A copy owned by this object.
    case own(DynamicNode)
  }

  init(_ content: Content, reader: DynamicReader, ownKeys: OwnKeys?) {
    self.content = content
    self.reader = reader
    self.ownKeys = ownKeys
  }

  /// Creates an empty object.
  public convenience init() {
    self.init(.own(.object([])), reader: .standard, ownKeys: nil)
  }

  /// The value of a member. An absent member reads as absent and can be set.
  public subscript(dynamicMember name: String) -> DynamicReference { self[name] }

  /// The value of a member whose name is not a Swift identifier, such as `ds["first name"]`.
  public subscript(_ name: String) -> DynamicReference {
    DynamicReference(owner: self, path: DynamicPath(.name(name)))
  }
}

/// The keys that models of a type request from their decoder: the names of their properties.
final class OwnKeys {
  /// The mark shared by models with the same keys at one location, or nil if there is none.
  let mark: Int?
  private let names: Set<String>

  init(_ names: [String] = [], _ mark: Int? = nil) {
    self.mark = mark
    self.names = Set(names)
  }

  func contains(_ name: String) -> Bool { names.contains(name) }
}
