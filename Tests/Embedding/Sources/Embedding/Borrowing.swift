import StreamMap

struct Note {
  var language: String?
  var author: BorrowedText = "nobody"
  var tags: [BorrowedText] = []
}

func checkBorrowing(_ checks: inout Checks) throws {
  let mapping = try Mapping(Note()) {
    Field(\.language, "lang", .interned)
    Field(\.author, "user.name")
    Field(\.tags, "tags[*].text")
  }
  let lines = #"""
    {"lang": "a language of many letters", "user": {"name": "ad\u0061"}, "tags": [{"text": "first"}, {"text": "day"}]}
    {"lang": "a language of many letters", "user": {"name": "an author of many letters"}}
    {"tags": [{"text": "last"}]}
    """#
  var authors: [String] = []
  var letters = 0
  var isKnown: [Bool] = []
  try JSONLines(.text(lines), as: mapping).forEach { note, _ in
    authors.append(String(note.author))
    letters += note.tags.reduce(0) { $0 + $1.count }
    isKnown.append(note.author == "nobody" || Set(["ada"]).contains(String(note.author)))
    checks.expect("borrowing: an interned string", note.language?.count ?? 26, is: 26)
  }
  checks.expect("borrowing: texts", authors, is: ["ada", "an author of many letters", "nobody"])
  checks.expect("borrowing: their bytes", letters, is: 12)
  checks.expect("borrowing: comparisons", isKnown, is: [true, false, true])
}
