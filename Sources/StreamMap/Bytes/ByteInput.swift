/// What is read: named, not yet open.
package enum ByteInput: Sendable {
  case path(String)
  /// A descriptor that somebody else opened and will close, read from where it is.
  case descriptor(Int32)
  case bytes([UInt8])
  /// One that has been opened, and can be read once.
  case begun(BegunInput)

  /// How messages name it.
  var name: String {
    switch self {
    case .path(let path): path
    case .descriptor(let descriptor): "descriptor \(descriptor)"
    case .bytes: "memory"
    case .begun(let input): input.name
    }
  }
}
