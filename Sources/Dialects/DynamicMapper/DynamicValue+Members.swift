import Foundation
import StreamMap

// Values inside a value. Reading changes nothing: an absent value is an empty object, as in the original.
//
// A path such as `ds.a.b[0]` consists of locations as far as possible. Only its last step may give a value. So all
// subscripts with values are disfavoured.
extension DynamicValue {
  /// The element at an index. A new value beyond the end of the array is appended. It is ignored if this is not an
  /// array, or if the index is negative.
  @_disfavoredOverload
  public subscript(index: Int) -> DynamicValue {
    get {
      guard case .arrayValue(let elements) = self, elements.indices.contains(index) else { return .absent }
      return elements[index]
    }
    set {
      guard case .arrayValue(var elements) = self, index >= 0 else { return }
      self = .absent
      if index < elements.count { elements[index] = newValue } else { elements.append(newValue) }
      self = .arrayValue(elements)
    }
  }

  /// The value of a member. A new value turns a value that is not an object into one.
  @_disfavoredOverload
  public subscript(dynamicMember member: String) -> DynamicValue {
    get {
      guard case .dictionaryValue(let members) = self else { return .absent }
      return members[member] ?? .absent
    }
    set {
      var members: [String: DynamicValue] = [:]
      if case .dictionaryValue(let own) = self { members = own }
      self = .absent
      members[member] = newValue
      self = .dictionaryValue(members)
    }
  }

  /// The value that the original returns for an absent one.
  static var absent: DynamicValue { .dictionaryValue([:]) }

  /// Sets the value. Nil becomes `null`. A value without a kind of its own is encoded first, and one that cannot be
  /// encoded changes nothing.
  public mutating func set<Value: Encodable>(_ value: Value?) { set(any: value) }

  /// Sets a value that is `Encodable` only at run time.
  ///
  /// A value that is not `Encodable` changes nothing and prints a message to standard output, as the original does.
  public mutating func set(_ value: Any?) { set(any: value) }

  private mutating func set(any value: Any?) {
    switch value {
    case nil: self = .null(nil)
    case let date as Date: self = .dateValue(date, nil)
    case let url as URL: self = .urlValue(url)
    case let text as String: self = .stringValue(text)
    case let integer as Int: self = .intValue(integer)
    case let bool as Bool: self = .boolValue(bool)
    case let float as Float: self = .floatValue(float)
    case let double as Double: self = .doubleValue(double)
    case let data as Data: self = .dataValue(data)
    case let value as DynamicValue: self = value
    case let value as any Encodable: if let made = DynamicValue(encoding: value) { self = made }
    case let value?: print("DynamicMapper: a value of type \(type(of: value)) is not Encodable")
    }
  }

  private init?(encoding value: some Encodable) {
    guard let data = try? DynamicJSONEncoder().encode(value),
      let made = try? DynamicJSONDecoder().decode(DynamicValue.self, from: data)
    else { return nil }
    self = made
  }
}

// MARK: Dynamic objects

extension DynamicReference {
  /// Reads a value with the strategies of the decoder. An absent one is an empty object.
  ///
  /// It is not a property, whose name would hide the members of that name.
  static func read(_ place: DynamicReference) -> DynamicValue {
    place.owner.read(at: place.path) { value in value.flatMap { try? $0.decode(DynamicValue.self) } }
      ?? .absent
  }

  /// The value of a member.
  @_disfavoredOverload
  public subscript(dynamicMember name: String) -> DynamicValue {
    get { DynamicReference.read(self[name]) }
    nonmutating set { (self[name] as DynamicReference).set(newValue) }
  }

  /// The value of a member whose name is not a Swift identifier.
  @_disfavoredOverload
  public subscript(_ name: String) -> DynamicValue {
    get { DynamicReference.read(self[name]) }
    nonmutating set { (self[name] as DynamicReference).set(newValue) }
  }

  /// The value of the element at an index.
  @_disfavoredOverload
  public subscript(index: Int) -> DynamicValue {
    get { DynamicReference.read(self[index]) }
    nonmutating set { (self[index] as DynamicReference).set(newValue) }
  }

  /// Creates a location in a new object that holds a value.
  init(_ value: DynamicValue) {
    owner = DynamicClass()
    path = DynamicPath(.name("value"))
    set(value)
  }
}

extension DynamicReference: TextOutputStreamable {
  /// Writes the value as ``DynamicValue`` prints it, so that `print(ds.a)` prints `stringValue("x")`.
  ///
  /// This method hides a member named `write`, which is read as `ds["write"]`. A `description` would hide a common name.
  public func write<Target: TextOutputStream>(to target: inout Target) {
    print(DynamicReference.read(self), terminator: "", to: &target)
  }
}

extension DynamicClass {
  /// The value of a member.
  @_disfavoredOverload
  public subscript(dynamicMember name: String) -> DynamicValue {
    get { DynamicReference.read(self[name]) }
    set { (self[name] as DynamicReference).set(newValue) }
  }

  /// The value of a member whose name is not a Swift identifier.
  @_disfavoredOverload
  public subscript(_ name: String) -> DynamicValue {
    get { DynamicReference.read(self[name]) }
    set { (self[name] as DynamicReference).set(newValue) }
  }
}
