import Foundation

/// A model whose values contribute to the checksum of a contender.
protocol Checksummed: SendableMetatype {
  /// Adds every value to a checksum, in the order of the fields.
  func add(to checksum: inout Checksum) throws
}

// MARK: Values of documents

extension Int: Checksummed {
  @inline(__always)
  func add(to checksum: inout Checksum) { checksum.add(self) }
}

extension Double: Checksummed {
  @inline(__always)
  func add(to checksum: inout Checksum) { checksum.add(self) }
}

extension Bool: Checksummed {
  @inline(__always)
  func add(to checksum: inout Checksum) { checksum.add(self) }
}

extension String: Checksummed {
  @inline(__always)
  func add(to checksum: inout Checksum) { checksum.add(self) }
}

extension Decimal: Checksummed {
  func add(to checksum: inout Checksum) { checksum.add(self) }
}

extension URL: Checksummed {
  func add(to checksum: inout Checksum) { checksum.add(absoluteString) }
}

extension Optional: Checksummed where Wrapped: Checksummed {
  @inline(__always)
  func add(to checksum: inout Checksum) throws {
    if let self { try self.add(to: &checksum) } else { checksum.addAbsent() }
  }
}

extension Array: Checksummed where Element: Checksummed {
  @inline(__always)
  func add(to checksum: inout Checksum) throws {
    checksum.add(count)
    for element in self { try element.add(to: &checksum) }
  }
}
