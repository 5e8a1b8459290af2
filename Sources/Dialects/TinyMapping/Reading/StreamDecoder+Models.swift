import StreamMap

extension StreamDecoder {
  /// One that takes the last of several members of one name, as models do, in types that decode themselves, too.
  static var ofModels: StreamDecoder {
    var decoder = StreamDecoder()
    decoder.lastNameWins = true
    return decoder
  }

  /// Reads single documents, however long they are and what is in them. It keeps what it learns of the names.
  static let ofDocuments = {
    var decoder = ofModels
    decoder.limits = Limits(string: .max, name: .max, number: .max, record: .max)
    return decoder
  }()
}
