/// A file name as the system stores it: bytes that need not be UTF-8.
package struct FilePath: Sendable, Hashable {
  package let bytes: [UInt8]

  package init(bytes: [UInt8]) { self.bytes = bytes }

  package init(_ text: String) { bytes = Array(text.utf8) }

  /// The name as text, or nil if it is not UTF-8.
  package var text: String? { String(validating: bytes, as: UTF8.self) }

  /// The null-terminated name for system calls. A zero byte within the name would end it early.
  package var terminated: [CChar] { bytes.map { CChar(bitPattern: $0) } + [0] }

  /// Returns the path with a suffix.
  package static func + (path: FilePath, suffix: String) -> FilePath {
    FilePath(bytes: path.bytes + Array(suffix.utf8))
  }
}

extension FilePath: ExpressibleByStringLiteral {
  package init(stringLiteral text: String) { self.init(text) }
}

extension FilePath: CustomStringConvertible {
  /// The name for messages. Bytes that are not UTF-8 are escaped as `\xFF`.
  package var description: String {
    if let text { return text }
    var result = ""
    var parser = UTF8.ForwardParser()
    var rest = bytes.makeIterator()
    var position = 0
    while true {
      switch parser.parseScalar(from: &rest) {
      case .valid(let encoded):
        result.unicodeScalars.append(UTF8.decode(encoded))
        position += encoded.count
      case .error(let length):
        for byte in bytes[position..<position + length] {
          result += "\\x" + String(byte, radix: 16, uppercase: true)
        }
        position += length
      case .emptyInput: return result
      }
    }
  }
}
