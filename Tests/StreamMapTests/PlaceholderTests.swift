import StreamMap
import Testing

struct User { var id = 0; var name = ""; var verified = false }
final class CUser { var id = 0; var name: String?; var tags: [String] = []; init() {} }
struct P { var x = 0.0, y = 0.0 }
struct Tweet {
  var id = 0
  var text = ""
  var author: String?
  var followers = 0
  var tags: [String] = []
  var user = User()
  var points: [P] = []
  var raw = RawJSON()
}
@Test func smoke() throws {
  let user = try Mapping(User()) {
    Field(\.id, "id", .required); Field(\.name, "screen_name"); Field(\.verified, "verified")
  }
  let p = try Mapping(P()) {
    Field(\.x, "[0]"); Field(\.y, "[1]")
  }
  let m = try Mapping(Tweet()) {
    Field(\.id, "id", .required)
    Field(\.text, "text")
    Field(\.author, "user.screen_name")
    Field(\.followers, "user.followers_count")
    Field(\.tags, "entities.hashtags[*].text")
    Field(\.user, "user", mapping: user)
    Field(\.points, "points", mapping: p)
    Field(\.raw, "user")
  }
  let json =
    #"{"x":[1,{"a":2}],"\u0069d":12,"text":"a\n\u00e9\ud83d\ude00","user":{"id": 7,"screen_name":"bob","followers_count":1e3},"entities":{"hashtags":[{"text":"a"},{"no":1},{"text":"b"}]},"points":[[1.5,2],[-3e1,4]]}"#
  let cursor = m.makeCursor()
  for _ in 0..<3 {
    try Array(json.utf8).withUnsafeBytes {
      try cursor.read($0) { t in
        print(t.id, t.text, t.author as Any, t.followers, t.tags, t.user, t.points, t.raw)
      }
    }
  }
  for bad in [
    #"{"id":1.5}"#, #"{"id":1,"user":{"screen_name":3}}"#, #"{"text":"a"}"#, #"{"id":1,"user":{}}"#,
    "{\"id\":1,\u{c}}", #"{"id":1,"text":"\ud800"}"#, #"{"id":1} 2"#, "", "[",
    #"{"id":1,"points":[[1,2],[3,"x"]]}"#, #"{"a":tru"#, "\u{FEFF}{\"id\":x}",
  ] {
    do { _ = try m.decode(bad); print("??", bad) } catch { print(bad, "=>", error) }
  }
  let cm = try Mapping(CUser()) {
    Field(\.id, "id"); Field("name") { $0.name = $1 }; Field(\.tags, "tags")
  }
  for r in JSONLines(
    bytes: Array("{\"id\":1,\"name\":\"x\",\"tags\":[\"q\"]}\r\n\n{\"id\":2}\n{\"id\":}\n".utf8), as: cm
  ).results {
    switch r {
    case .success(let u): print(u.id, u.name as Any, u.tags);
    case .failure(let e): print(e)
    }
  }
  for size in 1...5 {
    var push = PushParser(m, framing: .document)
    var rest = Array(json.utf8)[...]
    while !rest.isEmpty { try push.feed(Array(rest.prefix(size))) { _, _ in }; rest = rest.dropFirst(size) }
    try push.finish { (t: borrowing Tweet, place: RecordPlace) in
      print(size, t.id, t.text, t.author as Any, t.raw, t.points, place)
    }
  }
}
