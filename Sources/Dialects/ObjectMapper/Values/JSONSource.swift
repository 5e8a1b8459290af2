import Foundation
import FoundationValues
import StreamMap

/// One JSON value: in a validated record, or in a tree passed by the caller.
///
/// Both give the same results. Values convert like bridged `JSONSerialization` values: `true` is 1, and 1.0 is `true`.
/// A number matches a type if the type represents it exactly.
public struct JSONSource {
  enum Backing {
    case tape(TapeValue)
    case tree(FoundationValue)
  }

  let backing: Backing

  init(tape value: TapeValue) {
    backing = .tape(value)
  }

  init(_ value: FoundationValue) {
    backing = .tree(value)
  }

  init(tree value: Any) {
    backing = .tree(FoundationValue(value))
  }

  /// The value as `JSONSerialization` returns it.
  @usableFromInline
  var any: Any {
    switch backing {
    case .tape(let value): value.any
    case .tree(let value): value.any
    }
  }

  @usableFromInline
  var isNull: Bool {
    switch backing {
    case .tape(let value): value.isNull
    case .tree(let value): value.isNull
    }
  }

  var string: String? {
    switch backing {
    case .tape(let value): value.string()
    case .tree(let value): value.string
    }
  }

  /// Returns the case of a type with raw values. Nil if the value is not one of these.
  @usableFromInline
  func rawValue<Object: RawRepresentable>(in map: Map) -> Object? {
    (scalar(in: map) as Object.RawValue?).flatMap { Object(rawValue: $0) }
  }

  /// Returns the value as a cast does, except for numbers with a fraction, which do not bridge to a type that would
  /// round them.
  func scalar<Value>(in map: Map) -> Value? {
    if Value.self == String.self { return string as? Value }
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
  var isObject: Bool {
    switch backing {
    case .tape(let value): value.kind == .object
    case .tree(let value): value.members != nil
    }
  }

  /// Whether a null casts to a nil, as it does on Apple's platforms. ObjectMapper casts arrays of optionals.
  @usableFromInline
  static let isNullCastToNil = (NSNull() as Any) is Int?

  /// The elements, or nil if the value is not an array.
  @usableFromInline
  var _elements: JSONElements? {
    switch backing {
    case .tape(let value): value.elements.map { JSONElements(tape: $0) }
    case .tree(let value): value.elements.map { JSONElements(tree: $0) }
    }
  }

  /// The members, or nil if the value is not an object. Only the last of several members with the same name counts.
  @usableFromInline
  var _members: JSONMembers? {
    switch backing {
    case .tape(let value): value.lastMembers.map { JSONMembers(tape: $0) }
    case .tree(let value): value.members.map { JSONMembers(tree: $0) }
    }
  }
}
