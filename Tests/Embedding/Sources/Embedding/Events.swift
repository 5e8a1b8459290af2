import StreamMap

/// Writes names and scalars. Skips members called `skipped`, and stops at `stop`.
struct Gatherer: EventSink {
  var seen: [String] = []

  mutating func key(_ utf8: Span<UInt8>) -> EventAction {
    let name = text(utf8)
    if name == "skipped" { return .skip }
    if name == "stop" { return .stop }
    seen.append(name)
    return .proceed
  }

  mutating func string(_ utf8: Span<UInt8>) -> EventAction {
    seen.append("'\(text(utf8))'")
    return .proceed
  }

  mutating func number(_ literal: Span<UInt8>) -> EventAction {
    seen.append(text(literal))
    return .proceed
  }

  mutating func endArray() -> EventAction {
    seen.append("]")
    return .proceed
  }

  private func text(_ span: Span<UInt8>) -> String {
    var bytes: [UInt8] = []
    for index in span.indices { bytes.append(span[index]) }
    return String(decoding: bytes, as: UTF8.self)
  }
}

func checkEvents(_ checks: inout Checks) throws {
  let parser = EventParser(into: Gatherer())
  try parser.parse(Array(#"{"a": [1, "x"], "skipped": {"a": [9]}, "b": 2.50}"#.utf8))
  checks.expect("events: the whole text is read", parser.isStopped, is: false)
  checks.expect("events: skip leaves a value out", parser.sink.seen, is: ["a", "1", "'x'", "]", "b", "2.50"])

  parser.sink.seen = []
  try parser.parse(Array(#"{"a": 1, "stop": 2, "b": 3}"#.utf8))
  checks.expect("events: stop ends the parse", parser.isStopped, is: true)
  checks.expect("events: nothing comes after stop", parser.sink.seen, is: ["a", "1"])

  let pushed = EventParser(into: Gatherer(), framing: .document)
  for byte in #"{"skipped": [1, [2]], "a": "é"}"#.utf8 { try pushed.feed([byte]) }
  try pushed.finish()
  checks.expect("events: pushed byte by byte", pushed.isStopped, is: false)
  checks.expect("events: skip works in pieces", pushed.sink.seen, is: ["a", "'é'"])
}
