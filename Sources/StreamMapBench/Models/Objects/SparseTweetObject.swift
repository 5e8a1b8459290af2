import StreamMap

/// `SparseTweet` as a class.
final class SparseTweetObject: Mapped {
  var id = 0
  var screenName = ""
  var language: String?

  static func makeMapping() throws(PathError) -> Mapping<SparseTweetObject> {
    try Mapping(SparseTweetObject()) {
      Field(\.id, "id", .required)
      Field(\.screenName, "user.screen_name", .required)
      Field(\.language, "lang")
    }
  }

  func add(to checksum: inout Checksum) {
    checksum.add(id)
    checksum.add(screenName)
    checksum.add(language)
  }
}
