// Verbatim from the README.
// swift-format-ignore-file

import GenomeDialect

enum PetType : String {
    case Dog = "dog"
    case Cat = "cat"
}

struct Pet : MappableObject {
    let name: String
    let type: PetType
    let nickname: String

    init(map: Map) throws {
        name = try map.extract("name")
        nickname = try map.extract("nickname")
        type = try map["type"]
            .fromJson { PetType(rawValue: $0)! }
    }

    func sequence(map: Map) throws {
        try name ~> map["name"]
        try type ~> map["type"]
            .transformToJson { $0.rawValue }
        try nickname ~> map["nickname"]
    }
}

let json_rover: Json = [
    "name" : "Rover",
    "nickname" : "RoRo", // Optional Value
    "type" : "dog"
]

func createRover() {
    do {
        let rover = try Pet(js: json_rover)
        print(rover)
    } catch {
        print(error)
    }
}

func createOptionalRover() -> Pet? {
    let rover = try? Pet(js: json_rover)
    return rover
}

/// The chain as the README has it, its second closure for an optional.
struct StrayPet : BasicMappable {
    var type: PetType?

    mutating func sequence(map: Map) throws {
        try type <~> map["type"]
            .transformFromJson {
                return PetType(rawValue: $0)
            }
            .transformToJson {
                return $0?.rawValue
            }
    }
}

func createPeople(someJson: Json) throws -> [Pet] {
    let people = try [Pet](js: someJson)
    return people
}
