/// Encodes one value: the `Encoder` that a model sees, and what the containers write to that the model requests.
///
/// An encoder is *open* until something that contains it writes again. The innermost open encoder writes to the end of
/// its text. If another open one writes, those inside it are closed first. If a closed one writes, it continues in a
/// text of its own, which is inserted before its closing bracket (see ``EncodedText``). A nested container is also an
/// encoder, and so is a `superEncoder`, whose value is an empty object if nothing is encoded.
///
/// Encoders are reused, as long as nothing else holds them when the value above them ends. One that is still held keeps
/// those above it and the session, which are then not reused either. What is written to it later is discarded.
///
/// Invariants: `isOpen` is true if and only if `text` has the encoder among its open ones. The first `used` children are
/// in use.
///
/// SAFETY: `keys` belongs to a shape of the session, and the text to the session. The parent has the encoder among its
/// children, or is held by it.
@safe final class ValueEncoder: Session, @unchecked Sendable {
  let session: EncodingSession
  private var unmanagedText: Unmanaged<EncodedText>
  /// The keys of the object.
  var keys: KeyShape.Pointer
  /// The number of the last key, or -1 if it has none. The next one is expected to follow.
  var number = -1
  /// A mask of the keys that the object has.
  var seen: UInt64 = 0
  /// The number of elements of the array.
  var count = 0
  var form = Form.nothing
  var isOpen = false
  /// Whether the value is complete, so that nothing can be added.
  var isFinished = true
  /// The offset of the value in the text in which it begins.
  var start = 0
  /// The offset after the value in the text, once it is closed.
  private(set) var end = 0
  /// The number of the key in its parent, or the index of the element. -1 for another key.
  private(set) var step = -1
  /// Whether it is the encoder of a nested container.
  var isNested = false
  /// Whether the paths of values here omit the step from the parent, as in `JSONEncoder`: for a nested container, and
  /// for a dictionary that no key strategy converts.
  private var omitsStep = false
  var depth = 0
  /// The number of children in use.
  private(set) var used = 0
  @exclusivity(unchecked) private var uncheckedLinks = Links()

  /// What an encoder refers to.
  @safe struct Links {
    /// Nil for the root. Only valid while the encoder is in use or held.
    fileprivate var parent: Unmanaged<ValueEncoder>?
    /// The parent of an encoder that is not among its children: of one that is held after its value, or is detached.
    fileprivate var heldParent: ValueEncoder?
    /// The open encoder around this one in the text.
    fileprivate var outer: Unmanaged<ValueEncoder>?
    /// The key of the value in its parent, if that has no number.
    var key: (any CodingKey)?
    /// The text with the beginning of the value, if the encoder continues in one of its own.
    var beginning: EncodedText?
    /// The encoders of values here. Those after the first `used` are to be used again.
    fileprivate(set) var children: [ValueEncoder] = []
    /// The names of the object, once one of them has no number.
    var names: Set<String>?
    /// The indices of the nested containers by name, once one had to be found.
    var nested: [String: Int]?
  }

  /// The form of the written value.
  enum Form: UInt8 {
    case nothing, scalar, object, array
  }

  init(_ session: EncodingSession) {
    self.session = session
    unsafe unmanagedText = Unmanaged.passUnretained(session.main)
    unsafe keys = unsafe session.noKeys.table
    session.encoderCount += 1
  }

  var bufferSize: Int { session.bufferSize }

  /// SAFETY: no code of a model runs during an access, so no access is inside another.
  var links: Links {
    @inline(__always) _read { yield unsafe uncheckedLinks }
    @inline(__always) _modify { yield unsafe &uncheckedLinks }
  }

  /// The text to which the value is written.
  var text: EncodedText {
    get { unsafe unmanagedText.takeUnretainedValue() }
    set { unsafe unmanagedText = Unmanaged.passUnretained(newValue) }
  }

  /// Calls a closure with the text, without retaining it.
  @inline(__always)
  func withText<Result>(_ body: (EncodedText) throws -> Result) rethrows -> Result {
    unsafe try unmanagedText._withUnsafeGuaranteedRef(body)
  }

  // MARK: Use

  /// Begins a value at the end of a text.
  @inline(__always)
  func begin(in text: EncodedText) {
    reset(.nothing, 0, in: text, at: text.json.count)
    open()
  }

  /// Continues a container that was written and closed.
  func resume(_ form: Form, _ count: Int, in text: EncodedText, at range: Range<Int>) {
    reset(form, count, in: text, at: range.lowerBound)
    end = range.upperBound
  }

  @inline(__always)
  private func reset(_ form: Form, _ count: Int, in text: EncodedText, at start: Int) {
    self.text = text
    self.form = form
    self.count = count
    self.start = start
    set(session.noKeys)
    seen = 0
    isFinished = false
    if links.beginning != nil { links.beginning = nil }
    if links.names != nil { links.names = nil }
    if links.nested != nil { links.nested = nil }
  }

  /// Makes the encoder the innermost open one of its text.
  @inline(__always)
  func open() {
    isOpen = true
    unsafe links.outer = withText { unsafe $0.push(self) }
  }

  /// Closes the encoder, which is the innermost one.
  func close() {
    withText { text in
      switch form {
      case .nothing:
        text.json.beginObject()
        text.json.endObject()
      case .object where links.beginning == nil: text.json.endObject()
      case .array where links.beginning == nil: text.json.endArray()
      default: break
      }
      end = text.json.count
      unsafe text.pop(to: links.outer)
    }
    isOpen = false
  }

