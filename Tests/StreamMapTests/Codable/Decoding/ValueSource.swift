import Foundation
import StreamMap

@testable import TestSupport

/// Decodes a value by the container's method for its type. Returns nil for an absent value.
protocol ValueSource {
  func value(_: Bool.Type) throws -> Bool?
  func value(_: String.Type) throws -> String?
  func value(_: Double.Type) throws -> Double?
  func value(_: Float.Type) throws -> Float?
  func value(_: Int.Type) throws -> Int?
  func value(_: Int8.Type) throws -> Int8?
  func value(_: Int16.Type) throws -> Int16?
  func value(_: Int32.Type) throws -> Int32?
  func value(_: Int64.Type) throws -> Int64?
  func value(_: Int128.Type) throws -> Int128?
  func value(_: UInt.Type) throws -> UInt?
  func value(_: UInt8.Type) throws -> UInt8?
  func value(_: UInt16.Type) throws -> UInt16?
  func value(_: UInt32.Type) throws -> UInt32?
  func value(_: UInt64.Type) throws -> UInt64?
  func value(_: UInt128.Type) throws -> UInt128?
  func value<Value: Decodable>(_ type: Value.Type) throws -> Value?
}

extension Guided {
  struct Keyed: ValueSource {
    let container: KeyedDecodingContainer<AnyKey>
    let key: AnyKey

    func value(_: Bool.Type) throws -> Bool? { try container.decode(Bool.self, forKey: key) }
    func value(_: String.Type) throws -> String? { try container.decode(String.self, forKey: key) }
    func value(_: Double.Type) throws -> Double? { try container.decode(Double.self, forKey: key) }
    func value(_: Float.Type) throws -> Float? { try container.decode(Float.self, forKey: key) }
    func value(_: Int.Type) throws -> Int? { try container.decode(Int.self, forKey: key) }
    func value(_: Int8.Type) throws -> Int8? { try container.decode(Int8.self, forKey: key) }
    func value(_: Int16.Type) throws -> Int16? { try container.decode(Int16.self, forKey: key) }
    func value(_: Int32.Type) throws -> Int32? { try container.decode(Int32.self, forKey: key) }
    func value(_: Int64.Type) throws -> Int64? { try container.decode(Int64.self, forKey: key) }
    func value(_: Int128.Type) throws -> Int128? { try container.decode(Int128.self, forKey: key) }
    func value(_: UInt.Type) throws -> UInt? { try container.decode(UInt.self, forKey: key) }
    func value(_: UInt8.Type) throws -> UInt8? { try container.decode(UInt8.self, forKey: key) }
    func value(_: UInt16.Type) throws -> UInt16? { try container.decode(UInt16.self, forKey: key) }
    func value(_: UInt32.Type) throws -> UInt32? { try container.decode(UInt32.self, forKey: key) }
    func value(_: UInt64.Type) throws -> UInt64? { try container.decode(UInt64.self, forKey: key) }
    func value(_: UInt128.Type) throws -> UInt128? { try container.decode(UInt128.self, forKey: key) }
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value? {
      try container.decode(type, forKey: key)
    }
  }

  struct KeyedIfPresent: ValueSource {
    let container: KeyedDecodingContainer<AnyKey>
    let key: AnyKey

