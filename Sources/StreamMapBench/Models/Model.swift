import Foundation
import StreamMap

/// A model that StreamMap maps. A field without a value is an error, unless the property is optional.
protocol Mapped: Checksummed {
  /// Makes the mapping, which has the paths of the values.
  static func makeMapping() throws(PathError) -> Mapping<Self>

  /// Adds every value to a checksum, in the order of the fields.
  func add(to checksum: inout Checksum)
}

/// The model of one workload. All contenders of the workload set the same fields.
protocol Model: Mapped, Codable {
  /// A class with the same fields.
  associatedtype Object: Mapped & AnyObject

  /// Reads the values from a tree of yajl.
  init(_ tree: YajlTree) throws

  /// Reads the values from a dictionary of `JSONSerialization`.
  init(_ object: [String: Any]) throws
}

/// The type of a model's strings.
protocol MappedText: FieldValue, SendableMetatype {
  /// The empty string.
  init()

  func add(to checksum: inout Checksum)
}

extension String: MappedText {}

extension Checksum {
  @inline(__always)
  mutating func add<Text: MappedText>(_ value: Text) {
    value.add(to: &self)
  }

  @inline(__always)
  mutating func add<Text: MappedText>(_ value: Text?) {
    if let value { value.add(to: &self) } else { addAbsent() }
  }
}

/// A record lacks a value that written-out code reads.
struct MissingValue: Error, CustomStringConvertible {
  let name: String

  var description: String { "no value of the expected type for \"\(name)\"" }
}

extension [String: Any] {
  /// Returns the member `name`. Throws if it is absent or has another type.
  func wanted<Wanted>(_ name: String, as type: Wanted.Type = Wanted.self) throws -> Wanted {
    guard let value = self[name] as? Wanted else { throw MissingValue(name: name) }
    return value
  }

  /// Returns the member `name`, or nil if it is absent or null.
  func optional<Wanted>(_ name: String, as type: Wanted.Type = Wanted.self) throws -> Wanted? {
    guard let value = self[name], !(value is NSNull) else { return nil }
    guard let value = value as? Wanted else { throw MissingValue(name: name) }
    return value
  }
}
