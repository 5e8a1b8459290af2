import Foundation
import FoundationValues
import StreamMap

extension SourceValue {
  /// Whether it is null, or a nil in a tree.
  var isNil: Bool {
    switch self {
    case .record(let value): value.isNull
    case .tree(.other(let value)): (value as? any AnyOptional)?.isNil == true
    case .tree, .json: isNull
    }
  }

  func decoded<Value: Decodable>(as type: Value.Type) throws -> Value {
    if case .record(let value) = self {
      do {
        return try value.decode(type)
      } catch let error as DecodingError where error.isBelow(value) {
        throw error
      } catch {
        throw rejection(TinyMappingError.reason(of: error))
      }
    }
    let value = any
    if let value = value as? Value { return value }
    guard JSONSerialization.isValidJSONObject([value]) else { throw rejection(expected: "\(type)") }
    let text = try JSONSerialization.data(withJSONObject: value, options: .fragmentsAllowed)
    do {
      return try StreamDecoder.ofDocuments.decode(type, from: text)
    } catch let error as DecodingError {
      throw TreeMismatch(path: error.content.path, reason: error.content.reason)
    } catch {
      throw rejection(TinyMappingError.reason(of: error))
    }
  }

  /// Passes this object to `body`. Returns nil if the value is not an object.
  @inline(__always)
  func withMembers<Result>(
    of type: TinyMappingModel.Type, _ body: (SourceObject) throws -> Result
  ) rethrows -> Result? {
    switch self {
    case .record(let value): try value.withObject(for: type) { object in try body(.record(object)) }
    case .tree(let value): try value.members.map { members in try body(.tree(members)) }
    case .json: nil
    }
  }

  /// Returns the error for a value that is not the expected one.
  func rejection(expected: String) -> any Error {
    rejection("expected \(expected), found \(found)", expected: expected)
  }

  /// Returns the error for a value that is rejected for another reason.
  func rejection(_ reason: String, expected: String = "") -> any Error {
    guard case .record(let value) = self else { return TreeMismatch(path: [], reason: reason) }
    return RecordRejection(value, expected: expected, TinyMappingError(path: value.pathText, reason))
  }

  private var found: String {
    switch self {
    case _ where isNil: "null"
    case _ where string != nil: "a string"
    case _ where isArray: "an array"
    case _ where isObject: "an object"
    case .record(let value): value.bool().map { "\($0)" } ?? "the number \(value.numberText ?? "")"
    case .tree(let value):
      value.number.map { FoundationValue.isBoolean($0) ? "\($0.boolValue)" : "the number \($0)" }
        ?? "a \(Swift.type(of: value.any))"
    case .json(let value): "\(value)"
    }
  }
}

private protocol AnyOptional {
  var isNil: Bool { get }
}

extension Optional: AnyOptional {
  var isNil: Bool { self == nil }
}

/// An object whose members are looked up by name.
enum SourceObject {
  case record(TapeObject)
  case tree([String: Any])

  /// Returns the member with a name, or nil if it is absent or null.
  @inline(__always)
  func value(_ name: String) -> SourceValue? {
    switch self {
    case .record(let object):
      guard let value = object.value(name), !value.isNull else { return nil }
      return .record(value)
    case .tree(let members):
      guard let value = members[name].map({ SourceValue.tree(FoundationValue($0)) }), !value.isNil else {
        return nil
      }
      return value
    }
  }

  /// Returns the plan for the class of a model. A record caches it with the object's location.
  @inline(__always)
  func plan(of model: TinyMappingModel) -> ModelPlan {
    guard case .record(let object) = self else { return ModelPlan.of(model) }
    if let plan = object.face as? ModelPlan { return plan }
    let plan = ModelPlan.of(model)
    object.face = plan
    return plan
  }
}

/// An error in a tree. Its path begins at the value that is being read.
struct TreeMismatch: Error {
  let path: [any CodingKey]
  let reason: String
}

/// Reads a part of a value. An error in a tree receives the step to that part.
@inline(__always)
func below<Result>(_ key: @autoclosure () -> PathKey, _ body: () throws -> Result) throws -> Result {
  do {
    return try body()
  } catch let error as TreeMismatch {
    throw TreeMismatch(path: [key()] + error.path, reason: error.reason)
  }
}
