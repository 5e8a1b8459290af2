import TestSupport
import Foundation
import GenomeDialect
import Testing

/// Results that the README states for its examples.
@Suite("Genome: README")
struct ReadmeTests {
  @Test("Pet: constants, a raw value, two-way", .feature("1", "3", "G0", "G7"))
  func pet() throws {
    let rover = try Pet(js: json_rover)
    #expect(rover.name == "Rover" && rover.nickname == "RoRo" && rover.type == .Dog)
    #expect(try rover.jsonRepresentation() == json_rover)
    #expect(createOptionalRover()?.name == "Rover")
    createRover()
    #expect(try createPeople(someJson: [json_rover, json_rover]).map(\.name) == ["Rover", "Rover"])
    #expect(try createPeople(someJson: json_rover).count == 1)
    #expect(throws: SequenceError.self) { try Pet(js: ["name": "Rover"] as Json) }
  }

  @Test("the chained transform, two-way", .feature("31", "G6"))
  func chain() throws {
    var pet = try StrayPet(js: ["type": "cat"] as Json)
    #expect(pet.type == .Cat)
    #expect(try pet.jsonRepresentation() == ["type": "cat"])
    pet.type = nil
    #expect(try pet.jsonRepresentation() == [:])
    #expect(try StrayPet(js: ["type": "fish"] as Json).type == nil)
    #expect(throws: TransformationError.self) { try StrayPet(js: [:] as Json) }
  }

  @Test("NasaPhoto: defaults, private(set), an implicitly unwrapped NSURL", .feature("3", "G0", "G13"))
  func nasa() throws {
    let text = """
      {"title": "Comet", "media_type": "image", "explanation": "Ice.", "concepts": ["ice", "tail"],
       "url": "http://apod.nasa.gov/a.jpg"}
      """
    let photo = try NasaPhoto(js: try Json.deserialize(text))
    #expect(photo.title == "Comet" && photo.mediaType == "image" && photo.concepts == ["ice", "tail"])
    #expect((photo.imageUrl as URL).absoluteString == "http://apod.nasa.gov/a.jpg")
    // As Alamofire provides it.
    let value = try JSONSerialization.jsonObject(with: Data(text.utf8))
    var titles: [String] = []
    Nasa.photo(value: value) { result in
      if case .Success(let photo) = result { titles.append("\(photo.title) \(photo.imageUrl as URL)") }
    }
    Nasa.photo(value: ["title": "Comet"]) { result in
      if case .Failure(SequenceError.FoundNil(let key)) = result { titles.append(key) }
    }
    #expect(titles == ["Comet http://apod.nasa.gov/a.jpg", "Key: .KeyPath(media_type) TargetType: String"])
  }

  @Test("Genome.Object and a custom base class", .feature("25", "G0", "G7"))
  func inheritance() throws {
    class Animal: MyClass {
      var name = ""
      override func sequence(map: Map) throws {
        try super.sequence(map: map)
        try name <~> map["name"]
      }
    }
    class Dog: Animal {
      var tricks: [String] = []
      override func sequence(map: Map) throws {
        try super.sequence(map: map)
        try tricks <~> map["tricks"]
      }
    }
    let json: Json = ["name": "Rover", "tricks": ["roll"]]
    let dog = try Dog(js: json)
    #expect(dog.name == "Rover" && dog.tricks == ["roll"])
    #expect(try dog.jsonRepresentation() == json)
    #expect(try [Animal](js: [json])[0].name == "Rover")
    #expect(throws: JsonConvertibleError.self) { try MyClass(js: 5 as Json) }
    #expect(throws: JsonConvertibleError.self) { try MyClass.newInstance(json: [1], context: EmptyJson) }

    class Cat: CustomBase {
      var lives = 0
      override func sequence(map: Map) throws { try lives <~> map["lives"] }
    }
    let cat = try Cat.newInstance(json: ["lives": 9], context: EmptyJson)
    #expect(cat.lives == 9 && type(of: cat) == Cat.self)
    #expect(try Cat.newInstance(["lives": 8]).lives == 8)
    try withMaps(#"{"cats": [{"lives": 1}, {"lives": 2}], "cat": {"lives": 3}}"#) { map in
      let cats: [Cat] = try map.extract("cats")
      let cat: Cat = try map.extract("cat")
      #expect((cats + [cat]).map(\.lives) == [1, 2, 3])
    }
  }

  @Test("deserialize and serialize with NSData, strings and bytes", .feature("34", "39", "G12"))
  func serializing() throws {
    let text = #"{"b":[1,2.5,null],"a":{"c":true}}"#
    let jsons = deserialize(data: NSData(data: Data(text.utf8)), string: text, byteArray: Array(text.utf8))
    for json in jsons {
      let json = try #require(json)
      #expect(serialize(json: json)[0] == text)
      let pretty = try #require(serialize(json: json)[1])
      #expect(
        pretty == "{\n  \"b\": [\n    1,\n    2.5,\n    null\n  ],\n  \"a\": {\n    \"c\": true\n  }\n}")
      #expect(try Json.deserialize(pretty) == json)
    }
    #expect(name.stringValue == "HumanName")
    #expect(deserialize(data: NSData(), string: "{", byteArray: [0xFF]) == [nil, nil, nil])
  }
}
