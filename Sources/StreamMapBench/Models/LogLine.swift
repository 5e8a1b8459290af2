/// The model of workload `logs`: every value of a flat record.
typealias LogLine = LogLineValues<String>

struct LogLineValues<Text: MappedText>: Mapped, LogLineFields {
  var time = Text()
  var level = Text()
  var service = Text()
  var host = Text()
  var traceID: Text?
  var latency = 0.0
  var status = 0
  var bytes = 0
  var path = Text()
  var isOK = false

  private enum CodingKeys: String, CodingKey {
    case level, service, host, status, bytes, path
    case time = "ts"
    case traceID = "trace_id"
    case latency = "latency_ms"
    case isOK = "ok"
  }
}

extension LogLineValues: Model, Codable where Text == String {
  typealias Object = LogLineObject

  init(_ tree: YajlTree) throws {
    time = try tree.string("ts")
    level = try tree.string("level")
    service = try tree.string("service")
    host = try tree.string("host")
    traceID = try tree.optionalString("trace_id")
    latency = try tree.double("latency_ms")
    status = try tree.int("status")
    bytes = try tree.int("bytes")
    path = try tree.string("path")
    isOK = try tree.bool("ok")
  }

  init(_ object: [String: Any]) throws {
    time = try object.wanted("ts")
    level = try object.wanted("level")
    service = try object.wanted("service")
    host = try object.wanted("host")
    traceID = try object.optional("trace_id")
    latency = try object.wanted("latency_ms")
    status = try object.wanted("status")
    bytes = try object.wanted("bytes")
    path = try object.wanted("path")
    isOK = try object.wanted("ok")
  }
}
