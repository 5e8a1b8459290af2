import StreamMap

/// `LogLine` as a class.
final class LogLineObject: Mapped, LogLineFields {
  var time = ""
  var level = ""
  var service = ""
  var host = ""
  var traceID: String?
  var latency = 0.0
  var status = 0
  var bytes = 0
  var path = ""
  var isOK = false

  static func makeMapping() throws(PathError) -> Mapping<LogLineObject> {
    try Mapping(LogLineObject()) {
      Field(\.time, "ts", .required)
      Field(\.level, "level", .required)
      Field(\.service, "service", .required)
      Field(\.host, "host", .required)
      Field(\.traceID, "trace_id")
      Field(\.latency, "latency_ms", .required)
      Field(\.status, "status", .required)
      Field(\.bytes, "bytes", .required)
      Field(\.path, "path", .required)
      Field(\.isOK, "ok", .required)
    }
  }
}
