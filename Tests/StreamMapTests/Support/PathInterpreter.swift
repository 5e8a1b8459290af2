/// A slow, simple interpreter of paths over the oracle's tree. The compiled machine must agree with it.
struct PathInterpreter {
  /// A segment of a path. Names are UTF-8, compared byte by byte.
  enum Segment: Hashable {
    case name([UInt8])
    case index(Int)
    /// `[*]`
    case everyElement
    /// `.*`
    case everyMember

    var isWildcard: Bool { self == .everyElement || self == .everyMember }

    /// Returns whether the step can enter values of this kind.
    func goesInto(_ value: ReferenceValue) -> Bool {
      switch (value.node, self) {
      case (.object, .name), (.object, .everyMember), (.array, .index), (.array, .everyElement): true
      default: false
      }
    }
  }

  /// The result of a path on one document.
  struct Outcome {
    /// In document order.
    var matches: [ReferenceValue] = []
    /// Whether the container of the first wildcard exists and has the right type. This distinguishes an empty
    /// collection from an absent one.
    var hasContainer = false
    /// The intermediate values of the wrong kind: neither null nor a container that the path can enter. Excludes the
    /// document's root value.
    var wrongKinds: [WrongKind] = []
  }

  struct WrongKind {
    var value: ReferenceValue
    /// The path of the value.
    var path: [Segment]
    /// Whether the value is an element of a wildcard.
    var isElement: Bool
  }

  var segments: [Segment]

  /// Whether the last of several members of one name counts instead of the first. Under `.*` the first counts.
  var lastWins = false

  var hasWildcard: Bool { segments.contains(where: \.isWildcard) }

  func run(on root: ReferenceValue) -> Outcome {
    var values = [root]
    var outcome = Outcome()
    var isBeforeWildcard = true
    // Earlier members are visited even if the last one counts.
    var visited: [(value: ReferenceValue, path: [Segment])] = [(root, [])]
    for (index, segment) in segments.enumerated() {
      if index > 0 {
        outcome.wrongKinds += visited.filter { !$0.value.isNull && !segment.goesInto($0.value) }.map {
          WrongKind(value: $0.value, path: $0.path, isElement: !isBeforeWildcard)
        }
      }
      visited = visited.flatMap { visit($0.value, by: segment, from: $0.path) }
      if segment.isWildcard, isBeforeWildcard {
        isBeforeWildcard = false
        outcome.hasContainer = values.contains { isContainer($0, of: segment) }
      }
      values = values.flatMap { children(of: $0, by: segment) }
    }
    outcome.matches = values
    return outcome
  }

  /// Returns whether none of these paths can enter a document of this kind.
  static func isWrongKind(_ root: ReferenceValue, for paths: [PathInterpreter]) -> Bool {
    let steps = paths.compactMap(\.segments.first)
    // A path without steps takes the whole document.
    return !paths.isEmpty && steps.count == paths.count && !steps.contains { $0.goesInto(root) }
  }

  private func visit(
    _ value: ReferenceValue, by segment: Segment, from path: [Segment]
  ) -> [(value: ReferenceValue, path: [Segment])] {
    switch (value.node, segment) {
    case (.object(let members), .name(let name)) where lastWins:
      members.filter { $0.name == name }.map { ($0.value, path + [segment]) }
    case (.object(let members), .everyMember):
      firstOfEachName(members).map { child in
        let name = members.first { $0.value.range == child.range }?.name ?? []
        return (child, path + [.name(name)])
      }
    case (.array(let elements), .everyElement):
      elements.enumerated().map { ($1, path + [.index($0)]) }
    default: children(of: value, by: segment).map { ($0, path + [segment]) }
    }
  }

  private func isContainer(_ value: ReferenceValue, of segment: Segment) -> Bool {
    switch (value.node, segment) {
    case (.array, .everyElement), (.object, .everyMember): true
    default: false
    }
  }

  /// Returns the values to which one segment leads. The first of several members of one name counts.
  func children(of value: ReferenceValue, by segment: Segment) -> [ReferenceValue] {
    switch (value.node, segment) {
    case (.object(let members), .name(let name)):
      (lastWins ? members.last { $0.name == name } : members.first { $0.name == name }).map { [$0.value] }
        ?? []
    case (.object(let members), .everyMember):
      firstOfEachName(members)
    case (.array(let elements), .index(let index)):
      index < elements.count ? [elements[index]] : []
    case (.array(let elements), .everyElement):
      elements
    default:
      []
    }
  }

  private func firstOfEachName(_ members: [ReferenceMember]) -> [ReferenceValue] {
    var seen: Set<[UInt8]> = []
    return members.filter { seen.insert($0.name).inserted }.map(\.value)
  }
}

extension PathInterpreter {
  /// The path in the library's syntax. Names that are not plain are quoted.
  var text: String {
    guard !segments.isEmpty else { return "$" }
    var text = ""
    for segment in segments {
      switch segment {
      case .index(let index): text += "[\(index)]"
      case .everyElement: text += "[*]"
      case .everyMember: text += text.isEmpty ? "$.*" : ".*"
      case .name(let name):
        let decoded = String(decoding: name, as: UTF8.self)
        if isPlainName(name) {
          text += text.isEmpty ? decoded : ".\(decoded)"
        } else {
          text += quotedName(decoded)
        }
      }
    }
    return text
  }
}
