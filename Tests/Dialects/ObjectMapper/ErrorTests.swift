import TestSupport
import Foundation
import ObjectMapperDialect
import StreamMap
import Synchronization
import Testing

@Suite("ObjectMapper: errors and their locations")
struct ErrorTests {
  private struct Reason: Error, Equatable {
    var text = ""
  }

  /// The results of lines: where each is rejected, at which byte, and why.
  private func refusals<Root: BaseMappable & SendableMetatype>(
    _ lines: [String], _ type: Root.Type
  ) throws -> [MappingError] {
    var input = JSONLines(.text(lines.joined(separator: "\n")), mapping: type)
    let failures = Mutex<[MappingError]>([])
    input.onError = .skip { error, _ in failures.withLock { $0.append(error) } }
    try input.forEach { _, _ in }
    return failures.withLock { $0 }
  }

  private struct Leaf: ImmutableMappable {
    let x: Int
    init(map: Map) throws {
      if map["own"].isKeyPresent { throw Reason(text: "leaf") }
      if map["map"].isKeyPresent { throw MapError(key: "map", currentValue: nil, reason: "leaf") }
      x = try map.value("x")
    }
  }

  private struct Branch: ImmutableMappable {
    let leaf: Leaf?
    let leaves: [Leaf]
    let table: [String: Leaf]
    init(map: Map) throws {
      switch map["how"].value() ?? "" {
      case "catch":
        // Earlier nested errors do not matter for a later error.
        leaf = try? map.value("leaf")
        if map["own"].isKeyPresent { throw Reason(text: "branch") }
      case "again":
        do { leaf = try map.value("leaf") } catch let error as Reason { throw error }
      case "instead":
        do { leaf = try map.value("leaf") } catch { throw CocoaError(.coderReadCorrupt) }
      case "later":
        var first: (any Error)?
        do { leaf = try map.value("leaf") } catch {
          first = error
          leaf = nil
        }
        _ = try? map.value("other") as Int
        if let first { throw first }
      default: leaf = map["leaf"].isKeyPresent ? try map.value("leaf") : nil
      }
      leaves = map["leaves"].isKeyPresent ? try map.value("leaves") : []
      table = map["table"].isKeyPresent ? try map.value("table") : [:]
    }
  }

  private struct Tree: ImmutableMappable {
    let branches: [Branch]
    init(map: Map) throws { branches = try map.value("branches") }
  }

  @Test("reports a nested model's error at its object", .feature("37", "57", "O18"))
  func nested() throws {
    let cases = [
      (#"{"leaf":{"own":1}}"#, "leaf", #"{"own"#), (#"{"leaf":{"map":1}}"#, "leaf", #"{"map"#),
      (#"{"leaves":[{"x":1},{"own":1}]}"#, "leaves[1]", #"{"own"#),
      (#"{"table":{"a":{"x":1},"b":{"own":1},"c":{"x":1}}}"#, "table.b", #"{"own"#),
      (#"{"leaf":{"x":"y"}}"#, "leaf.x", #""y""#), (#"{"how":"again","leaf":{"own":1}}"#, "leaf", #"{"own"#),
      (#"{"how":"catch","leaf":{"own":1},"own":1}"#, "", #"{"how"#),
      (#"{"how":"catch","leaf":{"x":"y"},"own":1}"#, "", #"{"how"#),
      (#"{"how":"instead","leaf":{"own":1}}"#, "", #"{"how"#),
      (#"{"how":"instead","leaf":{}}"#, "", #"{"how"#),
      (#"{"how":"later","leaf":{"own":1}}"#, "", #"{"how"#),
    ]
    let lines = cases.map { #"{"branches":[{},\#($0.0)]}"# }
    // Twice, because a map is reused.
    let errors = try refusals(lines + lines, Tree.self)
    #expect(errors.count == 2 * cases.count)
    var start = 0
    for (number, error) in errors.enumerated() {
      let (line, (_, path, text)) = (lines[number % lines.count], cases[number % lines.count])
      let whole = "branches[1]" + (path.isEmpty ? "" : ".\(path)")
      #expect(error.path == whole, "\(line)")
      let offset = try #require(line.dropFirst(14).range(of: text)).lowerBound.utf16Offset(in: line)
      #expect(error.byteOffset == start + offset, "\(line)")
      start += line.utf8.count + 1
    }
    #expect((errors[0].underlying as? Reason)?.text == "leaf" && errors[0].kind == .decodingFailed)
    #expect((errors[6].underlying as? Reason)?.text == "branch")
  }

  @Test("dropped elements leave no location for later errors", .feature("11", "57", "O9"))
  func vanished() throws {
    struct Root: Mappable {
      var leaves: [Leaf] = []
      var thrown: Leaf?
      init?(map: Map) {}
      mutating func mapping(map: Map) {
        leaves <- map["leaves"]
        thrown <- map["leaf"]
        if leaves.count == 1 { leaves = [] }
      }
    }
    struct Outer: ImmutableMappable {
      let root: Root
      init(map: Map) throws {
        root = try map.value("root")
        if root.leaves.isEmpty { throw Reason(text: "empty") }
      }
    }
    let errors = try refusals(
      [
        #"{"root":{"leaves":[{"own":1},{"x":1}],"leaf":{"own":1}}}"#,
        #"{"root":{"leaves":[{"x":1},{"x":2}]}}"#,
      ],
      Outer.self)
    #expect(errors.map(\.path) == ["$"] && (errors.first?.underlying as? Reason)?.text == "empty")
  }

  @Test(
    "keeps a nested mapper's key and a custom MappingError", .feature("37", "O18")
  )
  func strangers() throws {
    struct Inner: ImmutableMappable {
      init(map: Map) throws {
        if map["bare"].isKeyPresent { _ = try Mapper<Leaf>().mapArray(JSONObject: 5) }
        if map["lines"].isKeyPresent {
          try JSONLines(.text("["), mapping: Leaf.self).forEach { _, _ in }
        }
      }
    }
    struct Outer: ImmutableMappable {
      let inner: Inner
      init(map: Map) throws { inner = try map.value("inner") }
    }
    for _ in 0..<2 {
      let bare = try #require(throws: MapError.self) { try Outer(JSONString: #"{"inner":{"bare":1}}"#) }
      #expect(bare.key == nil && bare.line == nil && bare.currentValue as? Int == 5)
      #expect(throws: MappingError.self) { try Outer(JSONString: #"{"inner":{"lines":1}}"#) }
      #expect(throws: MappingError.self) { try Outer(JSON: ["inner": ["lines": 1]]) }
    }
    let unreadable = try #require(throws: MapError.self) { try Outer(JSONString: #"{"inner":"#) }
    #expect(unreadable.reason == "Cannot parse into '[String: Any]'")
  }

  @Test("error reasons can be read and set", .feature("37", "O18"))
  func reasons() throws {
    var error = try #require(throws: MapError.self) { try Leaf(JSONString: #"{"x":[]}"#) }
    #expect(error.reason == "Cannot cast to 'Int'" && error.key == "x")
    error.reason = "mine"
    #expect(error.reason == "mine" && error.description.contains("mine"))
    error = try #require(throws: MapError.self) { try Branch(JSONString: #"{"leaf":null}"#) }
    #expect(error.reason == "Found unexpected nil value" && error.key == "leaf")
  }

  @Test("localizedDescription equals the error's description")
  func localized() {
    let error: any Error = MapError(key: "id", currentValue: nil, reason: "mine")
    #expect(error.localizedDescription == "\(error)" && "\(error)".contains("- reason: mine"))
  }
}
