@testable import StreamMap

extension RecordDecoder {
  /// Reads a record from text.
  func decode(_ json: String) throws(MappingError) -> Root {
    let bytes = Array(json.utf8)
    return unsafe try bytes.withUnsafeBufferPointer { buffer throws(MappingError) in
      unsafe try decode(UnsafeRawBufferPointer(buffer))
    }
  }

  /// Reads a record from text, and examines the reused instance.
  func look<Result>(_ json: String, _ body: (borrowing Root) throws -> Result) throws -> Result {
    let bytes = Array(json.utf8)
    return unsafe try bytes.withUnsafeBytes { unsafe try read($0, body) }
  }
}
