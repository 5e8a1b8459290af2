import TestSupport
import AlterDialect
import Foundation
import Testing

@Suite("Alter: classes")
struct ClassTests {
  private class Animal: MutableAlterable {
    @Mapped var name = "animal"
    var unmapped = 0
    @Mapped(key: "body.legs") private(set) var legs = 4

    required init() {}
  }

  private class Dog: Animal {
    @Mapped var breed = "mutt"
    @AlterMapped(key: "body.born", alterer: UnixLongDateAlterer()) var born = Date(timeIntervalSince1970: 0)
  }

  private final class Puppy: Dog {
    @Mapped var age: Int? = nil
    var toys: [String] = []
  }

  @Test("maps the properties of all superclasses", .feature("25", "A10"))
  func superclasses() throws {
    let json = #"{"name":"Rex","body":{"legs":3,"born":5},"breed":"pug","age":1}"#
    let puppy: Puppy = try .from(jsonString: json)
    #expect(puppy.name == "Rex" && puppy.legs == 3 && puppy.breed == "pug" && puppy.age == 1)
    #expect(puppy.born == Date(timeIntervalSince1970: 5))
    // The class's own properties come first.
    #expect(
      try puppy.toJSONString() == #"{"age":1,"breed":"pug","body":{"born":5,"legs":3},"name":"Rex"}"#)
    let dog: Dog = try .from(jsonString: json)
    #expect(type(of: dog) == Dog.self && dog.breed == "pug")
    let animal: Animal = try .from(jsonString: json)
    #expect(try animal.toJSON().keys.sorted() == ["body", "name"])
  }

  @Test("maps an object whose static type is its superclass", .feature("25", "A10"))
  func dynamicType() throws {
    let animal: Animal = Puppy()
    animal[mappedKey: "age"] = 2
    #expect(animal[mappedKey: "age"] == 2)
    #expect(try animal.toJSON()["age"] as? Int == 2)
    let list = try PropertyListEncoder().encode(animal)
    #expect(try PropertyListDecoder().decode(Puppy.self, from: list).age == 2)
  }

  private struct Kennel: Alterable {
    @Mapped var dogs: [Dog] = []
    @Mapped var best: Puppy? = nil
    @Mapped var byName: [String: Dog] = [:]
  }

  @Test("maps models within models, arrays and dictionaries", .feature("10", "A1"))
  func nested() throws {
    let json = """
      {"dogs":[{"name":"a"},{"breed":"pug"}],"best":{"age":3},"byName":{"x":{"body":{"legs":2}}}}
      """
    let kennel: Kennel = try .from(jsonString: json)
    #expect(
      kennel.dogs.map { $0.name } == ["a", "animal"] && kennel.dogs.map { $0.breed } == ["mutt", "pug"])
    #expect(kennel.best?.age == 3 && kennel.byName["x"]?.legs == 2)
    let copy: Kennel = try .from(json: try kennel.toJSON())
    #expect(copy.dogs.map { $0.name } == ["a", "animal"] && copy.best?.age == 3)
  }

  private struct Box<Content: Codable>: Alterable where Content: Equatable {
    @Mapped var content: Content? = nil
    @Mapped var count = 0
  }

  @Test("maps generic models", .feature("26", "A1"))
  func generics() throws {
    let numbers: Box<[Int]> = try .from(jsonString: #"{"content":[1],"count":1}"#)
    let texts: Box<String> = try .from(jsonString: #"{"content":"x","count":2}"#)
    #expect(numbers.content == [1] && numbers.count == 1 && texts.content == "x" && texts.count == 2)
  }
}
