@testable import StreamMap

extension TypedMappingFixture {
  func readByIndex(_ records: [[UInt8]], _ options: ReadingOptions) -> (complete: Int, left: [[UInt8]]) {
    var other = options
    other.engine = .yajl
    let (index, yajl) = (mapping.makeDecoder(options), mapping.makeDecoder(other))
    var complete = 0
    let left = records.filter { record in
      switch index.source.readIndexed(record.span, nil) {
      case .complete, .stopped:
        complete += 1
        return false
      case .rejected: index.source.abandonRecord()
      case .doubtful, .unindexed: break
      }
      return (try? yajl.read(record) { _ in }) != nil
    }
    return (complete, left)
  }
}
