/// The payloads of pushes, new branches, wiki pages and issues.
extension EventGenerator {
  mutating func writePush(to repository: Repository, by actor: Account, _ out: inout LineWriter) {
    let count = commitCounts.draw(&random)
    let isForeign = foreignAuthors.draw(&random)
    var head: [UInt8] = []
    out.raw(#""commits":["#)
    for index in 0..<count {
      if index > 0 { out.raw(",") }
      var sha = LineWriter(capacity: 40)
      sha.hex(40, &random)
      head = sha.bytes
      out.raw(#"{"url":"https://api.github.com/repos/"#)
      out.raw(repository.fullName)
      out.raw("/commits/")
      out.raw(head)
      out.raw(#"","message":""#)
      prose(random.within(5...60), to: &out)
      out.raw(#"","distinct":true,"sha":""#)
      out.raw(head)
      out.raw(#"","author":{"email":""#)
      out.raw(actor.login)
      out.raw("@")
      out.raw(random.pick(Vocabulary.latin))
      out.raw(#".example","name":""#)
      if isForeign, index == 0 { out.raw("Bjørn Åsli") } else { out.raw(actor.login) }
      out.raw(#""}}"#)
    }
    out.raw(#"],"distinct_size":"#)
    out.integer(count)
    out.raw(#","ref":"refs/heads/"#)
    if random.below(4) == 0 { out.raw(random.pick(Vocabulary.latin)) } else { out.raw("master") }
    out.raw(#"","push_id":"#)
    out.integer(random.within(134_000_000...135_000_000))
    out.raw(#","before":""#)
    out.hex(40, &random)
    out.raw(#"","head":""#)
    out.raw(head)
    out.raw(#"","size":"#)
    out.integer(count)
  }

  mutating func writeCreate(_ out: inout LineWriter) {
    out.raw(#""description":""#)
    prose(random.within(0...40), to: &out)
    if branches.draw(&random) {
      out.raw(#"","master_branch":"master","ref":""#)
      out.raw(random.pick(Vocabulary.latin))
      out.raw(#"","ref_type":"branch""#)
    } else {
      out.raw(#"","master_branch":"master","ref":null,"ref_type":"repository""#)
    }
  }

  mutating func writePages(of repository: Repository, _ out: inout LineWriter) {
    let title = random.pick(Vocabulary.latin)
    out.raw(#""pages":[{"page_name":""#)
    out.raw(title)
    out.raw(#"","html_url":"https://github.com/"#)
    out.raw(repository.fullName)
    out.raw("/wiki/")
    out.raw(title)
    out.raw(#"","title":""#)
    out.raw(title)
    out.raw(#"","sha":""#)
    out.hex(40, &random)
    out.raw(#"","summary":null,"action":"edited"}]"#)
  }

  /// Appends a new issue, or an older one with a comment and a longer text.
  mutating func writeIssue(
    in repository: Repository, commentedBy actor: Account?, _ out: inout LineWriter
  ) {
    let number = random.within(1...900)
    let id = random.within(9_000_000...9_900_000)
    out.raw(#""issue":{"user":"#)
    writeUser(makeAccount(), to: &out)
    out.raw(#","url":""#)
    issue(number, in: repository, site: "api.github.com/repos", to: &out)
    out.raw(#"","labels":[],"html_url":""#)
    issue(number, in: repository, site: "github.com", to: &out)
    out.raw(#"","labels_url":""#)
    issue(number, in: repository, site: "api.github.com/repos", to: &out)
    out.raw(#"/labels{/name}","pull_request":{"html_url":null,"patch_url":null,"diff_url":null},"title":""#)
    prose(random.within(16...36), to: &out)
    out.raw(#"","created_at":""#)
    moment(to: &out)
    let isClosed = closedIssues.draw(&random)
    out.raw(#"","closed_at":"#)
    if isClosed {
      out.raw(#"""#)
      moment(to: &out)
      out.raw(#"""#)
    } else {
      out.raw("null")
    }
    out.raw(#","milestone":null,"body":""#)
    if actor != nil { prose(random.within(600...4_400), to: &out, hasLines: true) }
    out.raw(#"","updated_at":""#)
    moment(to: &out)
    out.raw(#"","assignee":"#)
    if assignedIssues.draw(&random) { writeUser(makeAccount(), to: &out) } else { out.raw("null") }
    out.raw(#","number":"#)
    out.integer(number)
    out.raw(isClosed ? #","state":"closed","id":"# : #","state":"open","id":"#)
    out.integer(id)
    out.raw(#","events_url":""#)
    issue(number, in: repository, site: "api.github.com/repos", to: &out)
    out.raw(#"/events","comments_url":""#)
    issue(number, in: repository, site: "api.github.com/repos", to: &out)
    out.raw(#"/comments","comments":"#)
    out.integer(actor == nil ? 0 : random.within(1...30))
    out.raw(actor == nil ? #"},"action":"opened""# : #"},"action":"created""#)
    if let actor { writeComment(on: id, in: repository, by: actor, &out) }
  }

  private mutating func writeComment(
    on issue: Int, in repository: Repository, by actor: Account, _ out: inout LineWriter
  ) {
    let id = random.within(12_000_000...12_100_000)
    out.raw(#","comment":{"user":"#)
    writeUser(actor, inComment: true, to: &out)
    out.raw(#","url":"https://api.github.com/repos/"#)
    out.raw(repository.fullName)
    out.raw("/issues/comments/")
    out.integer(id)
    out.raw(#"","issue_url":"https://api.github.com/repos/"#)
    out.raw(repository.fullName)
    out.raw("/issues/")
    out.integer(issue)
    out.raw(#"","created_at":""#)
    moment(to: &out)
    out.raw(#"","body":""#)
    prose(random.within(50...380), to: &out, hasLines: true)
    out.raw(#"","updated_at":""#)
    moment(to: &out)
    out.raw(#"","id":"#)
    out.integer(id)
    out.raw("}")
  }

  private func issue(
    _ number: Int, in repository: Repository, site: StaticString, to out: inout LineWriter
  ) {
    out.raw("https://")
    out.raw(site)
    out.raw("/")
    out.raw(repository.fullName)
    out.raw("/issues/")
    out.integer(number)
  }
}
