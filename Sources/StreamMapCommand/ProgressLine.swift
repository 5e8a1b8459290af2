// A line on a terminal that is redrawn in place.

final class ProgressLine {
  private let descriptor: Int32
  private let isOn: Bool
  private let total: Int?
  private let now: () -> ContinuousClock.Instant
  private let start: ContinuousClock.Instant
  private var lastDrawn: ContinuousClock.Instant
  private var isVisible = false
  private var bytes = 0
  private var records = 0
  private var filtered = 0
  private var errors = 0
  /// The bytes that were read before this run.
  private let begun: Int

  /// The minimum time between two drawings.
  static let interval = Duration.milliseconds(100)

  /// - Parameters:
  ///   - isEager: whether the first line is drawn at once. Otherwise a run shorter than one interval draws nothing.
  ///   - total: the size of all inputs, or nil if it is unknown.
  init(
    descriptor: Int32, isOn: Bool, isEager: Bool = false, total: Int?, begun: Int = 0,
    now: @escaping () -> ContinuousClock.Instant = { ContinuousClock.now }
  ) {
    self.descriptor = descriptor
    self.isOn = isOn
    self.total = total
    self.begun = begun
    self.now = now
    start = now()
    lastDrawn = isEager ? start - Self.interval : start
  }

  /// Draws the first line, if `isEager`.
  func begin(bytes: Int, records: Int, errors: Int) {
    let drawn = lastDrawn
    update(bytes: bytes, records: records, errors: errors)
    lastDrawn = drawn
  }

  /// Redraws the line, if the interval has passed.
  func update(bytes: Int, records: Int, filtered: Int = 0, errors: Int = 0) {
    guard isOn else { return }
    self.bytes = bytes
    self.records = records
    self.filtered = filtered
    self.errors = errors
    let time = now()
    guard time - lastDrawn >= Self.interval else { return }
    lastDrawn = time
    draw(at: time)
  }

  /// Removes the line from the screen. Called before any other output there.
  func clear() {
    guard isVisible else { return }
    isVisible = false
    write("\r\u{1B}[K")
  }

  private func draw(at time: ContinuousClock.Instant) {
    let text = Self.text(
      bytes: bytes, records: records, filtered: filtered, errors: errors, total: total, begun: begun,
      elapsed: time - start
    )
    // A line that wraps could not be removed.
    let width = (System.columns(of: descriptor) ?? 80) - 1
    write("\r\(text.prefix(width))\u{1B}[K")
    isVisible = true
  }

  private func write(_ text: String) {
    // An error is ignored, because progress is optional.
    _ = System.write(descriptor, Array(text.utf8).span)
  }

  /// `1.25 GB of 5.00 GB, 250,000 records, 3 bad, 655 MB/s, 0:06 left`.
  static func text(
    bytes: Int, records: Int, filtered: Int = 0, errors: Int = 0, total: Int?, begun: Int = 0,
    elapsed: Duration
  ) -> String {
    let seconds = elapsed / .seconds(1)
    let speed = seconds > 0 ? Double(bytes - begun) / seconds : 0
    var text = ByteSize.describe(bytes)
    if let total { text += " of \(ByteSize.describe(total))" }
    text += ", \(grouped(records)) \(records == 1 ? "record" : "records")"
    if filtered > 0 { text += ", \(grouped(filtered)) filtered" }
    if errors > 0 { text += ", \(grouped(errors)) bad" }
    let megabytes = speed / 1e6
    text += ", \(ByteSize.decimal(megabytes, places: megabytes < 9.95 ? 1 : 0)) MB/s"
    if let total, speed > 0 {
      text += ", \(clock(Int((Double(max(0, total - bytes)) / speed).rounded(.up)))) left"
    }
    return text
  }

  /// `1,234,567`.
  static func grouped(_ number: Int) -> String {
    var text = ""
    for (place, digit) in String(number).reversed().enumerated() {
      if place > 0, place % 3 == 0 { text.append(",") }
      text.append(digit)
    }
    return String(text.reversed())
  }

  /// `0:06`, `12:40`, `1:02:03`.
  static func clock(_ seconds: Int) -> String {
    func pair(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, minutes) = (seconds / 3600, seconds / 60 % 60)
    return hours > 0
      ? "\(hours):\(pair(minutes)):\(pair(seconds % 60))" : "\(minutes):\(pair(seconds % 60))"
  }
}
