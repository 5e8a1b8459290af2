import CAllocations
import StreamMap

struct Totals: Equatable {
  var records = 0
  var sum = 0.0
}

/// `count` lines of numbers, the first without samples, and the expected sum of mapping them.
private func numericLines(_ count: Int) -> (bytes: [UInt8], totals: Totals) {
  var bytes: [UInt8] = []
  var totals = Totals()
  for number in 0..<count {
    let celsius = Double(number % 97) + 0.25
    let samples = number == 0 ? "" : "1, 2.5, 3"
    bytes += Array(
      #"{"id": \#(number), "weather": {"celsius": \#(celsius)}, "ok": true, "samples": [\#(samples)]}"#.utf8)
    bytes.append(UInt8(ascii: "\n"))
    totals.records += 1
    totals.sum += Double(number) + celsius + (number == 0 ? 0 : 6.5)
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
  /// The allocations at a run's start and end, and those of its records from the thousandth on. In between an array
  /// grows to three elements. The number of steps depends on the block sizes of the C library.
  func allocations(mapping count: Int) throws -> (around: Int, records: Int) {
    let (bytes, expected) = numericLines(count)
    var totals = Totals()
    let lines = JSONLines(.bytes(bytes), as: mapping)
    let before = allocations_so_far()
    var (first, thousandth, last) = (before, before, before)
    try lines.forEach { (reading: borrowing Reading, _) in
      totals.records += 1
      totals.sum += Double(reading.id) + reading.celsius
      for index in reading.samples.indices { totals.sum += reading.samples[index] }
      last = allocations_so_far()
      if totals.records == 1 { first = last }
      if totals.records <= 1_000 { thousandth = last }
    }
    let all = allocations_so_far() - before
    checks.expect("allocations: all \(count) records are mapped", totals, is: expected)
    return (all - (last - first), last - thousandth)
  }
  // The first run includes the one-time costs of the process.
  for count in [10, 1_000] { _ = try allocations(mapping: count) }
  let few = try allocations(mapping: 1_000)
  let many = try allocations(mapping: 101_000)
  checks.expect("allocations: none for 100,000 records more", many.records, is: 0)
  checks.expect("allocations: as many around them", many.around, is: few.around)
}
