// Verbatim from the README.
// swift-format-ignore-file

import Foundation
import GenomeDialect

func deserialize(data: NSData, string: String, byteArray: [UInt8]) -> [Json?] {
    let jsonFromData = try? Json.deserialize(data)
    let jsonFromString = try? Json.deserialize(string)
    let jsonFromByteArray = try? Json.deserialize(byteArray)
    return [jsonFromData, jsonFromString, jsonFromByteArray]
}

func serialize(json: Json) -> [String?] {
    let rawJsonString: String? = try? json.serialize()
    // Pretty
    let prettyJsonString: String? = try? json.serialize(.PrettyPrinted)
    return [rawJsonString, prettyJsonString]
}

let name: Json = "HumanName"
