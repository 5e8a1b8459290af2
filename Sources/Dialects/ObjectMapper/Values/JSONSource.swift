import Foundation
import FoundationValues
import StreamMap

/// One JSON value: in a validated record, or in a tree passed by the caller.
///
/// Both give the same results. Values convert like bridged `JSONSerialization` values: `true` is 1, and 1.0 is `true`.
/// A number matches a type if the type represents it exactly.
public struct JSONSource {
  let value: SourceValue

  init(_ value: SourceValue) {
    self.value = value
  }

  init(tape value: TapeValue) {
    self.value = .record(value)
  }

  init(tree value: Any) {
    self.value = .tree(FoundationValue(value))
  }

  /// The value as `JSONSerialization` returns it.
  @usableFromInline
  var any: Any { value.any }

  @usableFromInline
  var isNull: Bool { value.isNull }

  /// Returns the case of a type with raw values. Nil if the value is not one of these.
  @usableFromInline
  func rawValue<Object: RawRepresentable>(in map: Map) -> Object? {
    (scalar(in: map) as Object.RawValue?).flatMap { Object(rawValue: $0) }
  }

  /// Returns the value as a cast does, except for numbers with a fraction, which do not bridge to a type that would
  /// round them.
  func scalar<Value>(in map: Map) -> Value? {
    if Value.self == String.self { return value.string as? Value }
    if Value.self == Int.self { return integer(Int.self) as? Value }
    guard let type = Value.self as? any MappableValue.Type, type._kind == .scalar else {
      return any as? Value
    }
    return read(type, in: map) as? Value
  }

  private func read<Value: MappableValue>(_ type: Value.Type, in map: Map) -> Value? {
    try? type._element(self, in: map)
  }

  @usableFromInline
  var isObject: Bool { value.isObject }

  @usableFromInline
  var isArray: Bool { value.isArray }

  /// Whether a null casts to a nil, as it does on Apple's platforms. ObjectMapper casts arrays of optionals.
  @usableFromInline
  static let isNullCastToNil = (NSNull() as Any) is Int?

  /// The elements, or nil if the value is not an array.
  @usableFromInline
  var _elements: JSONElements? { value.elements.map { JSONElements(elements: $0) } }

  /// The members, or nil if the value is not an object. Only the last of several members with the same name counts.
  @usableFromInline
  var _members: JSONMembers? { value.members.map { JSONMembers(members: $0) } }
}

/// The elements of an array in order. Each borrowed element is valid only until the next one.
@usableFromInline
struct JSONElements: Sequence, IteratorProtocol {
  var elements: SourceElements

  @usableFromInline
  mutating func next() -> JSONSource? { elements.next().map { JSONSource($0) } }
}

/// The members of an object in order. Each borrowed member is valid only until the next one.
@usableFromInline
struct JSONMembers: Sequence, IteratorProtocol {
  var members: SourceMembers

  @usableFromInline
  mutating func next() -> (name: String, value: JSONSource)? {
    members.next().map { ($0.name, JSONSource($0.value)) }
  }
}
