import StreamMap

/// The model of workload `wide`: thirty of sixty members.
typealias WideRecord = WideValues<String>

struct WideValues<Text: MappedText>: Mapped {
  var cpuCount = 0
  var cpuBytes = 0
  var cpuP50 = 0.0
  var cpuP99 = 0.0
  var cpuLabel = Text()
  var cpuIsStale = false
  var memoryCount = 0
  var memoryBytes = 0
  var memoryP50 = 0.0
  var memoryP99 = 0.0
  var memoryLabel = Text()
  var memoryIsStale = false
  var diskCount = 0
  var diskBytes = 0
  var diskP50 = 0.0
  var diskP99 = 0.0
  var diskLabel = Text()
  var diskIsStale = false
  var networkCount = 0
  var networkBytes = 0
  var networkP50 = 0.0
  var networkP99 = 0.0
  var networkLabel = Text()
  var networkIsStale = false
  var requestCount = 0
  var requestBytes = 0
  var requestP50 = 0.0
  var requestP99 = 0.0
  var requestLabel = Text()
  var requestIsStale = false

  private enum CodingKeys: String, CodingKey {
    case cpuCount = "cpu_count"
    case cpuBytes = "cpu_total_bytes"
    case cpuP50 = "cpu_latency_p50"
    case cpuP99 = "cpu_latency_p99"
    case cpuLabel = "cpu_label"
    case cpuIsStale = "cpu_is_stale"
    case memoryCount = "memory_count"
    case memoryBytes = "memory_total_bytes"
    case memoryP50 = "memory_latency_p50"
    case memoryP99 = "memory_latency_p99"
    case memoryLabel = "memory_label"
    case memoryIsStale = "memory_is_stale"
    case diskCount = "disk_count"
    case diskBytes = "disk_total_bytes"
    case diskP50 = "disk_latency_p50"
    case diskP99 = "disk_latency_p99"
    case diskLabel = "disk_label"
    case diskIsStale = "disk_is_stale"
    case networkCount = "network_count"
    case networkBytes = "network_total_bytes"
    case networkP50 = "network_latency_p50"
    case networkP99 = "network_latency_p99"
    case networkLabel = "network_label"
    case networkIsStale = "network_is_stale"
    case requestCount = "request_count"
    case requestBytes = "request_total_bytes"
    case requestP50 = "request_latency_p50"
    case requestP99 = "request_latency_p99"
    case requestLabel = "request_label"
    case requestIsStale = "request_is_stale"
  }

  static func makeMapping() throws(PathError) -> Mapping<Self> {
    try Mapping(Self()) {
      Field(\.cpuCount, "cpu_count", .required)
      Field(\.cpuBytes, "cpu_total_bytes", .required)
      Field(\.cpuP50, "cpu_latency_p50", .required)
      Field(\.cpuP99, "cpu_latency_p99", .required)
      Field(\.cpuLabel, "cpu_label", .required)
      Field(\.cpuIsStale, "cpu_is_stale", .required)
      Field(\.memoryCount, "memory_count", .required)
      Field(\.memoryBytes, "memory_total_bytes", .required)
      Field(\.memoryP50, "memory_latency_p50", .required)
      Field(\.memoryP99, "memory_latency_p99", .required)
      Field(\.memoryLabel, "memory_label", .required)
      Field(\.memoryIsStale, "memory_is_stale", .required)
      Field(\.diskCount, "disk_count", .required)
      Field(\.diskBytes, "disk_total_bytes", .required)
      Field(\.diskP50, "disk_latency_p50", .required)
      Field(\.diskP99, "disk_latency_p99", .required)
      Field(\.diskLabel, "disk_label", .required)
      Field(\.diskIsStale, "disk_is_stale", .required)
      Field(\.networkCount, "network_count", .required)
      Field(\.networkBytes, "network_total_bytes", .required)
      Field(\.networkP50, "network_latency_p50", .required)
      Field(\.networkP99, "network_latency_p99", .required)
      Field(\.networkLabel, "network_label", .required)
      Field(\.networkIsStale, "network_is_stale", .required)
      Field(\.requestCount, "request_count", .required)
      Field(\.requestBytes, "request_total_bytes", .required)
      Field(\.requestP50, "request_latency_p50", .required)
      Field(\.requestP99, "request_latency_p99", .required)
      Field(\.requestLabel, "request_label", .required)
      Field(\.requestIsStale, "request_is_stale", .required)
    }
  }

  func add(to checksum: inout Checksum) {
    checksum.add(cpuCount)
    checksum.add(cpuBytes)
    checksum.add(cpuP50)
    checksum.add(cpuP99)
    checksum.add(cpuLabel)
    checksum.add(cpuIsStale)
    checksum.add(memoryCount)
    checksum.add(memoryBytes)
    checksum.add(memoryP50)
    checksum.add(memoryP99)
    checksum.add(memoryLabel)
    checksum.add(memoryIsStale)
    checksum.add(diskCount)
    checksum.add(diskBytes)
    checksum.add(diskP50)
    checksum.add(diskP99)
    checksum.add(diskLabel)
    checksum.add(diskIsStale)
    checksum.add(networkCount)
    checksum.add(networkBytes)
    checksum.add(networkP50)
    checksum.add(networkP99)
    checksum.add(networkLabel)
    checksum.add(networkIsStale)
    checksum.add(requestCount)
    checksum.add(requestBytes)
    checksum.add(requestP50)
    checksum.add(requestP99)
    checksum.add(requestLabel)
    checksum.add(requestIsStale)
  }
}

extension WideValues: Codable where Text == String {}
