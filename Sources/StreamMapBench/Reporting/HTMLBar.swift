/// The bar of a measurement: its length is the speed, and its colour what the contender checks. Its numbers are shown while
/// the pointer is over it, or when it has the focus.
struct HTMLBar {
  private let measurement: Measurement
  private let report: Report
  private let title: String
  /// The speed of a bar of full length.
  private let top: Double
  /// What is drawn over the bar.
  private let marks: String

  init(_ measurement: Measurement, in report: Report, title: String, of top: Double, marks: String = "") {
    (self.measurement, self.report, self.title) = (measurement, report, title)
    (self.top, self.marks) = (top, marks)
  }

  var text: String {
    let speed = measurement.megabytesPerSecond
    let isOurs = ContenderTitle.ours.contains(measurement.contender)
    return """
      <li class="row \(Check(measurement.validation).rawValue)\(isOurs ? " ours" : "")" tabindex="0">\
      <span class="name">\(escaped(title))</span><span class="track">\
      <span class="bar" style="width:\(Self.share(speed, of: top))%"></span>\(marks)</span>\
      <span class="speed">\(decimal(speed, places: speed < 100 ? 1 : 0))</span>\
      <span class="tip">\(numbers.map { "<span>\(escaped($0))</span>" }.joined())</span></li>
      """
  }

  /// The numbers of the measurement, as lines.
  private var numbers: [String] {
    let range = measurement.range
    let runs = measurement.seconds.count
    var lines = [
      "\(measurement.contender): \(decimal(measurement.megabytesPerSecond, places: 1)) MB/s",
      runs < 2
        ? "1 run"
        : "\(decimal(range.slowest, places: 0)) to \(decimal(range.fastest, places: 0)) MB/s in \(runs) runs",
      "\(decimal(measurement.nanosecondsPerRecord, places: 0)) ns a record",
    ]
    if let allocations = measurement.allocationsPerRecord {
      lines.append("\(decimal(allocations, places: 2)) allocations a record")
    }
    let foundation = Contender.foundation(for: measurement.contender)
    if let rival = report[measurement.workload, foundation], rival != measurement, measurement.median > 0 {
      lines.append("\(RatioSentence.text(rival.median / measurement.median)) x \(foundation)")
    }
    return lines + [Check(measurement.validation).text(measurement.validation)]
  }

  /// A share of a length, in percent.
  static func share(_ part: Double, of whole: Double) -> String {
    decimal(whole > 0 ? part / whole * 100 : 0, places: 2)
  }

  /// What a contender checks, as a class of the style sheet.
  enum Check: String, CaseIterable {
    case everything, mapped, less, nothing

    init(_ validation: String) {
      switch validation {
      case "full": self = .everything
      case "mapped": self = .mapped
      case "nothing", "writes": self = .nothing
      default: self = .less
      }
    }

    /// The key of the page.
    var key: String {
      switch self {
      case .everything: "checks everything: RFC 8259 and UTF-8"
      case .mapped: "checks what it maps, and the encoding"
      case .less: "checks less"
      case .nothing: "checks nothing, or writes"
      }
    }

    func text(_ validation: String) -> String {
      switch self {
      case .everything, .mapped: key
      case .less: "checks less (\(validation))"
      case .nothing: validation == "writes" ? "writes JSON" : "checks nothing"
      }
    }
  }
}

/// Returns text as it is written in HTML.
func escaped(_ text: String) -> String {
  var out = ""
  for character in text {
    switch character {
    case "&": out += "&amp;"
    case "<": out += "&lt;"
    case ">": out += "&gt;"
    case "\"": out += "&quot;"
    default: out.append(character)
    }
  }
  return out
}
