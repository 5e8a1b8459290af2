import Foundation
import StreamMap

/// Reads JSON into dynamic models with a decoder's strategies.
final class DynamicReader: Sendable {
  let decoder: StreamDecoder
  /// The decoder of texts kept from records. Limits do not apply to parts of a record that was already accepted.
  private let kept: StreamDecoder
  /// The encoder of values that were set and are read before the model is encoded.
  private let encoder: StreamEncoder
  private let keyRule: KeyRule

  /// The conversion of member names to keys.
  private enum KeyRule {
    case same, fromSnakeCase, custom
  }

  /// The reader with the strategies of a new decoder.
  static let standard: DynamicReader = {
    // Document size is unlimited, as in `JSONDecoder`. Only the nesting depth is limited.
    let decoder = StreamDecoder(limits: .document)
    decoder.lastNameWins = true
    decoder.underflowIsZero = true
    decoder.following = { type in
      if type == DynamicClass.self { return objectFollower }
      return (type as? any DynamicDecodable.Type).map { follower(of: $0) }
    }
    return DynamicReader(decoder)
  }()

  /// - Parameter decoder: the decoder of ``standard``, with other strategies.
  init(_ decoder: StreamDecoder) {
    self.decoder = decoder
    (encoder, kept) = Self.wayBack(decoder)
    keyRule =
      switch decoder.keyDecodingStrategy {
      case .useDefaultKeys: .same
      case .convertFromSnakeCase: .fromSnakeCase
      default: .custom
      }
  }

  /// Returns the follower that gives each model of a type the object from which it was decoded.
  private static func follower<Model: DynamicDecodable>(of type: Model.Type) -> ModelFollower {
    var ownKeys = OwnKeys()
    return PullingFollower<Model> { model, value in
      let mark = value.requestedMark
      if mark == nil || mark != ownKeys.mark { ownKeys = OwnKeys(value.requestedNames, mark) }
      model.dynamicSelf = DynamicRecord.of(value).object(value, ownKeys)
    }
  }

  /// The follower of a property that is a dynamic object other than `dynamicSelf`. The object keeps its text.
  private static var objectFollower: ModelFollower {
    PullingFollower<DynamicClass> { object, value in
      object = DynamicRecord.of(value).object(value, nil)
    }
  }

  // MARK: Models

  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value {
    try decoder.read(data, for: type) { root in
      try withRecord(root) {
        var value = try root.decode(type)
        DynamicHook.call(for: &value, .decoding)
        return value
      }
    }
  }

  /// The decoder of lines, with the limits for lines.
  var lineDecoder: StreamDecoder {
    let decoder = decoder.copy()
    decoder.limits = Limits()
    return decoder
  }

  /// Decodes a record and calls the model's hook.
  func map<Model: DynamicDecodable>(_ root: TapeValue, to type: Model.Type) throws -> Model {
    try withRecord(root) {
      var model = try root.decode(type)
      model.dynamicMapping(mappingType: .decoding)
      return model
    }
  }

  /// Reads text that is known to be valid.
  func withValue<Result>(of text: ArraySlice<UInt8>, _ body: (TapeValue) throws -> Result) throws -> Result {
    try kept.read(text.span, for: DynamicClass.self) { value in
      try withRecord(value) { try body(value) }
    }
  }

  private func withRecord<Result>(_ value: TapeValue, _ body: () throws -> Result) rethrows -> Result {
    let record = DynamicRecord.of(value)
    record.open(value, self)
    defer { record.close() }
    return try body()
  }

  // MARK: Nodes

  func text(of value: any Encodable) throws -> ArraySlice<UInt8> {
    var text: [UInt8] = []
    try encoder.encode(value, into: &text)
    return text[...]
  }

  /// Returns the node with the members or elements of a text, or the text itself if it is a scalar.
  func expanded(_ text: ArraySlice<UInt8>) throws -> DynamicNode {
    try kept.read(text.span, for: DynamicClass.self) { value -> DynamicNode in
      func node(_ child: TapeValue) -> DynamicNode {
        let range = child.range(in: value)
        return .text(text[(text.startIndex + range.lowerBound)..<(text.startIndex + range.upperBound)])
      }
      if let elements = value.elements { return .array(elements.map(node)) }
      var members: [DynamicNode.Member] = []
      var places: [String: Int] = [:]
      guard
        value.forEachMember({ name, child in
          if let place = places.updateValue(members.count, forKey: name) {
            places[name] = place
            members[place].node = node(child)
          } else {
            members.append(DynamicNode.Member(name: name, node: node(child)))
          }
        })
      else { return .text(text) }
      return .object(members)
    }
  }

  /// Returns a member's name as converted by the key strategy.
  func key(of name: String) -> String { keyRule == .same ? name : decoder.key(of: name, in: []) }

  /// Returns the index of the member with a converted name, or else with that name in the JSON.
  func place(of name: String, in members: [DynamicNode.Member]) -> Int? {
    (keyRule == .same ? nil : members.lastIndex { key(of: $0.name) == name })
      ?? members.lastIndex { $0.name == name }
  }

  @inline(__always)
  func value(at path: DynamicPath, from value: TapeValue) -> TapeValue? {
    path.walk(from: value) { value, step in next(step, from: value) }
  }

  @inline(__always)
  private func next(_ step: DynamicPath.Step, from value: TapeValue) -> TapeValue? {
    switch step {
    case .index(let index): value.element(index)
    case .name(let name): value.member(name) ?? (keyRule == .same ? nil : member(spelt: name, of: value))
    }
  }

  private func member(spelt name: String, of value: TapeValue) -> TapeValue? {
    // A member whose name equals its key would have been found already.
    if keyRule == .fromSnakeCase, key(of: name) == name { return nil }
    var found: TapeValue?
    _ = value.forEachMember { spelling, member in
      if spelling == name { found = member.saved() }
    }
    return found
  }
}
