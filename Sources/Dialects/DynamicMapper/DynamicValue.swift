/// A place in a ``DynamicClass``, whether something stands there or not: what `ds.user.tags[0]` is.
///
/// An index counts from 0; a negative one, or one beyond the array's end, is absent, and so is everything below what
/// is absent.
@dynamicMemberLookup
public struct DynamicValue {
  let owner: DynamicClass
  let path: DynamicPath

  /// The value of a member, if this is an object that has it.
  public subscript(dynamicMember name: String) -> DynamicValue { self[name] }

  /// The value of a member whose name is no Swift name: `ds.user["first name"]`.
  public subscript(_ name: String) -> DynamicValue {
    DynamicValue(owner: owner, path: path.appending(.name(name)))
  }

  /// The element at an index, if this is an array that has it.
  public subscript(index: Int) -> DynamicValue {
    DynamicValue(owner: owner, path: path.appending(.index(index)))
  }

  /// Puts a value here; nil becomes `null`.
  ///
  /// What stands in the way of the path is made, or replaced: an object for a name, an array for an index. An index
  /// beyond an array's end appends, a negative one does nothing. The value is encoded when the model is, with the
  /// encoder's strategies.
  ///
  /// - Complexity: O(n) in the members and elements on the way.
  public func set<Value: Encodable>(_ value: Value?) {
    owner.put(.value(value), at: path)
  }

  /// Puts a value here of which only the value itself knows that it is `Encodable`.
  ///
  /// One that is not leaves everything as it is, and says so on standard output, as the original does.
  public func set(_ value: Any?) {
    switch value {
    case nil: owner.put(.value(nil), at: path)
    case let value as any Encodable: owner.put(.value(value), at: path)
    case .some(let value): print("DynamicMapper: a value of type \(type(of: value)) is not Encodable")
    }
  }
}

/// The steps from an object to a value in it.
struct DynamicPath {
  enum Step {
    case name(String)
    case index(Int)
  }

  private let first: Step
  private var second: Step?
  /// Few paths have more than two steps; these cost no memory of their own.
  private var others: [Step] = []

  init(_ step: Step) { first = step }

  /// Nil for no steps.
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

  /// All of them.
  var steps: ArraySlice<Step> { ([first] + (second.map { [$0] } ?? []) + others)[...] }

  /// Goes from a value along the path, until there is nothing.
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