    func value(_: Bool.Type) throws -> Bool? { try container.decodeIfPresent(Bool.self, forKey: key) }
    func value(_: String.Type) throws -> String? { try container.decodeIfPresent(String.self, forKey: key) }
    func value(_: Double.Type) throws -> Double? { try container.decodeIfPresent(Double.self, forKey: key) }
    func value(_: Float.Type) throws -> Float? { try container.decodeIfPresent(Float.self, forKey: key) }
    func value(_: Int.Type) throws -> Int? { try container.decodeIfPresent(Int.self, forKey: key) }
    func value(_: Int8.Type) throws -> Int8? { try container.decodeIfPresent(Int8.self, forKey: key) }
    func value(_: Int16.Type) throws -> Int16? { try container.decodeIfPresent(Int16.self, forKey: key) }
    func value(_: Int32.Type) throws -> Int32? { try container.decodeIfPresent(Int32.self, forKey: key) }
    func value(_: Int64.Type) throws -> Int64? { try container.decodeIfPresent(Int64.self, forKey: key) }
    func value(_: Int128.Type) throws -> Int128? { try container.decodeIfPresent(Int128.self, forKey: key) }
    func value(_: UInt.Type) throws -> UInt? { try container.decodeIfPresent(UInt.self, forKey: key) }
    func value(_: UInt8.Type) throws -> UInt8? { try container.decodeIfPresent(UInt8.self, forKey: key) }
    func value(_: UInt16.Type) throws -> UInt16? { try container.decodeIfPresent(UInt16.self, forKey: key) }
    func value(_: UInt32.Type) throws -> UInt32? { try container.decodeIfPresent(UInt32.self, forKey: key) }
    func value(_: UInt64.Type) throws -> UInt64? { try container.decodeIfPresent(UInt64.self, forKey: key) }
    func value(_: UInt128.Type) throws -> UInt128? {
      try container.decodeIfPresent(UInt128.self, forKey: key)
    }
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value? {
      try container.decodeIfPresent(type, forKey: key)
    }
  }

  final class Unkeyed: ValueSource {
    var container: any UnkeyedDecodingContainer

    init(_ container: any UnkeyedDecodingContainer) { self.container = container }

    func value(_: Bool.Type) throws -> Bool? { try container.decode(Bool.self) }
    func value(_: String.Type) throws -> String? { try container.decode(String.self) }
    func value(_: Double.Type) throws -> Double? { try container.decode(Double.self) }
    func value(_: Float.Type) throws -> Float? { try container.decode(Float.self) }
    func value(_: Int.Type) throws -> Int? { try container.decode(Int.self) }
    func value(_: Int8.Type) throws -> Int8? { try container.decode(Int8.self) }
    func value(_: Int16.Type) throws -> Int16? { try container.decode(Int16.self) }
    func value(_: Int32.Type) throws -> Int32? { try container.decode(Int32.self) }
    func value(_: Int64.Type) throws -> Int64? { try container.decode(Int64.self) }
    func value(_: Int128.Type) throws -> Int128? { try container.decode(Int128.self) }
    func value(_: UInt.Type) throws -> UInt? { try container.decode(UInt.self) }
    func value(_: UInt8.Type) throws -> UInt8? { try container.decode(UInt8.self) }
    func value(_: UInt16.Type) throws -> UInt16? { try container.decode(UInt16.self) }
    func value(_: UInt32.Type) throws -> UInt32? { try container.decode(UInt32.self) }
    func value(_: UInt64.Type) throws -> UInt64? { try container.decode(UInt64.self) }
    func value(_: UInt128.Type) throws -> UInt128? { try container.decode(UInt128.self) }
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value? { try container.decode(type) }
  }

  final class UnkeyedIfPresent: ValueSource {
    var container: any UnkeyedDecodingContainer

    init(_ container: any UnkeyedDecodingContainer) { self.container = container }

    func value(_: Bool.Type) throws -> Bool? { try container.decodeIfPresent(Bool.self) }
    func value(_: String.Type) throws -> String? { try container.decodeIfPresent(String.self) }
    func value(_: Double.Type) throws -> Double? { try container.decodeIfPresent(Double.self) }
    func value(_: Float.Type) throws -> Float? { try container.decodeIfPresent(Float.self) }
    func value(_: Int.Type) throws -> Int? { try container.decodeIfPresent(Int.self) }
    func value(_: Int8.Type) throws -> Int8? { try container.decodeIfPresent(Int8.self) }
    func value(_: Int16.Type) throws -> Int16? { try container.decodeIfPresent(Int16.self) }
    func value(_: Int32.Type) throws -> Int32? { try container.decodeIfPresent(Int32.self) }
    func value(_: Int64.Type) throws -> Int64? { try container.decodeIfPresent(Int64.self) }
    func value(_: Int128.Type) throws -> Int128? { try container.decodeIfPresent(Int128.self) }
    func value(_: UInt.Type) throws -> UInt? { try container.decodeIfPresent(UInt.self) }
    func value(_: UInt8.Type) throws -> UInt8? { try container.decodeIfPresent(UInt8.self) }
    func value(_: UInt16.Type) throws -> UInt16? { try container.decodeIfPresent(UInt16.self) }
    func value(_: UInt32.Type) throws -> UInt32? { try container.decodeIfPresent(UInt32.self) }
    func value(_: UInt64.Type) throws -> UInt64? { try container.decodeIfPresent(UInt64.self) }
    func value(_: UInt128.Type) throws -> UInt128? { try container.decodeIfPresent(UInt128.self) }
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value? { try container.decodeIfPresent(type) }
  }

