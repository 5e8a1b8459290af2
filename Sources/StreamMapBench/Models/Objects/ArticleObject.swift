import StreamMap

/// `Article` as a class.
final class ArticleObject: Mapped {
  var id = 0
  var title = ""
  var body = ""

  static func makeMapping() throws(PathError) -> Mapping<ArticleObject> {
    try Mapping(ArticleObject()) {
      Field(\.id, "id", .required)
      Field(\.title, "title", .required)
      Field(\.body, "body", .required)
    }
  }

  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(title)
    checksum.add(body)
  }
}
