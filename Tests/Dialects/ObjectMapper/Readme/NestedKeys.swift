// swift-format-ignore-file
import ObjectMapperDialect

class Trip: Mappable {
    var distance: Int?
    var first: Int?
    var identifier: String?
    var appName: String?
    var id: Int?
    var code: Int?

    required init?(map: Map){
	// check if a required "name" property exists within the JSON.
	if map.JSON["name"] == nil {
		return nil
	}
    }

    func mapping(map: Map) {
        distance <- map["distance.value"]
        first <- map["distances.0.value"]
        identifier <- map["app.identifier", nested: false]
        appName <- map["com.myapp.info->com.myapp.name", delimiter: "->"]

let transform = TransformOf<Int, String>(fromJSON: { (value: String?) -> Int? in 
    // transform value from String? to Int?
    return Int(value!)
}, toJSON: { (value: Int?) -> String? in
    // transform value from Int? to String?
    if let value = value {
        return String(value)
    }
    return nil
})

id <- (map["id"], transform)
        code <- (map["code"], TransformOf<Int, String>(fromJSON: { Int($0!) }, toJSON: { $0.map { String($0) } }))
    }
}
