/// The results in one screen: a bar for each of six contenders, over all measured workloads together.
///
/// A contender that some workload lacks is left out.
struct Summary {
  /// StreamMap against Foundation, and then the share of the time that yajl itself takes.
  static let groups = [["index-full", "codable", "JSONDecoder"], ["yajl-noop", "yajl", "yajl-tree"]]
  private static let width = 36

  private let report: Report

  init(_ report: Report) {
    self.report = report
  }

  /// Nil unless StreamMap and Foundation were measured.
  var text: String? {
    guard let foundation = speed("JSONDecoder"),
      ["index-full", "codable"].contains(where: { speed($0) != nil })
    else { return nil }
    let most = Self.groups.joined().compactMap(speed).max() ?? 0
    let rows = Self.groups.map { names in
      names.compactMap { name -> [String]? in
        speed(name).map { speed in
          [
            ContenderTitle.plain(name), Self.bar(speed / most),
            "\(decimal(speed, places: speed < 99.5 ? 1 : 0)) MB/s",
            name == "JSONDecoder" ? "" : ratio(speed / foundation, name),
          ]
        }
      }
    }.filter { !$0.isEmpty }
    let lines = Columns.text(Array(rows.joined(separator: [[]])), numbers: [2])
    return ([heading, lines] + [cost].compactMap { $0 }).joined(separator: "\n\n")
  }

  /// Megabytes a second over all workloads, nil if one of them lacks the contender.
  private func speed(_ contender: String) -> Double? {
    let measured = report.workloads.compactMap { report[$0, contender] }
    let seconds = measured.reduce(0) { $0 + $1.median }
    guard measured.count == report.workloads.count, seconds > 0 else { return nil }
    return measured.reduce(0) { $0 + Double($1.bytes) } / seconds / 1e6
  }

  private var heading: String {
    let bytes = report.workloads.reduce(0) { $0 + (report[$1, "JSONDecoder"]?.bytes ?? 0) }
    return
      "\(decimal(Double(bytes) / 1e6, places: 1)) MB of JSON Lines (\(report.workloads.joined(separator: ", ")))\n"
      + "on one thread, from memory into Swift models:"
  }

  /// The speed as a multiple of JSONDecoder's, and the range of this over the workloads.
  private func ratio(_ ratio: Double, _ contender: String) -> String {
    let ratios = report.workloads.compactMap { workload -> Double? in
      guard let one = report[workload, contender]?.median, let two = report[workload, "JSONDecoder"]?.median,
        one > 0
      else { return nil }
      return two / one
    }
    let text = "\(RatioSentence.text(ratio)) x JSONDecoder"
    guard ratios.count > 1, let least = ratios.min(), let most = ratios.max() else { return text }
    return text + " (\(RatioSentence.text(least)) to \(RatioSentence.text(most)))"
  }

  /// What mapping adds to yajl's own time.
  private var cost: String? {
    guard let alone = speed("yajl-noop"), let mapping = speed("yajl"), alone > 0, mapping > 0 else {
      return nil
    }
    return "Mapping through yajl takes \(RatioSentence.text(alone / mapping)) times as long as yajl alone."
  }

  private static func bar(_ share: Double) -> String {
    let eighths = max(1, Int((share * Double(8 * width)).rounded()))
    let rest = [" ", "▏", "▎", "▍", "▌", "▋", "▊", "▉"][eighths % 8]
    return (String(repeating: "█", count: eighths / 8) + (eighths % 8 == 0 ? "" : rest)).padding(to: width)
  }
}
