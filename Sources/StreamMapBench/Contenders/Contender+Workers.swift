import StreamMap
import Synchronization

extension Contender {
  /// As `file`, by `forEach(workers:)`, whose closure is called by all workers at once.
  static func workers<Root: Model>(_ count: Int, _ model: Root.Type) -> Contender {
    Contender(name: "workers-\(count)", validation: "full") { corpus, strings in
      let sums = SharedSums()
      try JSONLines(path: try corpus.path(), as: Root.makeMapping()).forEach(workers: count) { root, _ in
        var checksum = Checksum(strings)
        root.add(to: &checksum)
        checksum.endRecord()
        sums.add(checksum)
      }
      return Outcome(records: sums.records, checksum: sums.total)
    }
  }

  /// The checksums of records that several threads map.
  private final class SharedSums: Sendable {
    private let sum = Atomic<UInt64>(0)
    private let count = Atomic<Int>(0)

    var total: UInt64 { sum.load(ordering: .relaxed) }
    var records: Int { count.load(ordering: .relaxed) }

    func add(_ checksum: Checksum) {
      sum.wrappingAdd(checksum.total, ordering: .relaxed)
      count.wrappingAdd(checksum.records, ordering: .relaxed)
    }
  }
}
