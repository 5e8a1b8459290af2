/// One sentence that compares the contenders of a workload by the medians of their runs.
///
/// A part whose contenders were not measured is left out.
struct RatioSentence {
  private let report: Report
  private let workload: String

  init(_ report: Report, workload: String) {
    self.report = report
    self.workload = workload
  }

  /// Nil if no two of the contenders were measured.
  var text: String? {
    var clauses: [String] = []
    var named: [String] = []
    let yajl = [
      cost(of: "yajl", over: "yajl-noop", called: "yajl alone"),
      speed(of: "yajl", over: "yajl-tree", called: "a yajl tree"),
      speed(of: "yajl", over: "JSONDecoder", called: decoder),
    ].compactMap { $0 }
    if !yajl.isEmpty {
      clauses.append("mapping through yajl " + Self.list(yajl))
      named += ["yajl", "yajl-noop", "yajl-tree", "JSONDecoder"]
    }
    if let index = speed(of: "index-full", over: "JSONDecoder", called: decoder) {
      clauses.append("mapping through the index \(index)")
      named += ["index-full", "JSONDecoder"]
    }
    guard !clauses.isEmpty else { return nil }
    let sentence = clauses.joined(separator: "; ") + " (validation: \(validation(of: named)))."
    return sentence.prefix(1).uppercased() + sentence.dropFirst()
  }

  // MARK: Comparisons

  /// The name of Foundation's decoder, with its release.
  private var decoder: String {
    "JSONDecoder" + (report.swift.map { " of \($0)" } ?? "")
  }

  /// The time of `contender` as a multiple of the time of `bound`.
  private func cost(of contender: String, over bound: String, called name: String) -> String? {
    guard let ratio = ratio(bound, contender) else { return nil }
    let text = Self.text(ratio)
    if text == Self.equal { return "takes as long as \(name)" }
    return ratio > 1
      ? "takes \(text) times as long as \(name)" : "takes less time than \(name) (\(text) times as long)"
  }

  /// The speed of `contender` as a multiple of the speed of `rival`.
  private func speed(of contender: String, over rival: String, called name: String) -> String? {
    guard let ratio = ratio(contender, rival) else { return nil }
    let text = Self.text(ratio)
    if text == Self.equal { return "is as fast as \(name)" }
    return ratio > 1
      ? "is \(text) times as fast as \(name)" : "is slower than \(name) (\(text) times its speed)"
  }

  /// The speed of one contender divided by the speed of another; nil unless both were measured.
  private func ratio(_ contender: String, _ other: String) -> Double? {
    guard let one = report[workload, contender]?.median, let two = report[workload, other]?.median,
      one > 0, two > 0
    else { return nil }
    return two / one
  }

  // MARK: Text

  private static let equal = "1.00"

  /// Two decimals below 2, one below 10, none from 10.
  static func text(_ ratio: Double) -> String {
    decimal(ratio, places: ratio < 1.995 ? 2 : ratio < 9.95 ? 1 : 0)
  }

  /// The modes of the named contenders, such as "full for yajl and JSONDecoder, yajl's own for yajl-noop".
  private func validation(of names: [String]) -> String {
    var modes: [(mode: String, names: [String])] = []
    var seen: Set<String> = []
    for name in names where seen.insert(name).inserted {
      guard let mode = report[workload, name]?.validation else { continue }
      if let index = modes.firstIndex(where: { $0.mode == mode }) {
        modes[index].names.append(name)
      } else {
        modes.append((mode, [name]))
      }
    }
    return modes.map { "\($0.mode == "yajl" ? "yajl's own" : $0.mode) for \(Self.list($0.names))" }
      .joined(separator: ", ")
  }

  private static func list(_ parts: [String]) -> String {
    guard parts.count > 1, let last = parts.last else { return parts.first ?? "" }
    return parts.dropLast().joined(separator: ", ") + " and \(last)"
  }
}
