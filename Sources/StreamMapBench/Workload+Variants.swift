import Foundation
import StreamMap

/// The workload whose records have several types. It runs only if `--workload` names it.
extension Workload {
  static let orders = Workload(
    "orders", "230 B events of two types, with dates, a dictionary and an array of models; all values mapped",
    generator: OrderEventGenerator.self,
    contenders: [
      .yajl(OrderEvent.self), .index("index-full", OrderEvent.self, .full),
      .codable(OrderEvent.self, dates: .iso8601), .jsonDecoder(OrderEvent.self, dates: .iso8601),
      .index("index-mapped", OrderEvent.self, .mapped), .index("index-untagged", OrderEntry.self, .full),
      .file(OrderEvent.self),
    ])
}
