// Snippets of the README, verbatim except for the import.
// swift-format-ignore-file
import DynamicMapperDialect
import Foundation

struct Person: DynamicDecodable {
    var dynamicSelf: DynamicClass?

 var birthDate:Date?
 mutating func dynamicMapping(mappingType: DynamicMappingType) {
     birthDate  <--  ds.user.personalInfo.birthDate
 }
}

func decodePerson(_ data: Data) throws -> Person {
 let decoder = DynamicJSONDecoder()
 decoder.dateDecodingStrategy = .iso8601
    return try decoder.decode(Person.self, from: data)
}

/// A substitute for Realm's class of this name.
class Object {
    required init() {}
}

class Model: Object, DynamicCodable {
    var dynamicSelf:DynamicClass?
    
    dynamic var name:String? = ""
    
    func dynamicMapping(mappingType: DynamicMappingType) {
        switch mappingType {
        case .decoding:
            name  <--  ds.user.personalInfo.name
        case .encoding:
            name  -->  {ds.user.personalInfo.name.set($0)}
        }
    }
}