  struct Single: ValueSource {
    let container: any SingleValueDecodingContainer

    func value(_: Bool.Type) throws -> Bool? { try container.decode(Bool.self) }
    func value(_: String.Type) throws -> String? { try container.decode(String.self) }
    func value(_: Double.Type) throws -> Double? { try container.decode(Double.self) }
    func value(_: Float.Type) throws -> Float? { try container.decode(Float.self) }
    func value(_: Int.Type) throws -> Int? { try container.decode(Int.self) }
    func value(_: Int8.Type) throws -> Int8? { try container.decode(Int8.self) }
    func value(_: Int16.Type) throws -> Int16? { try container.decode(Int16.self) }
    func value(_: Int32.Type) throws -> Int32? { try container.decode(Int32.self) }
    func value(_: Int64.Type) throws -> Int64? { try container.decode(Int64.self) }
    func value(_: Int128.Type) throws -> Int128? { try container.decode(Int128.self) }
    func value(_: UInt.Type) throws -> UInt? { try container.decode(UInt.self) }
    func value(_: UInt8.Type) throws -> UInt8? { try container.decode(UInt8.self) }
    func value(_: UInt16.Type) throws -> UInt16? { try container.decode(UInt16.self) }
    func value(_: UInt32.Type) throws -> UInt32? { try container.decode(UInt32.self) }
    func value(_: UInt64.Type) throws -> UInt64? { try container.decode(UInt64.self) }
    func value(_: UInt128.Type) throws -> UInt128? { try container.decode(UInt128.self) }
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value? { try container.decode(type) }
  }

  /// A whole document.
  struct Document: ValueSource {
    let decoder: any DocumentDecoder
    let data: Data

    func value(_: Bool.Type) throws -> Bool? { try decoder.decode(Bool.self, from: data) }
    func value(_: String.Type) throws -> String? { try decoder.decode(String.self, from: data) }
    func value(_: Double.Type) throws -> Double? { try decoder.decode(Double.self, from: data) }
    func value(_: Float.Type) throws -> Float? { try decoder.decode(Float.self, from: data) }
    func value(_: Int.Type) throws -> Int? { try decoder.decode(Int.self, from: data) }
    func value(_: Int8.Type) throws -> Int8? { try decoder.decode(Int8.self, from: data) }
    func value(_: Int16.Type) throws -> Int16? { try decoder.decode(Int16.self, from: data) }
    func value(_: Int32.Type) throws -> Int32? { try decoder.decode(Int32.self, from: data) }
    func value(_: Int64.Type) throws -> Int64? { try decoder.decode(Int64.self, from: data) }
    func value(_: Int128.Type) throws -> Int128? { try decoder.decode(Int128.self, from: data) }
    func value(_: UInt.Type) throws -> UInt? { try decoder.decode(UInt.self, from: data) }
    func value(_: UInt8.Type) throws -> UInt8? { try decoder.decode(UInt8.self, from: data) }
    func value(_: UInt16.Type) throws -> UInt16? { try decoder.decode(UInt16.self, from: data) }
    func value(_: UInt32.Type) throws -> UInt32? { try decoder.decode(UInt32.self, from: data) }
    func value(_: UInt64.Type) throws -> UInt64? { try decoder.decode(UInt64.self, from: data) }
    func value(_: UInt128.Type) throws -> UInt128? { try decoder.decode(UInt128.self, from: data) }
    func value<Value: Decodable>(_ type: Value.Type) throws -> Value? { try decoder.decode(type, from: data) }
  }
}
