/// The model of workload `escapes`: an id and two strings full of escapes.
typealias Article = ArticleValues<String>

struct ArticleValues<Text: MappedText>: Mapped {
  var id = 0
  var title = Text()
  var body = Text()

  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(title)
    checksum.add(body)
  }
}

extension ArticleValues: Model, Codable where Text == String {
  typealias Object = ArticleObject

  init(_ tree: YajlTree) throws {
    id = try tree.int("id")
    title = try tree.string("title")
    body = try tree.string("body")
  }

  init(_ object: [String: Any]) throws {
    id = try object.wanted("id")
    title = try object.wanted("title")
    body = try object.wanted("body")
  }
}
