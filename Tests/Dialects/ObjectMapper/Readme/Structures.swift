// swift-format-ignore-file
import ObjectMapperDialect

class Base: Mappable {
    var base: String?
    
    required init?(map: Map) {

    }

    func mapping(map: Map) {
        base <- map["base"]
    }
}

class Subclass: Base {
    var sub: String?

    required init?(map: Map) {
        super.init(map: map)
    }

    override func mapping(map: Map) {
        super.mapping(map: map)
        
        sub <- map["sub"]
    }
}

class Result<T: Mappable>: Mappable {
    var result: T?

    required init?(map: Map){

    }

    func mapping(map: Map) {
        result <- map["result"]
    }
}

/// The README's class cluster, with its signature.
class Shape: StaticMappable {
    var name: String?

    static func objectForMapping(map: Map) -> BaseMappable? {
        map.JSON["radius"] == nil ? Shape() : Circle()
    }

    func mapping(map: Map) {
        name <- map["name"]
    }
}

class Circle: Shape {
    var radius: Double?

    override func mapping(map: Map) {
        super.mapping(map: map)
        radius <- map["radius"]
    }
}

/// Holds the README's third model of this name.
enum MappingContext {

struct Context: MapContext {
	var importantMappingInfo = "Info that I need during mapping"
}

class User: Mappable {
	var name: String?
	
	required init?(map: Map){
	
	}
	
	func mapping(map: Map){
		if let context = map.context as? Context {
			// use context to make decisions about mapping
			name = context.importantMappingInfo
		}
	}
}

}

/// A substitute for Realm's class of this name.
class Object {
    required init() {}
}

class Model: Object, Mappable {
    dynamic var name = ""

    required convenience init?(map: Map) {
        self.init()
    }

    func mapping(map: Map) {
        name <- map["name"]
    }
}
