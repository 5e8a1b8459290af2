import Foundation

extension [UInt8] {
  /// Writes the bytes to a file, which replaces one of the same name.
  ///
  /// `Data.write(to:)` corrupts more than 2 GB: after a write that the system cut, it begins again with the first byte.
  func write(toFile path: String) throws {
    try Data().write(to: URL(fileURLWithPath: path))
    let file = try FileHandle(forWritingTo: URL(fileURLWithPath: path))
    for start in stride(from: 0, to: count, by: 64 << 20) {
      try file.write(contentsOf: self[start..<Swift.min(start + (64 << 20), count)])
    }
    try file.close()
  }
}
