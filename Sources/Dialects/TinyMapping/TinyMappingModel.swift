/// The base class of models whose properties are set from object members of the same name.
///
///     class EntryModel: TinyMappingModel {
///       var id = 0
///       var name: TitleModel?
///       var images: [ImageModel] = []
///
///       override func keyToPropertyNameReplacementRules() -> [String: String] {
///         ["im:name": "name", "im:image": "images"]
///       }
///     }
///
///     let entry = try EntryModel.mapObjectFromDictionary(data)
///
/// A member sets the stored property of the same name, including inherited ones, or the property that a rule names. If
/// several members set one property, those named by rules win, and among these the alphabetically last. An absent or
/// null member leaves the property as `init()` set it. Members without a property are ignored. Constants, weak
/// references, lazy properties and wrapped properties are not set. A property is written directly to its storage, so
/// its observers are not called.
///
/// A property can be
/// - an integer of any width, a `Double` or a `Float`: from a number that it holds exactly (or rounded, for a
///   floating-point type), or from `true` and `false`, which are 1 and 0;
/// - a `Bool`, also from 1 and 0; a `String`;
/// - a model, whose class a rule can narrow;
/// - an optional, an array or a dictionary with `String` keys of these, nested to any depth;
/// - `Any`, or a Foundation class that represents JSON: the value as `JSONSerialization` returns it, or models if a
///   rule names their class;
/// - any other `Decodable` type, decoded as `JSONDecoder` does.
///
/// A mismatched value is an error with its path, and no model is created.
///
/// The rules of a class are queried once, from the first instance that is mapped.
open class TinyMappingModel {
  /// Creates an instance with the values for absent members.
  public required init() {}

  /// The classes of nested models by member name. A rule is needed where the property's type does not name the class.
  ///
  /// An object becomes one model and an array becomes an array of models, if the property's type allows it.
  open func keyToClassMappingRules() -> [String: TinyMappingModel.Type] { [:] }

  /// The names of properties by member name.
  open func keyToPropertyNameReplacementRules() -> [String: String] { [:] }
}

/// Gives the methods of ``TinyMappingModel`` that create models the type of the class on which they are called.
public protocol TinyMappable: TinyMappingModel {}

extension TinyMappingModel: TinyMappable {}
