import CAllocations
import StreamMap

struct Totals: Equatable {
  var records = 0
  var sum = 0.0
}

/// `count` lines of numbers, and what mapping them has to add up to.
private func numericLines(_ count: Int) -> (bytes: [UInt8], totals: Totals) {
  var bytes: [UInt8] = []
  var totals = Totals()
  for number in 0..<count {
    let celsius = Double(number % 97) + 0.25
    bytes += Array(
      #"{"id": \#(number), "weather": {"celsius": \#(celsius)}, "ok": true, "samples": [1, 2.5, 3]}"#.utf8)
    bytes.append(UInt8(ascii: "\n"))
    totals.records += 1
    totals.sum += Double(number) + celsius + 6.5
  }
  return (bytes, totals)
}

func checkAllocations(_ checks: inout Checks) throws {
  guard allocations_are_counted() else {
    print("NOT RUN allocations: they are counted with glibc only")
    return
  }
  let before = allocations_so_far()
  let blocks = (1...100).map { [UInt8](repeating: 0, count: $0 * 64) }
  checks.expect("allocations: the counter counts", allocations_so_far() - before >= blocks.count, is: true)

  let mapping = try readings()
  func allocations(mapping count: Int) throws -> Int {
    let (bytes, expected) = numericLines(count)
    var totals = Totals()
    let lines = JSONLines(bytes: bytes, as: mapping)
    let before = allocations_so_far()
    try lines.forEach { (reading: borrowing Reading, _) in
      totals.records += 1
      totals.sum += Double(reading.id) + reading.celsius
      for index in reading.samples.indices { totals.sum += reading.samples[index] }
    }
    let allocations = allocations_so_far() - before
    checks.expect("allocations: all \(count) records are mapped", totals, is: expected)
    return allocations
  }
  // The first run also pays what a process pays once. A run's start costs the same for any number of
  // records, so that the rest must cost nothing.
  for count in [10, 1_000] { _ = try allocations(mapping: count) }
  let few = try allocations(mapping: 1_000)
  let many = try allocations(mapping: 101_000)
  checks.expect("allocations: none for 100,000 records more", many - few, is: 0)
}
