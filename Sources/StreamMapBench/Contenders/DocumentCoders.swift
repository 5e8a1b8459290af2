import Foundation
import StreamMap

/// A decoder of documents: `JSONDecoder` or `StreamDecoder`.
protocol DocumentDecoder: SendableMetatype {
  func decode<Value: Decodable>(_ type: Value.Type, from data: Data) throws -> Value
}

extension JSONDecoder: DocumentDecoder {}
extension StreamDecoder: DocumentDecoder {}

/// An encoder of documents: `JSONEncoder` or `StreamEncoder`.
protocol DocumentEncoder: SendableMetatype {
  func encode<Value: Encodable>(_ value: Value) throws -> Data
}

extension JSONEncoder: DocumentEncoder {}
extension StreamEncoder: DocumentEncoder {}
