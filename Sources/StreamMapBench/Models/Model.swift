import Foundation
import StreamMap

/// What StreamMap maps a record into. A field without a value is an error, unless the property is optional.
protocol Mapped: Checksummed {
  /// The paths of the wanted values.
  static func makeMapping() throws(PathError) -> Mapping<Self>

  /// Adds every value, in the order of the fields.
  func add(to checksum: inout Checksum)
}

/// What has values that the contenders of a workload are compared by.
protocol Checksummed: SendableMetatype {
  /// Adds every value, in the order of the fields.
  func add(to checksum: inout Checksum) throws
}

/// What one workload maps a record into. All contenders of the workload fill the same fields.
protocol Model: Mapped, Codable {
  /// A class with the same fields.
  associatedtype Object: Mapped & AnyObject

  /// Takes the wanted values out of a tree of yajl's.
  init(_ tree: YajlTree) throws

  /// Takes the wanted values out of a dictionary of `JSONSerialization`'s.
  init(_ object: [String: Any]) throws
}

/// How a model keeps its strings.
protocol MappedText: FieldValue, SendableMetatype {
  /// The empty string.
  init()

  func add(to checksum: inout Checksum)
}

extension String: MappedText {
  @inline(__always)
  func add(to checksum: inout Checksum) {
    checksum.add(self)
  }
}

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
