import StreamMap

extension StreamDecoder {
  /// A decoder for which the last of several members with the same name counts, also in `Decodable` types.
  static var ofModels: StreamDecoder {
    let decoder = StreamDecoder()
    decoder.lastNameWins = true
    return decoder
  }

  /// The decoder of single documents, without size limits. It caches name lookups.
  static let ofDocuments = {
    let decoder = ofModels
    decoder.limits = .document
    return decoder
  }()
}
