// A function with the shape of a web framework's handler: it decodes a request body and writes a response body.
//
// The mappings are compiled once. A wrong body becomes a response that names the path of the error.

import StreamMap

struct Order {
  var id = 0
  var email: String?
  var quantities: [Int] = []
}

struct InvalidOrder: Error, CustomStringConvertible {
  var reason: String
  var description: String { reason }
}

struct Receipt {
  var order = 0
  var total = 0
}

struct Response {
  var status: Int
  var body: [UInt8]
}

let orderMapping = Mapping.compiled(
  try Mapping(Order()) {
    Field(\.id, "id", .required)
    Field(\.email, "customer.email")
    Field(\.quantities, "items[*].quantity")
  }.didDecode { order in
    if order.quantities.isEmpty { throw InvalidOrder(reason: "an order has at least one item") }
  })

let receiptMapping = Mapping.compiled(
  try Mapping(Receipt()) {
    Field(\.order, "order")
    Field(\.total, "total")
  })

func handle(_ body: [UInt8]) -> Response {
  do {
    let order = try orderMapping.decode(body)
    let receipt = Receipt(order: order.id, total: order.quantities.reduce(0, +))
    return Response(status: 200, body: try receiptMapping.encode(receipt))
  } catch let error as MappingError {
    return Response(status: error.category == .mapping ? 422 : 400, body: Array("\(error.message)\n".utf8))
  } catch {
    return Response(status: 500, body: Array("\(error)\n".utf8))
  }
}

for body in [
  #"{"id": 7, "customer": {"email": "a@b.c"}, "items": [{"quantity": 2}, {"quantity": 1}]}"#,
  #"{"id": 8, "items": [{"quantity": "two"}]}"#,
  #"{"id": 9, "items": []}"#,
  #"{"items": ["#,
] {
  let response = handle(Array(body.utf8))
  print(response.status, String(decoding: response.body, as: UTF8.self))
}
