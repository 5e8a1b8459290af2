import TinyMappingDialect

class EntryModel: TinyMappingModel {
  var name: TitleModel?
  var images: [ImageModel]?

  override func keyToClassMappingRules() -> [String: TinyMappingModel.Type] {
    ["im:name": TitleModel.self, "im:image": ImageModel.self]
  }

  override func keyToPropertyNameReplacementRules() -> [String: String] {
    ["im:name": "name", "im:image": "images"]
  }
}

class TitleModel: TinyMappingModel {
  var label: String?
}

class ImageModel: TinyMappingModel {
  var label: String?
  var attributes: [String: Any]?
}

func makeEntry(_ data: [String: Any]) throws -> EntryModel {
  let model = try EntryModel.mapObjectFromDictionary(data)
  return model
}

func makeEntries(_ data: [Any]) throws -> [EntryModel] {
  let modelArray: [EntryModel] = try EntryModel.mapArrayOfObjects(data)
  return modelArray
}

func makeArraysOfEntries(_ data: [[Any]]) throws -> [[EntryModel]] {
  let modelArray = try EntryModel.mapArrayOfObjects(data)
  return modelArray
}
