// swift-format-ignore-file
import Foundation
import ObjectMapperDialect

struct Post: ImmutableMappable {
    let title: String

    init(map: Map) throws {
        title = try map.value("title")
    }

    func mapping(map: Map) {
        title >>> map["title"]
    }
}

struct Person: ImmutableMappable {
    let name: String
    let createdAt: Date
    let updatedAt: Date?
    let posts: [Post]
    let surname: String?

    init(map: Map) throws {
        name      = try map.value("name") // throws an error when it fails
        createdAt = try map.value("createdAt", using: DateTransform()) // throws an error when it fails
        updatedAt = try? map.value("updatedAt", using: DateTransform()) // optional
        posts     = (try? map.value("posts")) ?? [] // optional + default value
        surname    = try? map.value("surname", default: "DefaultSurname") // optional + default value as an argument
    }

    mutating func mapping(map: Map) {
        name      >>> map["name"]
        createdAt >>> (map["createdAt"], DateTransform())
        updatedAt >>> (map["updatedAt"], DateTransform())
        posts     >>> map["posts"]
    }
}

/// The table's example.
struct Member: ImmutableMappable {
    let id: Int
    let name: String?

    init(map: Map) throws {
      id   = try map.value("id")
      name = try? map.value("name")
    }

    func mapping(map: Map) {
      id   >>> map["id"]
      name >>> map["name"]
    }
}
