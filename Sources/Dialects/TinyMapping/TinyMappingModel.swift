/// The base class of models whose properties are filled from the members of JSON objects by their names.
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
/// A member goes to the stored property of its name, inherited ones too, or to the one that a rule names; if several
/// go to one property, those of rules win, the alphabetically last above all. What is absent or null leaves the
/// property as `init()` made it, and members that no property wants are passed over. So are constants, weak
/// references, lazy properties and those of property wrappers, which are not written; and as a property is written
/// where it is stored, its observers are not called.
///
/// A property can be
/// - an integer of any width, a `Double` or a `Float`: of a number that it holds exactly (or rounded, if it is a
///   floating-point one), or of `true` and `false`, which are 1 and 0;
/// - a `Bool`, also of 1 and 0; a `String`;
/// - a model, whose class a rule can narrow;
/// - an optional, an array or a dictionary with `String` keys of these, and of each other;
/// - `Any`, and any class of Foundation that stands for JSON: what `JSONSerialization` makes of the value, or models
///   if a rule names their class;
/// - any other `Decodable` type, as `JSONDecoder` decodes it.
///
/// A value of another kind is an error that says where it is, and no model is made.
///
/// The rules of a class are asked for once, from the first instance that is mapped.
open class TinyMappingModel {
  /// Makes an instance with the values that stand for absent members.
  public required init() {}

  /// The classes of nested models, by the names of members: needed where the property's type does not say it.
  ///
  /// An object becomes one model, an array an array of models, whatever the property's type allows.
  open func keyToClassMappingRules() -> [String: TinyMappingModel.Type] { [:] }

  /// The names of properties, by the names of the members that go there.
  open func keyToPropertyNameReplacementRules() -> [String: String] { [:] }
}

/// What gives the methods of ``TinyMappingModel`` that make models the type of the class that they are called on.
public protocol TinyMappable: TinyMappingModel {}

extension TinyMappingModel: TinyMappable {}
