import Foundation

@testable import TestSupport

/// What a generated model encodes: a program over its encoder and the containers it requests.
indirect enum Script: Sendable {
  case scalar(Scalar)
  /// Types that the standard library encodes.
  case null
  case array([Script])
  case dictionary([String: Script])
  case numbered([Int: Script])
  case named([Sketch.Name: Script])
  case cases([Sketch.Case: Script])
  case numberedCases([Sketch.NumberedCase: Script])
  case optional(Script)
  case dates([Date])
  case data([Data?])
  case matrix([[Double]])
  /// A collection of standard types.
  case collection(any Encodable & Sendable)
  case pairs([Scalar])
  case words([String])
  case integers([Int])
  case doubles([Double])
  /// A model that encodes another one in its place.
  case single(Script)
  case nothing
  case failure
  /// Steps over a list of handles. The first is the model's container. Each step that requests a container appends
  /// it.
  case keyed([Step])
  case unkeyed([Step])

  struct Step: Sendable {
    /// The container, and the key for a keyed one.
    var handle: Int
    var key: String
    var action: Action
  }

  enum Action: Sendable {
    case null
    case scalar(Scalar)
    case value(Script)
    /// A value whose error is caught.
    case attempt(Script)
    case object, array
    case superEncoder(Script, named: Bool)
    /// Requests the model's container again.
    case again
  }

  enum Scalar: Sendable {
    case bool(Bool), string(String), double(Double), float(Float), date(Date), data(Data), url(URL)
    case decimal(Decimal)
    /// A standard integer type, as an index into `Sketch.integers`.
    case integer(Int, UInt64)
  }
}

/// The error of a generated model.
struct Scripted: Encodable {
  struct ReportedError: Error {}

  var script: Script

  init(_ script: Script) { self.script = script }

  func encode(to encoder: any Encoder) throws {
    Self.log(encoder, encoder.codingPath)
    switch script {
    case .nothing: return
    case .failure: throw ReportedError()
    case .scalar(let scalar):
      var container = encoder.singleValueContainer()
      Self.log(encoder, container.codingPath)
      try Self.write(scalar, Single(container: &container))
    case .null:
      var container = encoder.singleValueContainer()
      try container.encodeNil()
    case .single(let script):
      var container = encoder.singleValueContainer()
      try Self.value(script) { try container.encode($0) }
    case .keyed(let steps):
      try Self.run(steps, encoder, .keyed(encoder.container(keyedBy: AnyKey.self)))
    case .unkeyed(let steps):
      try Self.run(steps, encoder, .unkeyed(encoder.unkeyedContainer()))
    default: try Self.value(script) { try ($0 as any Encodable).encode(to: encoder) }
    }
  }

  enum Handle {
    case keyed(KeyedEncodingContainer<AnyKey>)
    case unkeyed(any UnkeyedEncodingContainer)

    var codingPath: [any CodingKey] {
      switch self {
      case .keyed(let container): container.codingPath
      case .unkeyed(let container): container.codingPath
      }
    }

    var count: Int {
      switch self {
      case .keyed: -1
      case .unkeyed(let container): container.count
      }
    }
  }

  private static func log(_ encoder: any Encoder, _ path: [any CodingKey], _ count: Int = -1) {
    (encoder.userInfo[PathLog.key] as? PathLog)?.add(path, count)
  }

  private static func run(_ steps: [Script.Step], _ encoder: any Encoder, _ own: Handle) throws {
    var handles = [own]
    for step in steps {
      log(encoder, handles[step.handle].codingPath, handles[step.handle].count)
      switch handles[step.handle] {
      case .keyed(var container):
        let key = AnyKey(step.key)
        switch step.action {
        case .null: try container.encodeNil(forKey: key)
        case .scalar(let scalar): try write(scalar, Keyed(container: container, key: key))
        case .value(let script): try value(script) { try container.encode($0, forKey: key) }
        case .attempt(let script): try? value(script) { try container.encode($0, forKey: key) }
        case .object: handles.append(.keyed(container.nestedContainer(keyedBy: AnyKey.self, forKey: key)))
        case .array: handles.append(.unkeyed(container.nestedUnkeyedContainer(forKey: key)))
        case .superEncoder(let script, let named):
          try Scripted(script).encode(
            to: named ? container.superEncoder(forKey: key) : container.superEncoder())
        case .again: handles.append(again(own, encoder))
        }
      case .unkeyed(var container):
        switch step.action {
        case .null: try container.encodeNil()
        case .scalar(let scalar): try write(scalar, Unkeyed(container: container))
        case .value(let script): try value(script) { try container.encode($0) }
        case .attempt(let script): try? value(script) { try container.encode($0) }
        case .object: handles.append(.keyed(container.nestedContainer(keyedBy: AnyKey.self)))
        case .array: handles.append(.unkeyed(container.nestedUnkeyedContainer()))
        case .superEncoder(let script, _): try Scripted(script).encode(to: container.superEncoder())
        case .again: handles.append(again(own, encoder))
        }
      }
    }
  }

  private static func again(_ own: Handle, _ encoder: any Encoder) -> Handle {
    switch own {
    case .keyed: .keyed(encoder.container(keyedBy: AnyKey.self))
    case .unkeyed: .unkeyed(encoder.unkeyedContainer())
    }
  }

  /// Passes a scripted value to a container's generic method.
  static func value(_ script: Script, _ body: (any Encodable) throws -> Void) throws {
    switch script {
    case .null: try body(Int?.none)
    case .array(let scripts): try body(scripts.map { Scripted($0) })
    case .dictionary(let scripts): try body(scripts.mapValues { Scripted($0) })
    case .numbered(let scripts): try body(scripts.mapValues { Scripted($0) })
    case .named(let scripts): try body(scripts.mapValues { Scripted($0) })
    case .cases(let scripts): try body(scripts.mapValues { Scripted($0) })
    case .numberedCases(let scripts): try body(scripts.mapValues { Scripted($0) })
    case .optional(let script): try value(script) { try optional($0, body) }
    case .dates(let dates): try body(dates)
    case .data(let data): try body(data)
    case .matrix(let rows): try body(rows)
    case .collection(let value): try body(value)
    case .words(let words): try body(words)
    case .integers(let integers): try body(integers)
    case .doubles(let doubles): try body(doubles)
    case .pairs(let scalars):
      try body([Pair: Scripted](uniqueKeysWithValues: scalars.map { (Pair(), Scripted(.scalar($0))) }))
    case .scalar(let scalar): try generic(scalar, body)
    default: try body(Scripted(script))
    }
  }

  private static func optional(_ value: some Encodable, _ body: (any Encodable) throws -> Void) throws {
    try body(Optional(value))
  }

  /// A key that is not a name.
  struct Pair: Encodable, Hashable {
    var name = "a pair"
  }
}

/// The coding paths that models saw in their encoders and containers, with the counts of unkeyed containers.
final class PathLog: @unchecked Sendable {
  private(set) var paths: [String] = []

  static let key: CodingUserInfoKey = {
    guard let key = CodingUserInfoKey(rawValue: "paths") else { preconditionFailure("a key has a name") }
    return key
  }()

  func add(_ path: [any CodingKey], _ count: Int = -1) {
    let text = path.map { "\($0.stringValue) \($0.intValue.map(String.init) ?? "-")" }.joined(separator: "/")
    paths.append("\(text) \(count)")
  }

  func clear() { paths.removeAll() }
}
