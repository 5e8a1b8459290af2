// Snippets of the README, verbatim except for the import.
// swift-format-ignore-file
import DynamicMapperDialect
import Foundation

struct ArrayItemModel:DynamicCodable{
    var dynamicSelf:DynamicClass?
    
    var item1:String
    var item2:Int
    
    func dynamicMapping(mappingType: DynamicMappingType) {}
}

struct Levels: DynamicCodable {
    var dynamicSelf: DynamicClass?

    var property0: String
    var property2:Int?
    var secondArrayItem_1_OfLevel_6:String?
    var beyondLevel_6:String?
    var level_6_Array:[ArrayItemModel]? 

    mutating func dynamicMapping(mappingType: DynamicMappingType) {
        guard mappingType == .decoding else { return }
     property2   <--   ds.level1.level2.property2
    secondArrayItem_1_OfLevel_6 <--  ds.level1.level2.level3.level4.level5.level6Array[1].item1
    beyondLevel_6 <--  ds.level1.level2.level3.level4.level5.level6Array[1200].item1
    level_6_Array  <--  ds.level1.level2.level3.level4.level5.level6Array
    }

    private enum CodingKeys: CodingKey { case property0 }
}

struct Insertion: DynamicCodable {
    var dynamicSelf: DynamicClass?

    func dynamicMapping(mappingType: DynamicMappingType) {
        guard mappingType == .encoding else { return }
ds.level1.level2.level3.insertedProperty.set("nested item")
ds.level1.level2.insertedArray.set(["inserted item 1","inserted item 2"])
ds.level1.level2.level3.level4.level5.level6Array[4].set(ArrayItemModel(item1: "inserted item 1", item2: 5))
    }
}
