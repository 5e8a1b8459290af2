import Foundation

@testable import TestSupport

/// Encodes a scalar by the protocol's method for its type.
protocol ScalarTarget {
  func write(_ value: Bool) throws
  func write(_ value: String) throws
  func write(_ value: Double) throws
  func write(_ value: Float) throws
  func write(_ value: Int) throws
  func write(_ value: Int8) throws
  func write(_ value: Int16) throws
  func write(_ value: Int32) throws
  func write(_ value: Int64) throws
  func write(_ value: Int128) throws
  func write(_ value: UInt) throws
  func write(_ value: UInt8) throws
  func write(_ value: UInt16) throws
  func write(_ value: UInt32) throws
  func write(_ value: UInt64) throws
  func write(_ value: UInt128) throws
  func write(other value: any Encodable) throws
}

extension Scripted {
  struct Keyed: ScalarTarget {
    let container: KeyedEncodingContainer<AnyKey>
    let key: AnyKey

    func write(_ value: Bool) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: String) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: Double) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: Float) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: Int) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: Int8) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: Int16) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: Int32) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: Int64) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: Int128) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: UInt) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: UInt8) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: UInt16) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: UInt32) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: UInt64) throws { var container = container; try container.encode(value, forKey: key) }
    func write(_ value: UInt128) throws {
      var container = container; try container.encode(value, forKey: key)
    }
    func write(other value: any Encodable) throws {
      var container = container; try container.encode(value, forKey: key)
    }
  }

  struct Unkeyed: ScalarTarget {
    let container: any UnkeyedEncodingContainer

    func write(_ value: Bool) throws { var container = container; try container.encode(value) }
    func write(_ value: String) throws { var container = container; try container.encode(value) }
    func write(_ value: Double) throws { var container = container; try container.encode(value) }
    func write(_ value: Float) throws { var container = container; try container.encode(value) }
    func write(_ value: Int) throws { var container = container; try container.encode(value) }
    func write(_ value: Int8) throws { var container = container; try container.encode(value) }
    func write(_ value: Int16) throws { var container = container; try container.encode(value) }
    func write(_ value: Int32) throws { var container = container; try container.encode(value) }
    func write(_ value: Int64) throws { var container = container; try container.encode(value) }
    func write(_ value: Int128) throws { var container = container; try container.encode(value) }
    func write(_ value: UInt) throws { var container = container; try container.encode(value) }
    func write(_ value: UInt8) throws { var container = container; try container.encode(value) }
    func write(_ value: UInt16) throws { var container = container; try container.encode(value) }
    func write(_ value: UInt32) throws { var container = container; try container.encode(value) }
    func write(_ value: UInt64) throws { var container = container; try container.encode(value) }
    func write(_ value: UInt128) throws { var container = container; try container.encode(value) }
    func write(other value: any Encodable) throws { var container = container; try container.encode(value) }
  }

  struct Single: ScalarTarget {
    let container: any SingleValueEncodingContainer

    init(container: inout any SingleValueEncodingContainer) { self.container = container }

    func write(_ value: Bool) throws { var container = container; try container.encode(value) }
    func write(_ value: String) throws { var container = container; try container.encode(value) }
    func write(_ value: Double) throws { var container = container; try container.encode(value) }
    func write(_ value: Float) throws { var container = container; try container.encode(value) }
    func write(_ value: Int) throws { var container = container; try container.encode(value) }
    func write(_ value: Int8) throws { var container = container; try container.encode(value) }
    func write(_ value: Int16) throws { var container = container; try container.encode(value) }
    func write(_ value: Int32) throws { var container = container; try container.encode(value) }
    func write(_ value: Int64) throws { var container = container; try container.encode(value) }
    func write(_ value: Int128) throws { var container = container; try container.encode(value) }
    func write(_ value: UInt) throws { var container = container; try container.encode(value) }
    func write(_ value: UInt8) throws { var container = container; try container.encode(value) }
    func write(_ value: UInt16) throws { var container = container; try container.encode(value) }
    func write(_ value: UInt32) throws { var container = container; try container.encode(value) }
    func write(_ value: UInt64) throws { var container = container; try container.encode(value) }
    func write(_ value: UInt128) throws { var container = container; try container.encode(value) }
    func write(other value: any Encodable) throws { var container = container; try container.encode(value) }
  }

  static func write(_ scalar: Script.Scalar, _ target: some ScalarTarget) throws {
    switch scalar {
    case .bool(let value): try target.write(value)
    case .string(let value): try target.write(value)
    case .double(let value): try target.write(value)
    case .float(let value): try target.write(value)
    case .date(let value): try target.write(other: value)
    case .data(let value): try target.write(other: value)
    case .url(let value): try target.write(other: value)
    case .decimal(let value): try target.write(other: value)
    case .integer(let type, let bits):
      switch type {
      case 0: try target.write(Int(truncatingIfNeeded: bits))
      case 1: try target.write(Int8(truncatingIfNeeded: bits))
      case 2: try target.write(Int16(truncatingIfNeeded: bits))
      case 3: try target.write(Int32(truncatingIfNeeded: bits))
      case 4: try target.write(Int64(truncatingIfNeeded: bits))
      case 5: try target.write(Int128(truncatingIfNeeded: bits))
      case 6: try target.write(UInt(truncatingIfNeeded: bits))
      case 7: try target.write(UInt8(truncatingIfNeeded: bits))
      case 8: try target.write(UInt16(truncatingIfNeeded: bits))
      case 9: try target.write(UInt32(truncatingIfNeeded: bits))
      case 10: try target.write(UInt64(truncatingIfNeeded: bits))
      default: try target.write(UInt128(truncatingIfNeeded: bits))
      }
    }
  }

  static func generic(_ scalar: Script.Scalar, _ body: (any Encodable) throws -> Void) throws {
    switch scalar {
    case .bool(let value): try body(value)
    case .string(let value): try body(value)
    case .double(let value): try body(value)
    case .float(let value): try body(value)
    case .date(let value): try body(value)
    case .data(let value): try body(value)
    case .url(let value): try body(value)
    case .decimal(let value): try body(value)
    case .integer(let type, let bits):
      switch type {
      case 0: try body(Int(truncatingIfNeeded: bits))
      case 1: try body(Int8(truncatingIfNeeded: bits))
      case 2: try body(Int16(truncatingIfNeeded: bits))
      case 3: try body(Int32(truncatingIfNeeded: bits))
      case 4: try body(Int64(truncatingIfNeeded: bits))
      case 5: try body(Int128(truncatingIfNeeded: bits))
      case 6: try body(UInt(truncatingIfNeeded: bits))
      case 7: try body(UInt8(truncatingIfNeeded: bits))
      case 8: try body(UInt16(truncatingIfNeeded: bits))
      case 9: try body(UInt32(truncatingIfNeeded: bits))
      case 10: try body(UInt64(truncatingIfNeeded: bits))
      default: try body(UInt128(truncatingIfNeeded: bits))
      }
    }
  }
}
