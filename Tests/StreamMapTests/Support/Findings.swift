import Testing

/// The failures of a random test, reported with the shortest input first, as a substitute for shrinking.
struct Findings {
  private var findings: [(input: [UInt8], text: String)] = []

  mutating func add(_ input: [UInt8], _ text: String) { findings.append((input, text)) }

  func report(sourceLocation: SourceLocation = #_sourceLocation) {
    let shortest = findings.sorted { $0.input.count < $1.input.count }.prefix(3)
    for finding in shortest {
      Issue.record(
        "\(finding.text)\ninput: \(excerpt(finding.input))\n1 of \(findings.count), \(SeededRandom.again)",
        sourceLocation: sourceLocation)
    }
  }
}
