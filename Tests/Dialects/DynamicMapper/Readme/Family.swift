// Snippets of the README, verbatim except for the import.
// swift-format-ignore-file
import DynamicMapperDialect
import Foundation

final class Family: DynamicCodable {
    var dynamicSelf: DynamicClass?

    var name: String?
    var bestFamilyPhoto: URL?
    var numberOfChildren: Int?

func dynamicMapping(mappingType: DynamicMappingType) {
    switch mappingType {
        case .decoding:
            bestFamilyPhoto   <--  ds.alboms.familyAlbom.bestPhoto
            numberOfChildren  <--  ds.familyInfo.childrenCount
        case .encoding:
            bestFamilyPhoto   -->  {ds.alboms.familyAlbom.bestPhoto.set($0)}
            numberOfChildren  -->  {ds.familyInfo.childrenCount.set($0)}        
        }
}
    private enum CodingKeys: String, CodingKey { case name }
}

struct FamilyValue: DynamicCodable {
    var dynamicSelf: DynamicClass?

    var bestFamilyPhoto: URL?
    var numberOfChildren: Int?

    mutating func dynamicMapping(mappingType: DynamicMappingType) {
        switch mappingType {
        case .decoding:
            bestFamilyPhoto   <--  ds.alboms.familyAlbom.bestPhoto
            numberOfChildren  <--  ds.familyInfo.childrenCount
        case .encoding:
            bestFamilyPhoto   -->  {ds.alboms.familyAlbom.bestPhoto.set($0)}
            numberOfChildren  -->  {ds.familyInfo.childrenCount.set($0)}
        }
    }

    private enum CodingKeys: CodingKey {}
}

func encode(userModel: Family) -> Data? {
  do {
      let userData = try DynamicJSONEncoder().encode(userModel)
      return userData
  } catch  {
      print(error.localizedDescription)
  }
  return nil
}
