/// The values of workload `tweets`, for models of any mapping library.
protocol TweetFields: Checksummed {
  associatedtype Text: MappedText
  var id: Int { get }
  var createdAt: Text { get }
  var text: Text { get }
  var userID: Int { get }
  var screenName: Text { get }
  var followers: Int { get }
  var isVerified: Bool { get }
  var retweets: Int { get }
  var favorites: Int { get }
  var language: Text? { get }
}

extension TweetFields {
  @inline(__always)
  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(createdAt)
    checksum.add(text)
    checksum.add(userID)
    checksum.add(screenName)
    checksum.add(followers)
    checksum.add(isVerified)
    checksum.add(retweets)
    checksum.add(favorites)
    checksum.add(language)
  }
}

/// The values of workload `logs`, for models of any mapping library.
protocol LogLineFields: Checksummed {
  associatedtype Text: MappedText
  var time: Text { get }
  var level: Text { get }
  var service: Text { get }
  var host: Text { get }
  var traceID: Text? { get }
  var latency: Double { get }
  var status: Int { get }
  var bytes: Int { get }
  var path: Text { get }
  var isOK: Bool { get }
}

extension LogLineFields {
  @inline(__always)
  func add(to checksum: inout Checksum) {
    checksum.add(time)
    checksum.add(level)
    checksum.add(service)
    checksum.add(host)
    checksum.add(traceID)
    checksum.add(latency)
    checksum.add(status)
    checksum.add(bytes)
    checksum.add(path)
    checksum.add(isOK)
  }
}
