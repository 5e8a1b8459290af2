// Snippets of the README, verbatim except for the import.
// swift-format-ignore-file
import DynamicMapperDialect
import Foundation

enum Ordinary {
class Subject:Codable {
    var title:String
    var category:String
    var teacher:User?
}

class User:Codable {
    var firstName:String
    var lastName:String
}

static func firstName(subjectData: Data) -> String? {
 do {
     let subjectModel = try DynamicJSONDecoder().decode(Subject.self, from: subjectData)
     // Corrected: the README reads through an optional.
     return subjectModel.teacher?.firstName //Abdulrahman
 } catch  {
     print(error.localizedDescription)
 }
 return nil
}
}

enum Dynamic {
class Subject:DynamicCodable {
    var dynamicSelf: DynamicClass?
    
    var title:String
    var category:String
    var teacherName:String?  //Abdulrahman
    
    func dynamicMapping(mappingType: DynamicMappingType) {
        teacherName   <--   ds.teacher.firstName
    }
}

static func teacherName(subjectData: Data) -> String? {
 do {
     let subjectModel = try DynamicJSONDecoder().decode(Subject.self, from: subjectData)
     // Corrected: the README leaves the model out.
     return subjectModel.teacherName
 } catch  {
     print(error.localizedDescription)
 }
 return nil
}
}
