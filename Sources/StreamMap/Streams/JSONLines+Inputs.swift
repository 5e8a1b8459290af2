extension JSONLines {
  /// Lines in memory. An array is not copied. Other collections are copied once.
  public init(bytes: some Collection<UInt8>, as mapping: Mapping<Root>) {
    self.init(.bytes(Array(bytes)), as: mapping)
  }

  /// Lines in memory, which are copied.
  public init(bytes: Span<UInt8>, as mapping: Mapping<Root>) {
    self.init(.bytes(Array(copying: bytes)), as: mapping)
  }

  /// Lines in memory, as text, which is copied.
  public init(bytes text: some StringProtocol, as mapping: Mapping<Root>) {
    self.init(bytes: text.utf8, as: mapping)
  }
}
