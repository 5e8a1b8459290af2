import StreamMap
import Testing

@testable import TestSupport

@Suite("Key styles")
struct KeyStyleTests {
  @Test(
    "words", .feature("17"),
    arguments: [
      ("id", "id", "id", "ID", "Id"),
      ("screenName", "screen_name", "screen-name", "SCREEN_NAME", "ScreenName"),
      ("homepageURL", "homepage_url", "homepage-url", "HOMEPAGE_URL", "HomepageURL"),
      ("myURLPath", "my_url_path", "my-url-path", "MY_URL_PATH", "MyURLPath"),
      ("URL", "url", "url", "URL", "URL"), ("x2Factor", "x2_factor", "x2-factor", "X2_FACTOR", "X2Factor"),
      ("already_there", "already_there", "already-there", "ALREADY_THERE", "AlreadyThere"),
      ("_privateName_", "_private_name_", "_private-name_", "_PRIVATE_NAME_", "_PrivateName_"),
      ("a__b", "a_b", "a-b", "A_B", "AB"),
      ("größeÄndern", "größe_ändern", "größe-ändern", "GRÖSSE_ÄNDERN", "GrößeÄndern"),
      ("", "", "", "", ""), ("__", "__", "__", "__", "__"), ("aB", "a_b", "a-b", "A_B", "AB"),
    ])
  func words(name: String, snake: String, kebab: String, screaming: String, pascal: String) {
    #expect(KeyStyle.asWritten.key(name) == name)
    #expect(KeyStyle.snakeCase.key(name) == snake)
    #expect(KeyStyle.kebabCase.key(name) == kebab)
    #expect(KeyStyle.screamingSnakeCase.key(name) == screaming)
    #expect(KeyStyle.pascalCase.key(name) == pascal)
    #expect(KeyStyle { "x-" + $0 }.key(name) == "x-" + name)
  }
}
