/// The model of workload `small`: the body of a request.
struct Order: Codable, Checksummed {
  var id: Int
  var customer: Customer
  var items: [Item]
  var isPaid: Bool
  var note: String?

  struct Customer: Codable, Checksummed {
    var id: Int
    var name: String

    func add(to checksum: inout Checksum) {
      checksum.add(id)
      checksum.add(name)
    }
  }

  struct Item: Codable, Checksummed {
    var sku: String
    var quantity: Int
    var price: Double

    func add(to checksum: inout Checksum) {
      checksum.add(sku)
      checksum.add(quantity)
      checksum.add(price)
    }
  }

  func add(to checksum: inout Checksum) throws {
    checksum.add(id)
    customer.add(to: &checksum)
    try items.add(to: &checksum)
    checksum.add(isPaid)
    try note.add(to: &checksum)
  }
}
