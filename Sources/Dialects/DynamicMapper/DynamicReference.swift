/// A location in a ``DynamicClass``, with or without a value: the type of `ds.user.tags[0]`.
///
/// `<--` reads the value in place, and ``set(_:)-(Value?)`` sets it. Where a ``DynamicValue`` is expected, the value is
/// read as one.
///
/// Indexes start at 0. A negative index, an index past the end of the array and everything below an absent value are
/// absent.
@dynamicMemberLookup
public struct DynamicReference {
  let owner: DynamicClass
  let path: DynamicPath

  /// The value of a member, if this is an object with that member.
  public subscript(dynamicMember name: String) -> DynamicReference { self[name] }

  /// The value of a member whose name is not a Swift identifier, such as `ds.user["first name"]`.
  public subscript(_ name: String) -> DynamicReference {
    DynamicReference(owner: owner, path: path.appending(.name(name)))
  }

  /// The element at an index, if this is an array with that element.
  public subscript(index: Int) -> DynamicReference {
    DynamicReference(owner: owner, path: path.appending(.index(index)))
  }

  /// Sets the value at this location. Nil becomes `null`.
  ///
  /// Missing values on the path are created, and mismatched ones are replaced: by an object for a name, by an array for
  /// an index. An index past the end of the array appends. A negative index does nothing. The value is encoded together
  /// with the model, with the encoder's strategies.
  ///
  /// - Complexity: O(n) in the members and elements on the path.
  public func set<Value: Encodable>(_ value: Value?) {
    owner.put(.value(value), at: path)
  }

  /// Sets a value that is `Encodable` only at run time.
  ///
  /// A value that is not `Encodable` changes nothing and prints a message to standard output, as the original does.
  public func set(_ value: Any?) {
    switch value {
    case nil: owner.put(.value(nil), at: path)
    case let value as any Encodable: owner.put(.value(value), at: path)
    case .some(let value): print("DynamicMapper: a value of type \(type(of: value)) is not Encodable")
    }
  }
}

/// The path from an object to a value inside it.
struct DynamicPath {
  enum Step {
    case name(String)
    case index(Int)
  }

  private let first: Step
  private var second: Step?
  /// Few paths have more than two steps. The first two need no allocation.
  private var others: [Step] = []

  init(_ step: Step) { first = step }

  init?(_ steps: ArraySlice<Step>) {
    guard let first = steps.first else { return nil }
    self.first = first
    second = steps.dropFirst().first
    others = Array(steps.dropFirst(2))
  }

  func appending(_ step: Step) -> DynamicPath {
    var path = self
    if second == nil { path.second = step } else { path.others.append(step) }
    return path
  }

  var steps: ArraySlice<Step> { ([first] + (second.map { [$0] } ?? []) + others)[...] }

  /// Follows the path from a value. Returns nil where a step is absent.
  @inline(__always)
  func walk<Value>(from value: Value, _ next: (Value, Step) -> Value?) -> Value? {
    guard var value = next(value, first) else { return nil }
    guard let second else { return value }
    guard let child = next(value, second) else { return nil }
    value = child
    for step in others {
      guard let child = next(value, step) else { return nil }
      value = child
    }
    return value
  }
}
