/// A status object, in the order of the API.
extension TweetGenerator {
  mutating func write(_ tweet: Status, retweeting original: Status?, to out: inout LineWriter) {
    out.raw(#"{"metadata":{"result_type":"recent","iso_language_code":""#)
    out.raw(tweet.language)
    out.raw(#""},"created_at":""#)
    moment(year: 2014, month: 8, day: random.within(1...31), to: &out)
    out.raw(#"","id":"#)
    identity(tweet.id, to: &out)
    out.raw(#","text":""#)
    out.raw(tweet.text)
    out.raw(#"","source":""#)
    source(to: &out)
    out.raw(#"","truncated":false,"in_reply_to_status_id":"#)
    if let id = tweet.repliedID {
      out.integer(id)
      out.raw(#","in_reply_to_status_id_str":""#)
      out.integer(id)
      out.raw(#"","in_reply_to_user_id":"#)
    } else {
      out.raw(#"null,"in_reply_to_status_id_str":null,"in_reply_to_user_id":"#)
    }
    if let person = tweet.repliedUser {
      out.integer(person.id)
      out.raw(#","in_reply_to_user_id_str":""#)
      out.integer(person.id)
      out.raw(#"","in_reply_to_screen_name":""#)
      out.raw(person.screenName)
      out.raw(#"","user":"#)
    } else {
      out.raw(#"null,"in_reply_to_user_id_str":null,"in_reply_to_screen_name":null,"user":"#)
    }
    let parts =
      switch tweet.role {
      case .author: authorDecks.draw(&random)
      case .retweeter: retweeterDecks.draw(&random)
      case .original: originalDecks.draw(&random)
      }
    write(tweet.author, having: parts, to: &out)
    out.raw(#","geo":null,"coordinates":null,"place":null,"contributors":null"#)
    if let original {
      out.raw(#","retweeted_status":"#)
      write(original, retweeting: nil, to: &out)
    }
    out.raw(#","retweet_count":"#)
    out.integer(tweet.retweetCount)
    out.raw(#","favorite_count":"#)
    out.integer(original == nil ? random.counter(upTo: 30_000) : 0)
    out.raw(#","entities":"#)
    writeEntities(of: tweet, to: &out)
    out.raw(#","favorited":false,"retweeted":false"#)
    if !tweet.links.isEmpty || tweet.photo != nil { out.raw(#","possibly_sensitive":false"#) }
    out.raw(#","lang":""#)
    out.raw(tweet.language)
    out.raw(#""}"#)
  }

  /// Appends an id as a number and as `id_str`.
  func identity(_ id: Int, to out: inout LineWriter) {
    out.integer(id)
    out.raw(#","id_str":""#)
    out.integer(id)
    out.raw(#"""#)
  }

  private mutating func writeEntities(of tweet: Status, to out: inout LineWriter) {
    out.raw(#"{"hashtags":["#)
    for (index, tag) in tweet.hashtags.enumerated() {
      if index > 0 { out.raw(",") }
      out.raw(#"{"text":""#)
      out.raw(tag)
      out.raw(#"","indices":"#)
      indices(length: 8, to: &out)
      out.raw("}")
    }
    out.raw(#"],"symbols":[],"urls":["#)
    for (index, link) in tweet.links.enumerated() {
      if index > 0 { out.raw(",") }
      write(link, to: &out)
    }
    out.raw(#"],"user_mentions":["#)
    for (index, person) in tweet.mentions.enumerated() {
      if index > 0 { out.raw(",") }
      out.raw(#"{"screen_name":""#)
      out.raw(person.screenName)
      out.raw(#"","name":""#)
      out.raw(person.name)
      out.raw(#"","id":"#)
      identity(person.id, to: &out)
      out.raw(#","indices":"#)
      indices(length: person.screenName.count + 1, to: &out)
      out.raw("}")
    }
    out.raw("]")
    if let photo = tweet.photo { write(photo, to: &out) }
    out.raw("}")
  }

  mutating func write(_ link: Link, to out: inout LineWriter) {
    out.raw(#"{"url":"http://t.co/"#)
    out.raw(link.token)
    out.raw(#"","expanded_url":"http://"#)
    out.raw(link.target)
    out.raw(#"","display_url":""#)
    out.raw(link.target.prefix(26))
    out.raw("…")
    out.raw(#"","indices":"#)
    indices(length: 22, to: &out)
    out.raw("}")
  }

  private mutating func write(_ photo: Photo, to out: inout LineWriter) {
    out.raw(#","media":[{"id":"#)
    identity(photo.id, to: &out)
    out.raw(#","indices":"#)
    indices(length: 22, to: &out)
    out.raw(#","media_url":"http://pbs.twimg.com/media/"#)
    out.raw(photo.file)
    out.raw(#".jpg","media_url_https":"https://pbs.twimg.com/media/"#)
    out.raw(photo.file)
    out.raw(#".jpg","url":"http://t.co/"#)
    out.raw(photo.token)
    out.raw(#"","display_url":"pic.twitter.com/"#)
    out.raw(photo.token)
    out.raw(#"","expanded_url":"http://twitter.com/"#)
    out.raw(photo.author.screenName)
    out.raw("/status/")
    out.integer(photo.statusID)
    out.raw(#"/photo/1","type":"photo","sizes":{"medium":"#)
    size(600, random.within(300...600), "fit", to: &out)
    out.raw(#","small":"#)
    size(340, random.within(180...340), "fit", to: &out)
    out.raw(#","thumb":"#)
    size(150, 150, "crop", to: &out)
    out.raw(#","large":"#)
    size(random.within(601...1024), random.within(400...999), "fit", to: &out)
    out.raw("}")
    if let id = photo.sourceID {
      out.raw(#","source_status_id":"#)
      out.integer(id)
      out.raw(#","source_status_id_str":""#)
      out.integer(id)
      out.raw(#"""#)
    }
    out.raw("}]")
  }

  private func size(_ width: Int, _ height: Int, _ resize: StaticString, to out: inout LineWriter) {
    out.raw(#"{"w":"#)
    out.integer(width)
    out.raw(#","h":"#)
    out.integer(height)
    out.raw(#","resize":""#)
    out.raw(resize)
    out.raw(#""}"#)
  }

  private mutating func indices(length: Int, to out: inout LineWriter) {
    let start = random.within(3...110)
    out.raw("[")
    out.integer(start)
    out.raw(",")
    out.integer(start + length)
    out.raw("]")
  }
}
