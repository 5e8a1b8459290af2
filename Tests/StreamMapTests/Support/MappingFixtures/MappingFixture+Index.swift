@testable import StreamMap

extension TypedMappingFixture {
  func leftToYajl(_ records: [[UInt8]], _ options: ReadingOptions) -> [[UInt8]] {
    var other = options
    other.engine = .yajl
    let (index, yajl) = (mapping.makeDecoder(options), mapping.makeDecoder(other))
    return records.filter { record in
      switch index.source.readIndexed(record.span, nil) {
      case .complete, .stopped: return false
      case .rejected:
        index.source.abandonRecord()
        return false
      case .doubtful, .unindexed: return (try? yajl.read(record) { _ in }) != nil
      }
    }
  }
}
