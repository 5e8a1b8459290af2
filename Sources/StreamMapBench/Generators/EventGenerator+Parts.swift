/// The parts that all types of events share: accounts, repositories, times and text.
extension EventGenerator {
  mutating func makeAccount() -> Account {
    var login = LineWriter(capacity: 16)
    for _ in 0..<random.within(2...4) { login.raw(random.pick(Vocabulary.syllables)) }
    if random.below(2) == 0 { login.integer(random.below(1_000)) }
    var gravatar = LineWriter(capacity: 32)
    gravatar.hex(32, &random)
    return Account(
      id: random.within(1_000...3_200_000), login: login.bytes, gravatar: gravatar.bytes)
  }

  mutating func makeRepository(ownedBy owner: Account) -> Repository {
    let name = random.pick(Vocabulary.latin) + [UInt8(ascii: "-")] + random.pick(Vocabulary.latin)
    return Repository(
      id: random.within(9_000...7_600_000), name: name, fullName: owner.login + [UInt8(ascii: "/")] + name)
  }

  mutating func write(_ account: Account, to out: inout LineWriter, isOrganisation: Bool = false) {
    out.raw(#"{"gravatar_id":""#)
    out.raw(account.gravatar)
    out.raw(#"","login":""#)
    out.raw(account.login)
    out.raw(#"","avatar_url":""#)
    avatar(of: account, isOrganisation: isOrganisation, to: &out)
    out.raw(#"","url":"https://api.github.com/"#)
    out.raw(isOrganisation ? "orgs/" : "users/")
    out.raw(account.login)
    out.raw(#"","id":"#)
    out.integer(account.id)
    out.raw("}")
  }

  private func avatar(of account: Account, isOrganisation: Bool, to out: inout LineWriter) {
    out.raw("https://secure.gravatar.com/avatar/")
    out.raw(account.gravatar)
    out.raw("?d=https://a248.e.akamai.net/assets.github.com%2Fimages%2Fgravatars%2Fgravatar-")
    if isOrganisation { out.raw("org-420.png") } else { out.raw("user-420.png") }
  }

  /// Appends a user inside an issue or a fork, with every link of the account. In a comment, the API swaps two of the
  /// links.
  func writeUser(_ account: Account, inComment: Bool = false, to out: inout LineWriter) {
    link("url", account, "", after: "{", to: &out)
    link("gists_url", account, "/gists{/gist_id}", to: &out)
    out.raw(#","gravatar_id":""#)
    out.raw(account.gravatar)
    out.raw(#"","type":"User","avatar_url":""#)
    avatar(of: account, isOrganisation: false, to: &out)
    out.raw(#"""#)
    link("subscriptions_url", account, "/subscriptions", to: &out)
    if inComment { link("received_events_url", account, "/received_events", to: &out) }
    link("organizations_url", account, "/orgs", to: &out)
    if !inComment { link("received_events_url", account, "/received_events", to: &out) }
    link("repos_url", account, "/repos", to: &out)
    out.raw(#","login":""#)
    out.raw(account.login)
    out.raw(#"","id":"#)
    out.integer(account.id)
    link("starred_url", account, "/starred{/owner}{/repo}", to: &out)
    link("events_url", account, "/events{/privacy}", to: &out)
    link("followers_url", account, "/followers", to: &out)
    link("following_url", account, "/following", to: &out)
    out.raw("}")
  }

  private func link(
    _ name: StaticString, _ account: Account, _ suffix: StaticString, after: StaticString = ",",
    to out: inout LineWriter
  ) {
    out.raw(after)
    out.raw(#"""#)
    out.raw(name)
    out.raw(#"":"https://api.github.com/users/"#)
    out.raw(account.login)
    out.raw(suffix)
    out.raw(#"""#)
  }

  mutating func moment(to out: inout LineWriter) {
    out.raw("2013-01-")
    out.digits(random.within(1...31), width: 2)
    out.raw("T")
    out.digits(random.below(24), width: 2)
    out.raw(":")
    out.digits(random.below(60), width: 2)
    out.raw(":")
    out.digits(random.below(60), width: 2)
    out.raw("Z")
  }

  /// Appends at least `size` bytes of English-like words, with some quotations and line breaks.
  mutating func prose(_ size: Int, to out: inout LineWriter, hasLines: Bool = false) {
    let end = out.count + size
    while out.count < end {
      out.raw(random.pick(Vocabulary.prose))
      let roll = random.below(20)
      if roll == 0, hasLines {
        out.raw(#".\r\n"#)
      } else if roll == 1 {
        out.raw(#" \"x\" "#)
      } else {
        out.raw(" ")
      }
    }
  }
}
