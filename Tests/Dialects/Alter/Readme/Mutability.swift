// swift-format-ignore-file
// The README has another format.
import AlterDialect
import Foundation

enum PrivateSetters {
  struct User: AlterCodable {

    @Mapped(key: "full_name")
    private(set) var fullName: String = ""

    @Mapped(key: "user_name")
    private(set) var userName: String = ""

    @Mapped
    private(set) var age: Int = 0
  }
}

enum Mutability {
  struct MutableUser: MutableAlterable {
    @Mapped(key: "user_name")
    var userName: String? = nil
  }

  /// The output of the README's lines.
  static func lines() -> [String] {
    var printed: [String] = []
    func print(_ value: String?) { printed.append(value ?? "nil") }

    let user = MutableUser()
    user[mappedKey: "user_name"] = "this is username"

    // will print "this is username"
    print(user.userName)

    let userName: String = user[mappedKey: "user_name"] ?? ""

    // will print "this is username"
    print(userName)

    return printed
  }
}

enum MutabilityShort {
  struct MutableUser: MutableAlterCodable {
    @Mapped(key: "user_name")
    var userName: String? = nil
  }
}
