// State: the random number generator, the decks for the optional parts of a record, and the last id.

/// Records in the shape of Twitter's search API, version 1.1. Names, order and nesting are those of the API; every word
/// and number is invented. The decks have the proportions of a real response of 100 tweets in Japanese, 73 of them
/// retweets. A test compares the result with that file.
struct TweetGenerator: RecordGenerator {
  var random: SplitMix64
  private var lastID = 505_000_000_000_000_000
  private var retweets = Deck(73, of: 100)
  private var replies = Deck<Address>(repeating([(.status, 6), (.user, 3), (.mention, 1), (.none, 17)]))
  private var originalReplies = Deck<Address>(repeating([(.status, 2), (.user, 1), (.none, 70)]))
  private var links = Deck<Attachment>(repeating([(.none, 20), (.one, 5), (.oneAndPhoto, 2)]))
  private var originalLinks = Deck<Attachment>(
    repeating([(.none, 65), (.photo, 3), (.one, 3), (.oneAndPhoto, 1), (.two, 1)]))
  private var hashtags = Deck(repeating([(0, 22), (1, 4), (2, 1)]))
  private var originalHashtags = Deck(2, of: 73)
  private var languages = Deck(repeating([("ja" as StaticString, 96), ("zh", 4)]))
  var authorDecks = TweetUserDecks(banner: Deck(18, of: 27))
  var retweeterDecks = TweetUserDecks(banner: Deck(68, of: 73))
  var originalDecks = TweetUserDecks(
    banner: Deck(71, of: 73), url: Deck(7, of: 73), descriptionLink: Deck(3, of: 73),
    zone: Deck(11, of: 73), location: Deck(7, of: 73), background: Deck(5, of: 73))

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func append(to out: inout LineWriter) {
    let language = languages.draw(&random)
    if retweets.draw(&random) {
      var original = makeOriginal()
      original.language = language
      var retweet = makeRetweet(of: original)
      retweet.language = language
      write(retweet, retweeting: original, to: &out)
    } else {
      var tweet = makeTweet()
      tweet.language = language
      write(tweet, retweeting: nil, to: &out)
    }
  }

  private mutating func makeTweet() -> Status {
    var tweet = Status(id: nextID(), author: makePerson(), role: .author)
    address(&tweet, replies.draw(&random))
    for _ in 0..<hashtags.draw(&random) { tweet.hashtags.append(hashtag()) }
    attach(links.draw(&random), to: &tweet)
    tweet.text = text(of: random.within(60...330), for: tweet)
    tweet.retweetCount = random.below(4) == 0 ? random.counter(upTo: 900) : 0
    return tweet
  }

  private mutating func makeOriginal() -> Status {
    var tweet = Status(id: nextID(), author: makePerson(), role: .original)
    address(&tweet, originalReplies.draw(&random))
    if originalHashtags.draw(&random) { tweet.hashtags.append(hashtag()) }
    attach(originalLinks.draw(&random), to: &tweet)
    let isLong = random.below(20) < 17
    tweet.text = text(of: isLong ? random.within(372...410) : random.within(60...370), for: tweet)
    tweet.retweetCount = random.counter(upTo: 40_000)
    return tweet
  }

  private mutating func makeRetweet(of original: Status) -> Status {
    var tweet = Status(id: nextID(), author: makePerson(), role: .retweeter)
    tweet.mentions = [original.author] + original.mentions
    tweet.hashtags = original.hashtags
    tweet.links = original.links
    tweet.photo = original.photo
    tweet.photo?.sourceID = original.id
    tweet.text = retweetText(of: original)
    tweet.retweetCount = original.retweetCount
    return tweet
  }

  private mutating func address(_ tweet: inout Status, _ kind: Address) {
    guard kind != .none else { return }
    let other = makePerson()
    tweet.mentions.append(other)
    if kind != .mention { tweet.repliedUser = other }
    if kind == .status { tweet.repliedID = tweet.id - random.within(1...9_000_000_000) }
  }

  private mutating func attach(_ kind: Attachment, to tweet: inout Status) {
    let count =
      switch kind {
      case .none, .photo: 0
      case .one, .oneAndPhoto: 1
      case .two: 2
      }
    for _ in 0..<count { tweet.links.append(link()) }
    if kind == .photo || kind == .oneAndPhoto {
      tweet.photo = Photo(
        id: tweet.id - random.within(1...2_000_000_000), token: shortToken(10), file: shortToken(15),
        author: tweet.author, statusID: tweet.id)
    }
  }

  private mutating func nextID() -> Int {
    lastID += random.within(1...1_000_000_000)
    return lastID
  }

  /// The tweet that a tweet replies to.
  enum Address { case none, mention, user, status }

  enum Attachment { case none, one, two, photo, oneAndPhoto }

  enum Role { case author, retweeter, original }

  struct Person {
    var id: Int
    var screenName: [UInt8]
    var name: [UInt8]
  }

  struct Link {
    var token: [UInt8]
    var target: [UInt8]
  }

  struct Photo {
    var id: Int
    var token: [UInt8]
    var file: [UInt8]
    var author: Person
    var statusID: Int
    var sourceID: Int?
  }

  struct Status {
    var id: Int
    var author: Person
    var role: Role
    var text: [UInt8] = []
    var language: StaticString = "ja"
    var repliedID: Int?
    var repliedUser: Person?
    var mentions: [Person] = []
    var hashtags: [[UInt8]] = []
    var links: [Link] = []
    var photo: Photo?
    var retweetCount = 0
  }
}

/// Returns the cards of a deck: each value, repeated by its count.
func repeating<Value>(_ counts: [(Value, Int)]) -> [Value] {
  counts.flatMap { value, count in Array(repeating: value, count: count) }
}
