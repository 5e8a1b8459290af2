// What the inputs of a run are, in one line.

import StreamMap

/// The compression and the framings of the inputs that were read, in the order of first appearance.
struct InputKinds {
  private(set) var compressions: [String] = []
  private(set) var framings: [Framing] = []
  /// The length of the longest record, in bytes.
  var longest = 0
  /// The estimated number of lines. Nil unless a sample was read.
  private(set) var estimate: Double?

  mutating func add(compression: String) {
    if !compressions.contains(compression) { compressions.append(compression) }
  }

  mutating func add(_ framing: Framing) {
    if !framings.contains(framing) { framings.append(framing) }
  }

  /// Adds the lines of a sample of a file, in their order, and the size of the file.
  mutating func add(sample lines: [Range<Int>], of size: Int) {
    // The lengths can differ from one part of the file to the other. So each part has its own mean.
    let count = max(Int(Double(lines.count).squareRoot()), 1)
    for start in stride(from: 0, to: lines.count, by: count) {
      let part = lines[start..<min(start + count, lines.count)]
      let end = part.endIndex < lines.count ? lines[part.endIndex].lowerBound : size
      let bytes = part.reduce(0) { $0 + $1.count }
      let covered = end - (start == 0 ? 0 : lines[start].lowerBound)
      estimate = (estimate ?? 0) + Double(part.count) * Double(covered) / Double(max(bytes, 1))
    }
  }
}

extension InputKinds {
  /// Returns the line: the form of the inputs, their size, and the number and the maximum length of their records.
  ///
  /// The number is exact if every byte was read. Otherwise it is estimated from the records that were read, or it is
  /// the number of these.
  func line(of session: Session) -> String {
    let names = session.inputs.map(\.name)
    let name = names.count == 1 ? names[0] : "\(names.count) files"
    let (tally, good) = (session.tally, session.tally.goodRecords)
    let sizes = session.inputs.compactMap(\.size)
    let size = sizes.count == names.count ? sizes.reduce(0, +) : nil
    guard tally.allRecords > 0 else {
      return "\(name): \(size.map { "\(ByteSize.describe($0)), " } ?? "")no record"
    }
    let form = framings.map(\.form).list
    let isWhole = isWhole(session)
    let isDetected = session.options.framing == nil
    let compressions = isDetected ? compressions : Self.compressions(of: session.inputs)
    var parts = compressions + [good > 0 ? form : "read as \(form)"]
    if let size = size ?? (isWhole && isDetected && compressions.isEmpty ? tally.bytes : nil) {
      parts.append(ByteSize.describe(size))
    }
    if isWhole, !compressions.isEmpty { parts.append("\(ByteSize.describe(tally.bytes)) decompressed") }
    let count = tally.allRecords
    // Half of the record that ended the run was read, on average.
    let read = Double(count) - (session.end == .stopped ? 0.5 : 0)
    if good == 0 {
      parts.append("no good record")
    } else if isWhole {
      parts.append(Self.records(count))
    } else if let estimate = estimate
      ?? Self.estimate(read, in: tally.bytes, of: compressions.isEmpty ? size : nil)
    {
      parts.append("about \(Self.records(max(Self.rounded(estimate), count)))")
    } else {
      parts.append("at least \(Self.records(count))")
    }
    if good > 0 { parts.append("longest \(isWhole ? "" : "of those read ")\(ByteSize.describe(longest))") }
    return "\(name): " + parts.joined(separator: ", ")
  }

  /// Whether every record was read. After an error between two records, the rest of the input is not.
  private func isWhole(_ session: Session) -> Bool {
    session.end == .complete && session.inputFailures.isEmpty && session.options.inputRange == .all
      && session.options.sample == nil && (session.tally.bad == 0 || framings.allSatisfy(\.isLines))
  }

  /// Returns the compressions of files, by their first bytes.
  private static func compressions(of inputs: [InputFile]) -> [String] {
    var kinds = InputKinds()
    for input in inputs where input.status.isRegular {
      if let name = try? input.framing(of: input.bytes, until: nil).compression {
        kinds.add(compression: name)
      }
    }
    return kinds.compressions
  }

  /// Returns the number of records in a file, from the number in its first bytes.
  private static func estimate(_ count: Double, in bytes: Int, of size: Int?) -> Double? {
    guard let size, bytes > 0 else { return nil }
    return count * Double(size) / Double(bytes)
  }

  private static func records(_ count: Int) -> String { "\(count) \(count == 1 ? "record" : "records")" }

  /// Rounds an estimate to three digits.
  private static func rounded(_ estimate: Double) -> Int {
    var unit = 1.0
    while estimate / unit >= 1_000 { unit *= 10 }
    return Int((estimate / unit).rounded() * unit)
  }
}

extension Framing {
  /// The name for people.
  fileprivate var form: String {
    switch kind {
    case .lines: "JSON Lines"
    case .embeddedLines: "JSON in lines of text"
    case .serverSentEvents: "server-sent events"
    case .markdown: "JSON in text of a language model"
    case .document: "one JSON text"
    case .concatenated: "concatenated JSON texts"
    case .sequence: "a JSON text sequence"
    case .array(let path, let isObject):
      "one JSON \(isObject ? "object" : "array")\(path.segments.isEmpty ? "" : " at \(path.text)")"
    }
  }
}
