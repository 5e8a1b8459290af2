#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// What is read: named, not yet open.
package enum ByteInput: Sendable {
  case file(FilePath)
  /// A descriptor that somebody else opened and will close, read from where it is.
  case descriptor(Int32)
  case bytes([UInt8])
  /// One that has been opened, and can be read once.
  case begun(PeekedInput)

  /// A file named by a string.
  package static func path(_ path: String) -> ByteInput { .file(FilePath(path)) }

  /// How messages name it.
  var name: String {
    switch self {
    case .file(let path): path.description
    case .descriptor(let descriptor): "descriptor \(descriptor)"
    case .bytes: "memory"
    case .begun(let input): input.name
    }
  }

  /// Reading it may take as long as somebody likes: it is known to be neither memory nor a regular file.
  ///
  /// SAFETY: the system fills the record that it is given.
  var mayWait: Bool {
    var file = stat()
    let status =
      switch self {
      case .file(let path): unsafe stat(path.terminated, &file)
      case .descriptor(let descriptor): unsafe fstat(descriptor, &file)
      case .begun(let input): unsafe fstat(input.descriptor, &file)
      case .bytes: Int32(-1)
      }
    return status == 0 && file.st_mode & S_IFMT != S_IFREG
  }
}
