import StreamMap

extension JSONLines where Root: DynamicDecodable & SendableMetatype {
  /// Creates a stream of models from the records of an input, decoded as by ``DynamicJSONDecoder``.
  ///
  ///     let lines = JSONLines(.bytes(response), mapping: User.self)
  ///     try lines.forEach { user, place in … }
  ///
  /// A record that is not valid, or that the model rejects, is reported as a `MappingError` with its record, line, byte
  /// offset and path. `onError` decides how it is handled. Lines are standard JSON with the limits of `JSONLines`: the
  /// decoder's `allowsJSON5` and `assumesTopLevelDictionary` do not apply.
  ///
  /// - Parameters:
  ///   - input: the input.
  ///   - model: the type of the models. For a class, it may be a subclass.
  ///   - decoder: the decoder whose current strategies are used.
  public init(_ input: Input, mapping model: Root.Type, decoder: DynamicJSONDecoder = DynamicJSONDecoder()) {
    let reader = decoder.dynamicReader
    self.init(input, decoder: reader.lineDecoder) { try reader.map($0, to: model) }
  }

  /// Creates a stream of models from the lines of a file.
  public init(path: String, mapping model: Root.Type, decoder: DynamicJSONDecoder = DynamicJSONDecoder()) {
    self.init(.path(path), mapping: model, decoder: decoder)
  }
}
