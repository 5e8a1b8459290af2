/// What encoding keeps from one value to the next: texts, and what was learned of types.
///
/// SAFETY: `@unchecked Sendable`, because one thread at a time has the encoders of a session: their root is passed on
/// through a lock. A root is not passed on if a model keeps something of it.
final class EncodingSession: @unchecked Sendable {
  private(set) var options: EncodingOptions
  /// The settings that `options` are.
  private var snapshot: Snapshot<EncodingOptions>
  /// The style of the text as it is first written: compact.
  let style: JSONStyle
  let main: EncodedText
  /// The text for what is written after the end of its value.
  let discarded: EncodedText
  /// The shape of objects whose keys are not known.
  let noKeys = KeyShape(isOpen: true)
  /// Whether too many containers were open at a time.
  var isTooDeep = false
  /// Whether an object may have a name more than once.
  var hasRepeatedNames = false
  /// The number of encoders that were created.
  var encoderCount = 0 {
    didSet { if encoderCount > Self.maximumCount { mayBeLarge = true } }
  }
  /// Whether it has used more than the main text, or more encoders than a session that is kept.
  private var mayBeLarge = false

  /// The root of the values whose text is needed separately.
  private var inner: ValueEncoder?
  private var texts: [EncodedText] = []
  private var textCount = 0
  private let shapes = TypeCache<KeyShape>()
  private let kinds = TypeCache<ValueKind>()
  private var joined: [UInt8] = []
  private var layout = TextLayout()

  init(_ snapshot: Snapshot<EncodingOptions>) {
    self.snapshot = snapshot
    options = snapshot.options
    style = JSONStyle(escapesSlashes: options.escapesSlashes)
    main = EncodedText(style)
    discarded = EncodedText(style)
  }

  /// Replaces the settings for one value. The session must be of their pool.
  @inline(__always)
  func set(_ snapshot: Snapshot<EncodingOptions>) {
    if self.snapshot !== snapshot { replace(snapshot) }
  }

  @inline(never)
  private func replace(_ snapshot: Snapshot<EncodingOptions>) {
    self.snapshot = snapshot
    options = snapshot.options
    inner?.session.set(Snapshot(options.compact))
  }

  // MARK: Texts

  /// Returns a text for what is written out of order.
  func takeText() -> EncodedText {
    mayBeLarge = true
    if textCount == texts.count { texts.append(EncodedText(style)) }
    textCount += 1
    return texts[textCount - 1]
  }

  /// Calls a closure with the text of the whole value.
  func withText<Result>(_ body: (Span<UInt8>) throws -> Result) rethrows -> Result {
    let isFinal = !options.isPretty && !options.isSorted && !hasRepeatedNames
    if isFinal && main.isComplete { return try main.json.withText(body) }
    mayBeLarge = true
    joined.removeAll(keepingCapacity: true)
    main.append(to: &joined)
    if !isFinal {
      layout.isPretty = options.isPretty
      layout.isSorted = options.isSorted
      layout.hasRepeatedNames = hasRepeatedNames
      layout.format(&joined)
    }
    let text = joined
    return try body(text.span)
  }

  /// Discards the texts.
  func clear() {
    main.clear()
    if textCount > 0 { clearOthers() }
    isTooDeep = false
    hasRepeatedNames = false
  }

  private func clearOthers() {
    for index in 0..<textCount { texts[index].clear() }
    textCount = 0
  }

  var bufferSize: Int {
    guard mayBeLarge else { return main.json.capacity }
    if texts.count + encoderCount > Self.maximumCount { return .max }
    return texts.reduce(main.json.capacity + discarded.json.capacity) { $0 + $1.json.capacity }
      + joined.capacity
      + layout.bufferSize + (inner?.bufferSize ?? 0)
  }

  /// The maximum number of texts and encoders of a session that is kept.
  private static let maximumCount = 4096

  /// Returns the compact text of a value that is encoded separately.
  func text<Value: Encodable>(of value: Value) throws -> [UInt8] {
    var root = inner ?? ValueEncoder(EncodingSession(Snapshot(options.compact)))
    // A value of this value needs another one.
    inner = nil
    mayBeLarge = true
    defer { if isKnownUniquelyReferenced(&root) { inner = root } }
    return try root.encode(value) { text in
      var bytes: [UInt8] = []
      bytes.append(text)
      return bytes
    }
  }

  // MARK: Types

  @inline(__always)
  func shape<Key: CodingKey>(of type: Key.Type) -> KeyShape {
    shapes.value(of: type) {
      KeyShape(isOpen: options.keyRule == .custom, ContainerMaker<Key, KeyedWriting<Key>>())
    }
  }

  @inline(__always)
  func kind(of type: any Encodable.Type) -> ValueKind {
    kinds.value(of: type) { ValueKind(type, options) }
  }
}
