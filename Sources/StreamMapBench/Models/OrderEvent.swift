import Foundation
import StreamMap

/// The model of workload `orders`: an event of one of two types.
enum OrderEvent: Mapped {
  case placed(PlacedOrder)
  case returned(ReturnedOrder)

  static func makeMapping() throws(PathError) -> Mapping<Self> {
    try Mapping(
      discriminator: "type",
      among: [
        Variant("placed", try PlacedOrder.makeMapping()) { .placed($0) },
        Variant("returned", try ReturnedOrder.makeMapping()) { .returned($0) },
      ])
  }

  func add(to checksum: inout Checksum) {
    switch self {
    case .placed(let order): order.add(to: &checksum)
    case .returned(let order): order.add(to: &checksum)
    }
  }
}

struct PlacedOrder: Mapped, Codable {
  var id = 0
  var placedAt = Date.distantPast
  var customer = Customer()
  var items: [Item] = []
  var totals: [String: Int] = [:]

  private enum CodingKeys: String, CodingKey {
    case id, customer, items, totals
    case placedAt = "placed_at"
  }

  struct Customer: Codable {
    var id = 0
    var name = ""

    static func makeMapping() throws(PathError) -> Mapping<Self> {
      try Mapping(Self()) {
        Field(\.id, "id", .required)
        Field(\.name, "name", .required)
      }
    }
  }

  struct Item: Codable {
    var sku = ""
    var quantity = 0
    var price = 0.0

    static func makeMapping() throws(PathError) -> Mapping<Self> {
      try Mapping(Self()) {
        Field(\.sku, "sku", .required)
        Field(\.quantity, "quantity", .required)
        Field(\.price, "price", .required)
      }
    }
  }

  static func makeMapping() throws(PathError) -> Mapping<Self> {
    let customer = try Customer.makeMapping()
    let item = try Item.makeMapping()
    return try Mapping(Self()) {
      Field(\.id, "id", .required)
      Field(\.placedAt, "placed_at", using: .iso8601, .required)
      Field(\.customer, "customer", mapping: customer, .required)
      Field(\.items, "items", mapping: item, .required)
      Field(\.totals, "totals", .required)
    }
  }

  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(placedAt.timeIntervalSinceReferenceDate)
    checksum.add(customer.id)
    checksum.add(customer.name)
    for item in items {
      checksum.add(item.sku)
      checksum.add(item.quantity)
      checksum.add(item.price)
    }
    checksum.add(amounts: totals)
  }
}

struct ReturnedOrder: Mapped, Codable {
  var id = 0
  var returnedAt = Date.distantPast
  var order = 0
  var reason = ""
  var refunds: [String: Int] = [:]

  private enum CodingKeys: String, CodingKey {
    case id, order, reason, refunds
    case returnedAt = "returned_at"
  }

  static func makeMapping() throws(PathError) -> Mapping<Self> {
    try Mapping(Self()) {
      Field(\.id, "id", .required)
      Field(\.returnedAt, "returned_at", using: .iso8601, .required)
      Field(\.order, "order", .required)
      Field(\.reason, "reason", .required)
      Field(\.refunds, "refunds", .required)
    }
  }

  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(returnedAt.timeIntervalSinceReferenceDate)
    checksum.add(order)
    checksum.add(reason)
    checksum.add(amounts: refunds)
  }
}

/// The values of both types of events in one model, without a discriminator.
struct OrderEntry: Mapped {
  var placed = PlacedOrder()
  var returned = ReturnedOrder()
  var type = ""

  static func makeMapping() throws(PathError) -> Mapping<Self> {
    let customer = try PlacedOrder.Customer.makeMapping()
    let item = try PlacedOrder.Item.makeMapping()
    return try Mapping(Self()) {
      Field(\.placed.id, "id", .required)
      Field(\.type, "type", .required)
      Field(\.placed.placedAt, "placed_at", using: .iso8601)
      Field(\.placed.customer, "customer", mapping: customer)
      Field(\.placed.items, "items", mapping: item)
      Field(\.placed.totals, "totals")
      Field(\.returned.returnedAt, "returned_at", using: .iso8601)
      Field(\.returned.order, "order")
      Field(\.returned.reason, "reason")
      Field(\.returned.refunds, "refunds")
    }
  }

  func add(to checksum: inout Checksum) {
    if type == "placed" { return placed.add(to: &checksum) }
    checksum.add(placed.id)
    checksum.add(returned.returnedAt.timeIntervalSinceReferenceDate)
    checksum.add(returned.order)
    checksum.add(returned.reason)
    checksum.add(amounts: returned.refunds)
  }
}

extension OrderEvent: Codable {
  private enum CodingKeys: CodingKey {
    case type
  }

  init(from decoder: any Decoder) throws {
    let container = try decoder.container(keyedBy: CodingKeys.self)
    switch try container.decode(String.self, forKey: .type) {
    case "placed": self = .placed(try PlacedOrder(from: decoder))
    case "returned": self = .returned(try ReturnedOrder(from: decoder))
    case let type:
      throw DecodingError.dataCorruptedError(forKey: .type, in: container, debugDescription: "'\(type)'")
    }
  }

  func encode(to encoder: any Encoder) throws {
    var container = encoder.container(keyedBy: CodingKeys.self)
    switch self {
    case .placed(let order):
      try container.encode("placed", forKey: .type)
      try order.encode(to: encoder)
    case .returned(let order):
      try container.encode("returned", forKey: .type)
      try order.encode(to: encoder)
    }
  }
}

extension Checksum {
  fileprivate mutating func add(amounts: [String: Int]) {
    add(unordered: amounts) { amount, checksum in
      checksum.add(amount.key)
      checksum.add(amount.value)
    }
  }
}
