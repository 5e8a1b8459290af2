import StreamMap
import Synchronization

extension Contender {
  /// `file` with `forEach(workers:)`, whose closure is called concurrently.
  static func workers<Root: Model>(_ count: Int, _ model: Root.Type) -> Contender {
    Contender(name: "workers-\(count)", validation: "full") { corpus, strings in
      let sums = SharedSums()
      try JSONLines(path: try corpus.path(), as: Root.makeMapping()).forEach(workers: count) { root, bytes in
        var checksum = Checksum(strings)
        root.add(to: &checksum)
        checksum.endRecord()
        sums.add(checksum, at: bytes.lowerBound)
      }
      return Outcome(records: sums.records, checksum: sums.total)
    }
  }

  /// The checksum of records that several threads map. Each stretch of the file has its own sum, so that threads at
  /// different offsets do not contend.
  private final class SharedSums: Sendable {
    private final class Stretch: Sendable {
      let sum = Atomic<UInt64>(0)
      let count = Atomic<Int>(0)
    }

    private let stretches = (0..<64).map { _ in Stretch() }

    var total: UInt64 { stretches.reduce(0) { $0 &+ $1.sum.load(ordering: .relaxed) } }
    var records: Int { stretches.reduce(0) { $0 + $1.count.load(ordering: .relaxed) } }

    func add(_ checksum: Checksum, at offset: Int) {
      let stretch = stretches[offset >> 20 & 63]
      stretch.sum.wrappingAdd(checksum.total, ordering: .relaxed)
      stretch.count.wrappingAdd(checksum.records, ordering: .relaxed)
    }
  }
}
