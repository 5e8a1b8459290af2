/// What is read: named, not yet open.
package enum ByteInput: Sendable {
  case file(FilePath)
  /// A descriptor that somebody else opened and will close, read from where it is.
  case descriptor(Int32)
  case bytes([UInt8])
  /// One that has been opened, and can be read once.
  case begun(PeekedInput)
  /// An input that cannot be read, for this reason.
  case unreadable(MappingError)

  /// A file named by a string.
  package static func path(_ path: String) -> ByteInput { .file(FilePath(path)) }

  /// How messages name it.
  var name: String {
    switch self {
    case .file(let path): path.description
    case .descriptor(let descriptor): "descriptor \(descriptor)"
    case .bytes: "memory"
    case .begun(let input): input.name
    case .unreadable(let error): error.expected
    }
  }
}
