extension PathText {
  package mutating func append(_ segment: RecordPath.Segment) {
    switch segment {
    case .name(let name): append(name: name)
    case .index(let index): append(index: index)
    case .indexOrName(let index): append(name: String(index))
    case .everyElement: appendEveryElement()
    case .everyMember: appendEveryMember()
    }
  }
}
