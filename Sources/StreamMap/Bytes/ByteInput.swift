/// An input to read that is not yet open.
package enum ByteInput: Sendable {
  case file(FilePath)
  /// A descriptor that the caller opened and will close. It is read from its current position.
  case descriptor(Int32)
  case bytes([UInt8])
  /// An input that has been opened, and can be read once.
  case begun(PeekedInput)
  /// An input that only asynchronous views can read, because a thread must not wait for it.
  case asynchronous(AsyncByteInput)
  /// An input that cannot be read, for this reason.
  case unreadable(MappingError)

  /// Returns the file with a path.
  package static func path(_ path: String) -> ByteInput { .file(FilePath(path)) }

  /// The name in messages.
  var name: String {
    switch self {
    case .file(let path): path.description
    case .descriptor(let descriptor): "descriptor \(descriptor)"
    case .bytes: "memory"
    case .begun(let input): input.name
    case .asynchronous: "asynchronous chunks"
    case .unreadable(let error): error.expected
    }
  }
}
