// State: the random number generator, the decks for the types and the optional parts of events, and the last id.

/// Records in the shape of GitHub's public timeline of 2013. Names, order and nesting are those of the API; the rest is
/// invented. The deck of types has the proportions of a real response of 30 events. A test compares the result with
/// that file.
struct EventGenerator: RecordGenerator {
  var random: SplitMix64
  private var lastID = 1_652_000_000
  private var kinds = Deck<Kind>(
    repeating([
      (.push, 13), (.watch, 6), (.create, 3), (.fork, 3), (.issueComment, 2), (.gollum, 2), (.issues, 1),
    ]))
  private var pushOrganisations = Deck(3, of: 13)
  private var forkOrganisations = Deck(1, of: 3)
  private var watchOrganisations = Deck(1, of: 6)
  private var commentOrganisations = Deck(1, of: 2)
  var commitCounts = Deck(repeating([(1, 10), (2, 3)]))
  var foreignAuthors = Deck(1, of: 13)
  var closedIssues = Deck(1, of: 3)
  var assignedIssues = Deck(1, of: 3)
  var emptyIssues = Deck(1, of: 3)
  var emptyHomepages = Deck(2, of: 3)
  var branches = Deck(1, of: 3)

  init(seed: UInt64) {
    random = SplitMix64(seed: seed)
  }

  mutating func append(to out: inout LineWriter) {
    let kind = kinds.draw(&random)
    let actor = makeAccount()
    let repository = makeRepository(ownedBy: kind == .watch || kind == .fork ? makeAccount() : actor)
    out.raw(#"{"type":""#)
    out.raw(kind.name)
    out.raw(#"","created_at":""#)
    moment(to: &out)
    out.raw(#"","actor":"#)
    write(actor, to: &out)
    out.raw(#","repo":{"url":"https://api.github.com/repos/"#)
    out.raw(repository.fullName)
    out.raw(#"","id":"#)
    out.integer(repository.id)
    out.raw(#","name":""#)
    out.raw(repository.fullName)
    out.raw(#""},"public":true"#)
    if hasOrganisation(kind) {
      out.raw(#","org":"#)
      write(makeAccount(), to: &out, isOrganisation: true)
    }
    out.raw(#","payload":{"#)
    switch kind {
    case .push: writePush(to: repository, by: actor, &out)
    case .watch: out.raw(#""action":"started""#)
    case .create: writeCreate(&out)
    case .fork: writeFork(of: repository, by: actor, &out)
    case .issueComment: writeIssue(in: repository, commentedBy: actor, &out)
    case .gollum: writePages(of: repository, &out)
    case .issues: writeIssue(in: repository, commentedBy: nil, &out)
    }
    lastID += random.within(1...9)
    out.raw(#"},"id":""#)
    out.integer(lastID)
    out.raw(#""}"#)
  }

  private mutating func hasOrganisation(_ kind: Kind) -> Bool {
    switch kind {
    case .push: pushOrganisations.draw(&random)
    case .fork: forkOrganisations.draw(&random)
    case .watch: watchOrganisations.draw(&random)
    case .issueComment: commentOrganisations.draw(&random)
    case .create, .gollum, .issues: false
    }
  }

  enum Kind {
    case push, watch, create, fork, issueComment, gollum, issues

    var name: StaticString {
      switch self {
      case .push: "PushEvent"
      case .watch: "WatchEvent"
      case .create: "CreateEvent"
      case .fork: "ForkEvent"
      case .issueComment: "IssueCommentEvent"
      case .gollum: "GollumEvent"
      case .issues: "IssuesEvent"
      }
    }
  }

  struct Account {
    var id: Int
    var login: [UInt8]
    var gravatar: [UInt8]
  }

  struct Repository {
    var id: Int
    var name: [UInt8]
    var fullName: [UInt8]
  }
}
