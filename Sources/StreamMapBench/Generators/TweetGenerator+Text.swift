/// The invented text of a tweet. As in real tweets, `\n` is the only JSON escape.
extension TweetGenerator {
  mutating func makePerson() -> Person {
    var screenName = LineWriter(capacity: 16)
    for _ in 0..<random.within(3...5) { screenName.raw(random.pick(Vocabulary.syllables)) }
    screenName.byte(UInt8(ascii: "_"))
    screenName.integer(random.below(1_000))
    var name = LineWriter(capacity: 64)
    japanese(random.within(4...38), to: &name, isPlain: true)
    return Person(
      id: random.within(10_000_000...2_800_000_000), screenName: screenName.bytes, name: name.bytes)
  }

  /// Appends at least `size` bytes, exceeded by less than one word. Plain text has no line breaks and no Latin.
  mutating func japanese(_ size: Int, to out: inout LineWriter, isPlain: Bool = false) {
    let end = out.count + size
    while out.count < end {
      let roll = random.below(100)
      if isPlain || roll < 84 {
        out.raw(random.pick(Vocabulary.japanese))
      } else if roll < 97 {
        out.raw(random.pick(Vocabulary.pauses))
      } else if roll < 98 {
        out.raw(random.pick(Vocabulary.emoji))
      } else if roll < 99 {
        out.raw(random.pick(Vocabulary.latin))
      } else {
        out.byte(UInt8(ascii: " "))
        out.raw(random.pick(Vocabulary.european))
      }
    }
  }

  mutating func text(of size: Int, for tweet: Status) -> [UInt8] {
    var out = LineWriter(capacity: 512)
    for person in tweet.mentions {
      out.raw("@")
      out.raw(person.screenName)
      out.raw(" ")
    }
    japanese(max(size - out.count - 24 * tweet.links.count, 3), to: &out)
    for tag in tweet.hashtags {
      out.raw(" #")
      out.raw(tag)
    }
    for token in tweet.links.map(\.token) + (tweet.photo.map { [$0.token] } ?? []) {
      out.raw(" http://t.co/")
      out.raw(token)
    }
    return out.bytes
  }

  /// Appends "RT @name: " and the start of the original, at most 140 characters in total.
  func retweetText(of original: Status) -> [UInt8] {
    var out = LineWriter(capacity: 512)
    out.raw("RT @")
    out.raw(original.author.screenName)
    out.raw(": ")
    var room = 140 - out.count
    let text = original.text
    var end = 0
    // Bytes other than continuation bytes are counted; the two bytes of an escape count as one character.
    while end < text.count {
      if room == 0 { break }
      end += text[end] == UInt8(ascii: "\\") ? 2 : 1
      while end < text.count, text[end] & 0xC0 == 0x80 { end += 1 }
      room -= 1
    }
    out.raw(text[..<end])
    if end < text.count { out.raw("…") }
    return out.bytes
  }

  mutating func hashtag() -> [UInt8] {
    random.pick(Vocabulary.japanese) + random.pick(Vocabulary.japanese) + random.pick(Vocabulary.japanese)
  }

  mutating func shortToken(_ count: Int) -> [UInt8] {
    var out = LineWriter(capacity: count)
    out.token(count, &random)
    return out.bytes
  }

  mutating func link() -> Link {
    var target = LineWriter(capacity: 64)
    target.raw(random.pick(Vocabulary.latin))
    target.raw("-")
    target.raw(random.pick(Vocabulary.latin))
    target.raw(".example/")
    target.raw(random.pick(Vocabulary.paths))
    target.raw("/")
    target.integer(random.below(100_000_000))
    return Link(token: shortToken(10), target: target.bytes)
  }

  /// Appends the link of a client as in the API: the account of a bot, or the page of an application.
  mutating func source(to out: inout LineWriter) {
    if random.below(100) < 45 {
      out.raw("<a href=\\\"http://")
      out.raw(random.pick(Vocabulary.latin))
      out.raw(".example/download/phone\\\" rel=\\\"nofollow\\\">")
      out.raw(random.pick(Vocabulary.latin))
      out.raw(" for phones</a>")
    } else {
      out.raw("<a href=\\\"https://twitter.com/")
      out.raw(random.pick(Vocabulary.syllables))
      out.raw(random.pick(Vocabulary.latin))
      out.integer(random.within(1...99))
      out.raw("\\\" rel=\\\"nofollow\\\">")
      japanese(random.within(15...27), to: &out, isPlain: true)
      out.raw("</a>")
    }
  }

  /// Appends a time in the format of the API: "Sun Aug 31 00:29:15 +0000 2014".
  mutating func moment(year: Int, month: Int, day: Int, to out: inout LineWriter) {
    // The weekday formula of Sakamoto (comp.lang.c, 1993).
    let offsets = [0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4]
    let y = month < 3 ? year - 1 : year
    let weekday = (y + y / 4 - y / 100 + y / 400 + offsets[month - 1] + day) % 7
    out.raw(Self.weekdays[weekday])
    out.raw(" ")
    out.raw(Self.months[month - 1])
    out.raw(" ")
    out.digits(day, width: 2)
    out.raw(" ")
    out.digits(random.below(24), width: 2)
    out.raw(":")
    out.digits(random.below(60), width: 2)
    out.raw(":")
    out.digits(random.below(60), width: 2)
    out.raw(" +0000 ")
    out.integer(year)
  }

  private static let weekdays: [StaticString] = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
  private static let months: [StaticString] = [
    "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
  ]
}
