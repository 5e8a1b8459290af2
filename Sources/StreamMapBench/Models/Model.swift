import Foundation
import StreamMap

/// What one workload maps a record into. All contenders of the workload fill the same model.
///
/// A field without a value is an error for each of them, unless the property is optional.
protocol Model: Decodable, SendableMetatype {
  /// Takes the wanted values out of a tree of yajl's.
  init(_ tree: YajlTree) throws

  /// Takes the wanted values out of a dictionary of `JSONSerialization`'s.
  init(_ object: [String: Any]) throws

  /// The paths of the wanted values.
  static func makeMapping() throws(PathError) -> Mapping<Self>

  /// Adds every value, in the order of the fields.
  func add(to checksum: inout Checksum)
}

/// A record without one of the wanted values, found by a contender that looks for them by hand.
struct MissingValue: Error, CustomStringConvertible {
  let name: String

  var description: String { "no value of the wanted type for \"\(name)\"" }
}

extension [String: Any] {
  /// The member `name` as a `Wanted`, or an error that names it.
  func wanted<Wanted>(_ name: String, as type: Wanted.Type = Wanted.self) throws -> Wanted {
    guard let value = self[name] as? Wanted else { throw MissingValue(name: name) }
    return value
  }

  /// The member `name`, `nil` when it is absent or null.
  func optional<Wanted>(_ name: String, as type: Wanted.Type = Wanted.self) throws -> Wanted? {
    guard let value = self[name], !(value is NSNull) else { return nil }
    guard let value = value as? Wanted else { throw MissingValue(name: name) }
    return value
  }
}
