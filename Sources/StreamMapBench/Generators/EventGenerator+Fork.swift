/// The payload of a fork: a complete repository object, mostly links.
extension EventGenerator {
  mutating func writeFork(of repository: Repository, by actor: Account, _ out: inout LineWriter) {
    let fullName = actor.login + [UInt8(ascii: "/")] + repository.name
    let api: StaticString = "https://api.github.com/repos/"
    out.raw(#""forkee":{"description":""#)
    prose(random.within(0...140), to: &out)
    out.raw(#"","fork":true,"url":""#)
    out.raw(api)
    out.raw(fullName)
    out.raw(#"","language":""#)
    out.raw(random.pick(Vocabulary.languages))
    out.raw(#"""#)
    for part in Self.parts {
      out.raw(",")
      switch part {
      case .link(let name, let prefix, let suffix):
        out.raw(#"""#)
        out.raw(name)
        out.raw(#"":""#)
        out.raw(prefix)
        out.raw(fullName)
        out.raw(suffix)
        out.raw(#"""#)
      case .plain(let text):
        out.raw(text)
      case .moment(let name):
        out.raw(#"""#)
        out.raw(name)
        out.raw(#"":""#)
        moment(to: &out)
        out.raw(#"""#)
      case .fullName:
        out.raw(#""full_name":""#)
        out.raw(fullName)
        out.raw(#"""#)
      case .name:
        out.raw(#""name":""#)
        out.raw(repository.name)
        out.raw(#"""#)
      case .owner:
        out.raw(#""owner":"#)
        writeUser(actor, to: &out)
      case .id:
        out.raw(#""id":"#)
        out.integer(random.within(7_000_000...7_600_000))
      case .homepage:
        if emptyHomepages.draw(&random) { out.raw(#""homepage":"""#) } else { out.raw(#""homepage":null"#) }
      case .size:
        out.raw(#""size":"#)
        out.integer(random.within(100...99_000))
      }
    }
    out.raw("}")
  }

  private enum Part {
    case link(StaticString, StaticString, StaticString)
    case plain(StaticString)
    case moment(StaticString)
    case fullName, name, owner, id, homepage, size

    /// Appends a link below the address of the repository in the API.
    static func api(_ name: StaticString, _ suffix: StaticString) -> Part {
      .link(name, "https://api.github.com/repos/", suffix)
    }
  }

  // Each entry is one member, in the order of the API.
  private static let parts: [Part] = [
    .api("stargazers_url", "/stargazers"), .link("clone_url", "https://github.com/", ".git"),
    .api("tags_url", "/tags{/tag}"), .fullName, .api("merges_url", "/merges"), .plain(#""forks":0"#),
    .plain(#""private":false"#), .api("git_refs_url", "/git/refs{/sha}"),
    .api("archive_url", "/{archive_format}{/ref}"),
    .api("collaborators_url", "/collaborators{/collaborator}"), .owner, .api("languages_url", "/languages"),
    .api("trees_url", "/git/trees{/sha}"),
    .api("labels_url", "/labels{/name}"), .link("html_url", "https://github.com/", ""), .moment("pushed_at"),
    .moment("created_at"), .plain(#""has_issues":false"#), .api("forks_url", "/forks"),
    .api("branches_url", "/branches{/branch}"), .api("commits_url", "/commits{/sha}"),
    .api("notifications_url", "/notifications{?since,all,participating}"), .plain(#""open_issues":0"#),
    .api("contents_url", "/contents/{+path}"), .api("blobs_url", "/git/blobs{/sha}"),
    .api("issues_url", "/issues{/number}"), .api("compare_url", "/compare/{base}...{head}"),
    .api("issue_events_url", "/issues/events{/number}"), .name, .moment("updated_at"),
    .api("statuses_url", "/statuses/{sha}"), .plain(#""forks_count":0"#),
    .api("assignees_url", "/assignees{/user}"), .link("ssh_url", "git@github.com:", ".git"),
    .plain(#""public":true"#), .plain(#""has_wiki":true"#), .api("subscribers_url", "/subscribers"),
    .plain(#""mirror_url":null"#), .plain(#""watchers_count":0"#), .id, .plain(#""has_downloads":true"#),
    .api("git_commits_url", "/git/commits{/sha}"), .api("downloads_url", "/downloads"),
    .api("pulls_url", "/pulls{/number}"), .homepage, .api("issue_comment_url", "/issues/comments/{number}"),
    .api("hooks_url", "/hooks"), .api("subscription_url", "/subscription"),
    .api("milestones_url", "/milestones{/number}"), .link("svn_url", "https://github.com/", ""),
    .api("events_url", "/events"), .api("git_tags_url", "/git/tags{/sha}"), .api("teams_url", "/teams"),
    .api("comments_url", "/comments{/number}"), .plain(#""open_issues_count":0"#),
    .api("keys_url", "/keys{/key_id}"), .link("git_url", "git://github.com/", ".git"),
    .api("contributors_url", "/contributors"), .size, .plain(#""watchers":0"#),
  ]
}
