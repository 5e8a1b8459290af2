/// The slow, obvious interpreter of paths over the oracle's tree: what the compiled machine must agree with.
struct PathInterpreter {
  /// A segment of a path; names are UTF-8, compared byte by byte.
  enum Segment: Hashable {
    case name([UInt8])
    case index(Int)
    /// `[*]`
    case everyElement
    /// `.*`
    case everyMember

    var isWildcard: Bool { self == .everyElement || self == .everyMember }
  }

  /// What a path gives on one document.
  struct Outcome {
    /// In document order.
    var matches: [ReferenceValue] = []
    /// Whether the container that the first wildcard goes over is there, and of the right type: it tells an empty
    /// collection from an absent one.
    var hasContainer = false
  }

  var segments: [Segment]

  /// Whether the last of several members of one name counts, instead of the first. Under `.*` it is the first.
  var lastWins = false

  var hasWildcard: Bool { segments.contains(where: \.isWildcard) }

  func run(on root: ReferenceValue) -> Outcome {
    var values = [root]
    var outcome = Outcome()
    var isBeforeWildcard = true
    for segment in segments {
      if segment.isWildcard, isBeforeWildcard {
        isBeforeWildcard = false
        outcome.hasContainer = values.contains { isContainer($0, of: segment) }
      }
      values = values.flatMap { children(of: $0, by: segment) }
    }
    outcome.matches = values
    return outcome
  }

  private func isContainer(_ value: ReferenceValue, of segment: Segment) -> Bool {
    switch (value.node, segment) {
    case (.array, .everyElement), (.object, .everyMember): true
    default: false
    }
  }

  private func children(of value: ReferenceValue, by segment: Segment) -> [ReferenceValue] {
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
  /// The path as the library reads it; names that are not plain are quoted.
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
