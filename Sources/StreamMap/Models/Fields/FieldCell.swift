/// A cell holds the value of a field that has no byte offset, or an element before it moves to its collection. The
/// machine stores into the cell. The cell of a field is written to the instance at the end of the record.
///
/// A cell holds a type that has a blank value (nil, an empty array) as it is. For any other type it holds the
/// optional, which is nil before a value is stored.
///
/// SAFETY, for all closures: an instance is the address of an initialised `Root`. A cell is `size` bytes, aligned, and
/// holds a value that `initialize` made.
@usableFromInline
@safe struct FieldCell: Sendable {
  @usableFromInline typealias Address = UnsafeMutableRawPointer

  /// Whether the cell holds an optional, because the type has no blank value.
  let isPromoted: Bool
  let size: Int
  let alignment: Int
  let initialize: @Sendable (Address) -> Void
  let deinitialize: @Sendable (Address) -> Void
  /// Writes the cell (second address) to the instance.
  var flush: @Sendable (_ instance: Address, _ cell: Address) -> Void
  /// Copies the value of one cell to another.
  let copy: @Sendable (_ cell: Address, _ other: Address) -> Void
  /// Moves the value of one cell to another, which gives its own in exchange.
  let move: @Sendable (_ cell: Address, _ other: Address) -> Void
  /// Copies the template's value to the instance's field. Nil if the field can only be written. Then the whole
  /// instance is renewed.
  var reset: (@Sendable (_ instance: Address, _ template: Address) -> Void)?
  /// The default value of a field that can only be written. It is set for a record that has no value.
  var instead: FieldDefault?
  /// Calls a closure with the instance's field. Nil if the field can only be written.
  var show: (@Sendable (_ instance: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void)?

  /// Saves the instance's field and returns a closure that restores it. Nil if the field can only be written.
  let saving: (@Sendable (_ instance: Address) -> () -> Void)?

  /// Creates a cell that is never written to an instance. Its value is taken out of it.
  init<Value>(taken blank: @escaping @Sendable () -> Value?) {
    unsafe self.init(
      blank: blank, set: { (_: inout Void, _: Value) in }, reset: { _, _ in }, show: nil,
      saving: nil)
  }

  /// Creates the cell of a field.
  ///
  /// - Parameter get: reads the field. Nil if the field can only be written.
  init<Root, Value>(
    blank: @escaping @Sendable () -> Value?, get: (@Sendable (Root) -> Value)?,
    set: @escaping @Sendable (inout Root, Value) -> Void
  ) {
    guard let get else {
      unsafe self.init(blank: blank, set: set, reset: nil, show: nil, saving: nil)
      return
    }
    unsafe self.init(
      blank: blank, set: set,
      reset: { instance, template in
        unsafe set(
          &instance.assumingMemoryBound(to: Root.self).pointee,
          get(template.assumingMemoryBound(to: Root.self).pointee))
      },
      show: { instance, body in
        let value = unsafe get(instance.assumingMemoryBound(to: Root.self).pointee)
        unsafe withUnsafePointer(to: value) { unsafe body($0) }
      },
      saving: { instance in
        var root = unsafe instance.assumingMemoryBound(to: Root.self).pointee
        let value = get(root)
        return { set(&root, value) }
      })
  }

  private init<Root, Value>(
    blank: @escaping @Sendable () -> Value?, set: @escaping @Sendable (inout Root, Value) -> Void,
    reset: (@Sendable (_ instance: Address, _ template: Address) -> Void)?,
    show: (@Sendable (_ instance: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void)?,
    saving: (@Sendable (_ instance: Address) -> () -> Void)?
  ) {
    if blank() != nil {
      unsafe self.init(
        holding: blank, isPromoted: false, flush: set, reset: reset, show: show, saving: saving)
    } else {
      let flush: @Sendable (inout Root, Value?) -> Void = { if let value = $1 { set(&$0, value) } }
      unsafe self.init(
        holding: { .some(nil) }, isPromoted: true, flush: flush, reset: reset, show: show, saving: saving)
    }
  }

  /// - Parameter blank: returns the value with which the cell begins.
  private init<Root, Held>(
    holding blank: @escaping @Sendable () -> Held?, isPromoted: Bool,
    flush: @escaping @Sendable (inout Root, Held) -> Void,
    reset: (@Sendable (_ instance: Address, _ template: Address) -> Void)?,
    show: (@Sendable (_ instance: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void) -> Void)?,
    saving: (@Sendable (_ instance: Address) -> () -> Void)?
  ) {
    self.isPromoted = isPromoted
    size = MemoryLayout<Held>.stride
    alignment = MemoryLayout<Held>.alignment
    unsafe initialize = { address in
      if let value = blank() { unsafe address.initializeMemory(as: Held.self, to: value) }
    }
    unsafe deinitialize = { _ = unsafe $0.assumingMemoryBound(to: Held.self).deinitialize(count: 1) }
    unsafe copy = { cell, other in
      unsafe other.assumingMemoryBound(to: Held.self).pointee =
        cell.assumingMemoryBound(to: Held.self).pointee
    }
    unsafe move = { cell, other in
      unsafe swap(
        &cell.assumingMemoryBound(to: Held.self).pointee, &other.assumingMemoryBound(to: Held.self).pointee)
    }
    unsafe self.flush = { instance, cell in
      unsafe flush(
        &instance.assumingMemoryBound(to: Root.self).pointee,
        cell.assumingMemoryBound(to: Held.self).pointee)
    }
    unsafe self.reset = unsafe reset
    unsafe self.show = unsafe show
    unsafe self.saving = unsafe saving
  }
}

extension FieldCell {
  var isReadable: Bool { unsafe show != nil }
  var canReset: Bool { unsafe reset != nil }

  /// Releases the value of a cell, which is then blank.
  func empty(_ cell: Address) {
    unsafe deinitialize(cell)
    unsafe initialize(cell)
  }

  /// The cell for an instance that is new for each record. Such an instance needs no reset.
  var late: FieldCell {
    var cell = self
    if cell.canReset { unsafe cell.reset = { _, _ in } }
    return cell
  }

  /// Takes a value out of a cell that was made by ``init(taken:)``, and leaves the cell blank. Moving keeps its storage
  /// uniquely referenced.
  ///
  /// - Parameter cell: nil if nothing was stored.
  @inlinable
  static func take<Value>(_ cell: Address?, _ blank: Value?) -> Value? {
    guard let cell = unsafe cell else { return nil }
    guard let blank else { return unsafe cell.assumingMemoryBound(to: Value?.self).pointee.take() }
    let typed = unsafe cell.assumingMemoryBound(to: Value.self)
    defer { unsafe typed.initialize(to: blank) }
    return unsafe typed.move()
  }

  /// The cell of an alias. The field takes the value from it if the alias is the path that counts.
  var alias: FieldCell {
    var alias = self
    unsafe alias.flush = { _, _ in }
    alias.instead = nil
    // Which of the paths counts is known only when the model ends. So no instance is updated through this cell.
    unsafe alias.show = nil
    if canReset { unsafe alias.reset = { _, _ in } }
    return alias
  }
}
