/// The shares of the optional parts in the user objects of one role. The defaults are the shares of authors and
/// retweeters in the real file.
struct TweetUserDecks {
  var banner: Deck<Bool>
  var url = Deck(11, of: 100)
  var descriptionLink = Deck(4, of: 100)
  var zone = Deck(19, of: 100)
  var location = Deck(17, of: 100)
  var background = Deck(9, of: 100)
  var language = Deck(repeating([("ja" as StaticString, 95), ("en", 3), ("es", 1), ("zh-cn", 1)]))

  mutating func draw(_ random: inout SplitMix64) -> Parts {
    Parts(
      hasBanner: banner.draw(&random), hasURL: url.draw(&random),
      hasDescriptionLink: descriptionLink.draw(&random), hasZone: zone.draw(&random),
      hasLocation: location.draw(&random), hasBackground: background.draw(&random),
      language: language.draw(&random))
  }

  struct Parts {
    var hasBanner: Bool
    var hasURL: Bool
    var hasDescriptionLink: Bool
    var hasZone: Bool
    var hasLocation: Bool
    var hasBackground: Bool
    var language: StaticString
  }
}

/// A user object, in the order of the API.
extension TweetGenerator {
  mutating func write(_ person: Person, having parts: TweetUserDecks.Parts, to out: inout LineWriter) {
    out.raw(#"{"id":"#)
    identity(person.id, to: &out)
    out.raw(#","name":""#)
    out.raw(person.name)
    out.raw(#"","screen_name":""#)
    out.raw(person.screenName)
    out.raw(#"","location":""#)
    if parts.hasLocation { japanese(random.within(15...50), to: &out, isPlain: true) }
    out.raw(#"","description":""#)
    japanese(random.below(12) == 0 ? 0 : random.within(30...380), to: &out)
    writeLinks(parts, to: &out)
    out.raw(#","protected":false,"followers_count":"#)
    out.integer(random.counter(upTo: 70_000))
    out.raw(#","friends_count":"#)
    out.integer(random.counter(upTo: 9_000))
    out.raw(#","listed_count":"#)
    out.integer(random.counter(upTo: 130))
    out.raw(#","created_at":""#)
    moment(
      year: random.within(2009...2014), month: random.within(1...7), day: random.within(1...28), to: &out)
    out.raw(#"","favourites_count":"#)
    out.integer(random.counter(upTo: 60_000))
    if parts.hasZone {
      out.raw(#","utc_offset":32400,"time_zone":"Tokyo","geo_enabled":"#)
    } else {
      out.raw(#","utc_offset":null,"time_zone":null,"geo_enabled":"#)
    }
    out.bool(random.below(6) == 0)
    out.raw(#","verified":"#)
    out.bool(random.below(200) == 0)
    out.raw(#","statuses_count":"#)
    out.integer(random.counter(upTo: 130_000))
    out.raw(#","lang":""#)
    out.raw(parts.language)
    writeProfile(of: person, having: parts, to: &out)
  }

  private mutating func writeLinks(_ parts: TweetUserDecks.Parts, to out: inout LineWriter) {
    if parts.hasURL {
      let link = self.link()
      out.raw(#"","url":"http://t.co/"#)
      out.raw(link.token)
      out.raw(#"","entities":{"url":{"urls":["#)
      write(link, to: &out)
      out.raw(#"]},"description":{"urls":["#)
    } else {
      out.raw(#"","url":null,"entities":{"description":{"urls":["#)
    }
    if parts.hasDescriptionLink { write(link(), to: &out) }
    out.raw("]}}")
  }

  private mutating func writeProfile(
    of person: Person, having parts: TweetUserDecks.Parts, to out: inout LineWriter
  ) {
    out.raw(#"","contributors_enabled":false,"is_translator":false,"is_translation_enabled":false"#)
    color("background", to: &out)
    out.raw(#","profile_background_image_url":"http"#)
    let background = parts.hasBackground ? ownBackground() : Self.commonBackground
    out.raw(background)
    out.raw(#"","profile_background_image_url_https":"https"#)
    out.raw(background)
    out.raw(#"","profile_background_tile":"#)
    out.bool(parts.hasBackground)
    var image = LineWriter(capacity: 100)
    image.raw("://pbs.twimg.com/profile_images/")
    image.integer(random.within(378_000_000_000_000_000...505_000_000_000_000_000))
    image.raw("/")
    image.token(8, &random)
    image.raw("_normal.jpeg")
    out.raw(#","profile_image_url":"http"#)
    out.raw(image.bytes)
    out.raw(#"","profile_image_url_https":"https"#)
    out.raw(image.bytes)
    if parts.hasBanner {
      out.raw(#"","profile_banner_url":"https://pbs.twimg.com/profile_banners/"#)
      out.integer(person.id)
      out.raw("/")
      out.integer(random.within(1_360_000_000...1_409_400_000))
    }
    out.raw(#"""#)
    color("link", to: &out)
    color("sidebar_border", to: &out)
    color("sidebar_fill", to: &out)
    color("text", to: &out)
    out.raw(#","profile_use_background_image":true,"default_profile":"#)
    out.bool(!parts.hasBackground)
    out.raw(#","default_profile_image":false,"following":false,"follow_request_sent":false"#)
    out.raw(#","notifications":false}"#)
  }

  private mutating func ownBackground() -> [UInt8] {
    var out = LineWriter(capacity: 100)
    out.raw("://pbs.twimg.com/profile_background_images/")
    out.integer(random.within(100_000_000...900_000_000))
    out.raw("/")
    out.hex(32, &random)
    out.raw(".png")
    return out.bytes
  }

  private mutating func color(_ name: StaticString, to out: inout LineWriter) {
    out.raw(#","profile_"#)
    out.raw(name)
    out.raw(#"_color":""#)
    for _ in 0..<6 { out.byte(random.pick(Self.upperHexDigits)) }
    out.raw(#"""#)
  }

  private static let commonBackground = Array("://abs.twimg.com/images/themes/theme1/bg.png".utf8)
  private static let upperHexDigits = Array("0123456789ABCDEF".utf8)
}
