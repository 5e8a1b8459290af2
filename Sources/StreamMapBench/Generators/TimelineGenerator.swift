// State: the generator of the tweets.

/// Documents of 5 MB: a response of Twitter's search API with many tweets.
struct TimelineGenerator: RecordGenerator {
  private var tweets: TweetGenerator
  private let size: Int

  init(seed: UInt64) {
    self.init(seed: seed, size: 5_000_000)
  }

  /// - Parameter size: The least number of bytes of a document.
  init(seed: UInt64, size: Int) {
    tweets = TweetGenerator(seed: seed)
    self.size = size
  }

  mutating func append(to out: inout LineWriter) {
    let start = out.count
    var count = 0
    out.raw(#"{"statuses":["#)
    repeat {
      if count > 0 { out.raw(",") }
      tweets.append(to: &out)
      count += 1
    } while out.count < start + size
    out.raw(#"],"search_metadata":{"completed_in":0.087,"query":"%E4%B8%80","count":"#)
    out.integer(count)
    out.raw("}}")
  }
}
