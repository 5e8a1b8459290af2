extension PushParser where Root: Decodable & SendableMetatype {
  /// Creates a parser that decodes each record as a model.
  ///
  ///     var parser = PushParser(decoding: Tweet.self)
  ///     try parser.feed(piece) { tweet, place in … }
  ///     try parser.finish { tweet, place in … }
  ///
  /// A record is decoded when it is complete. All of it is held until then, also with ``Framing/document``. ``partial()``
  /// decodes what has arrived, and ``partial(_:)`` returns nil. If the type rejects a record, the ``MappingError`` has
  /// the type's error as ``MappingError/underlying``.
  ///
  /// - Parameters:
  ///   - type: the type that each record is decoded into.
  ///   - framing: the framing of the records in the input.
  ///   - decoder: the decoder, with its strategies for dates, keys and other values.
  public init(
    decoding type: Root.Type, framing: Framing = .lines, decoder: StreamDecoder = StreamDecoder()
  ) {
    self.init(ModelReader(ModelDecoding<Root>(decoder)), framing: framing)
  }

  /// Decodes what has arrived of the record that has begun and not ended.
  ///
  ///     try parser.feed(piece) { answer, _ in finished(answer) }
  ///     if let answer = try parser.partial() { show(answer.text ?? "") }
  ///
  /// The record is decoded as if its open strings, arrays and objects ended here. A string has its text up to the last
  /// whole character. An unfinished number is left out with its member or element, because `12` may continue as `123`,
  /// and so are `true`, `false`, `null` and names. An open string of a type that takes certain strings only, such as a date
  /// or an enumeration, is left out, too. So declare the members that may arrive late as optional, also those of elements
  /// of lists: while an element lacks what its type needs, the result is nil for the whole record.
  ///
  /// - Returns: nil if no value has begun, if the type needs more of the record, or if its bytes so far have an error,
  ///   which `feed` reports later. Nil for a parser of a mapping: see ``partial(_:)``.
  /// - Throws: the error of an earlier call.
  /// - Complexity: O(n) in the bytes of the record so far, which are decoded. Only new bytes are scanned.
  public mutating func partial() throws -> Root? {
    decoder == nil ? try pieces.readClosed() : nil
  }
}