  /// Ends the value and everything in it.
  @inline(__always)
  func finish() {
    if isOpen {
      if !isInnermost { text.closeAll(inside: self) }
      close()
    }
    isFinished = true
    if used > 0 { finishChildren(from: 0) }
  }

  /// Ends the nested values, except the first ones.
  func finishChildren(from first: Int) {
    while used > first {
      used -= 1
      links.children[used].finish()
      recycle(used)
    }
  }

  /// Keeps a finished child to be used again, unless something else holds it.
  @inline(__always)
  private func recycle(_ index: Int) {
    if !isKnownUniquelyReferenced(&links.children[index]) { release(index) }
  }

  @inline(never)
  private func release(_ index: Int) {
    let child = links.children[index]
    child.links.heldParent = self
    // The keys here may change.
    child.links.key = key(of: child)
    child.step = -1
    links.children.swapAt(index, links.children.count - 1)
    links.children.removeLast()
  }

  /// The maximum number of containers around a container, as in `JSONEncoder`.
  static let maximumDepth = 511

  /// Begins a value in this one. Returns the index of its encoder.
  @inline(__always)
  func beginChild(_ key: () -> any CodingKey, omitsStep: Bool, in text: EncodedText) -> Int {
    let index = addChild(key, omitsStep: omitsStep)
    unsafe Unmanaged.passUnretained(links.children[index])._withUnsafeGuaranteedRef { $0.begin(in: text) }
    return index
  }

  /// Adds an encoder for a value in this one. Returns its index.
  @inline(__always)
  func addChild(_ key: () -> any CodingKey, omitsStep: Bool) -> Int {
    if used == links.children.count { links.children.append(ValueEncoder(session)) }
    let index = used
    used &+= 1
    unsafe Unmanaged.passUnretained(links.children[index])._withUnsafeGuaranteedRef { child in
      unsafe child.links.parent = Unmanaged.passUnretained(self)
      child.set(lastStep, key, omitsStep: omitsStep)
      child.depth = depth &+ 1
    }
    return index
  }

  /// The number of the key, or the index of the element, that was begun last. -1 for another key.
  @inline(__always)
  private var lastStep: Int { form == .array ? count &- 1 : number }

  @inline(__always)
  private func set(_ step: Int, _ key: () -> any CodingKey, omitsStep: Bool) {
    // Storing a key takes many instructions.
    if step < 0 { links.key = key() } else if self.step < 0 { links.key = nil }
    self.step = step
    self.omitsStep = omitsStep
    isNested = false
  }

  @inline(__always)
  func child(_ index: Int) -> ValueEncoder { links.children[index] }

  /// Encodes a value in this one with the encoder for it.
  @inline(__always)
  func withChild(
    _ key: () -> any CodingKey, omitsStep: Bool, _ encode: (ValueEncoder) throws -> Void
  ) throws {
    let index = withText { beginChild(key, omitsStep: omitsStep, in: $0) }
    defer {
      // If the value's code requested a container from this encoder, the child stays until its end.
      if index == used &- 1 {
        used = index
        recycle(index)
      }
    }
    try unsafe Unmanaged.passUnretained(links.children[index])._withUnsafeGuaranteedRef { child in
      defer { child.finish() }
      try encode(child)
    }
  }

  /// The encoder of the value around this one.
  var parent: ValueEncoder? { unsafe links.parent?.takeUnretainedValue() }

  /// Whether nothing of the values in this one is kept, because it is finished or too deep.
  @inline(__always)
  var isDiscarding: Bool { !isOpen || depth > Self.maximumDepth }

  /// Returns a finished encoder for a value in this one.
  @inline(never)
  func detached(_ key: () -> any CodingKey, omitsStep: Bool) -> ValueEncoder {
    let encoder = ValueEncoder(session)
    if depth > Self.maximumDepth {
      if isOpen { session.isTooDeep = true }
      // What is held keeps the session from others, without a chain that grows.
      encoder.links.heldParent = isOpen ? self : links.heldParent
      encoder.depth = depth
    } else {
      unsafe encoder.links.parent = Unmanaged.passUnretained(self)
      encoder.links.heldParent = self
      encoder.set(lastStep, key, omitsStep: omitsStep)
      encoder.depth = depth + 1
    }
    return encoder
  }

  // MARK: Paths

  /// The keys that lead to the container or encoder here.
  var codingPath: [any CodingKey] {
    guard let parent else { return [] }
    return (omitsStep ? parent.codingPath : parent.valuePath) + [parent.key(of: self)]
  }

  /// The path to which the path of a value here adds its own key.
  var valuePath: [any CodingKey] {
    guard let parent else { return [] }
    return omitsStep ? parent.valuePath : parent.valuePath + [parent.key(of: self)]
  }

  private func key(of child: ValueEncoder) -> any CodingKey {
    key(child.step) ?? child.links.key ?? PathKey.super
  }

  private func key(_ step: Int) -> (any CodingKey)? {
    if step < 0 { return nil }
    return form == .array ? PathKey(index: step) : shape.keys[step]
  }

  /// The path of the value that was begun last.
  func lastPath(_ key: () -> any CodingKey) -> [any CodingKey] { valuePath + [self.key(lastStep) ?? key()] }

  /// The shape of the object.
  var shape: KeyShape { unsafe keys.pointee.shape.takeUnretainedValue() }

  /// Sets the shape of the object that begins.
  @inline(__always)
  func set(_ shape: KeyShape) {
    unsafe keys = unsafe shape.table
    number = -1
  }
}
