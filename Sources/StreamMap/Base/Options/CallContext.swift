/// What a call brings along besides the bytes: a context for closures, and, while instances are updated, how
/// to take back what was done to them.
///
/// Invariant: between records there is nothing to take back.
@usableFromInline
final class CallContext {
  let context: (any Sendable)?

  /// What takes back each change of an instance that was there before the record, in their order.
  private var changes: [() -> Void] = []
  /// Which of them belong to a nested instance, and to those in it.
  private var updates: [Target: Range<Int>] = [:]

  /// The keys under which instances are in dictionaries, of those that are being updated.
  var keys: [UInt: AnyHashable] = [:]

  /// A nested instance that is updated: the model, and the key of a dictionary's value.
  struct Target: Hashable {
    let scope: UInt
    let key: AnyHashable?
  }

  init(context: (any Sendable)?) {
    self.context = context
  }

  /// Remembers how a change is taken back.
  func note(_ undo: @escaping () -> Void) {
    changes.append(undo)
  }

  /// How many changes there are.
  var mark: Int { changes.count }

  /// Takes the changes since a mark back, the last one first.
  func undo(to mark: Int) {
    if !updates.isEmpty { updates = updates.filter { $0.value.lowerBound < mark } }
    while changes.count > mark { changes.removeLast()() }
  }

  /// The changes since a mark are those of a nested instance.
  func note(_ target: Target, since mark: Int) {
    updates[target] = mark..<changes.count
  }

  /// Whether an instance has been updated since a mark.
  func hasUpdated(_ target: Target, since mark: Int) -> Bool {
    updates[target].map { $0.lowerBound >= mark } ?? false
  }

  /// Takes the changes of a nested instance back: it is to be updated by another value.
  func undo(_ target: Target) {
    for index in (updates[target] ?? 0..<0).reversed() {
      changes[index]()
      changes[index] = {}
    }
  }

  /// The changes are for good.
  func commit() {
    changes.removeAll()
    updates.removeAll()
    keys.removeAll()
  }

  /// Whatever callContext there are, passed along for nothing.
  ///
  /// SAFETY: whoever has the machine has its callContext.
  @usableFromInline
  @safe struct Reference {
    private let callContext: Unmanaged<CallContext>?

    /// None.
    init() {
      unsafe callContext = nil
    }

    init(_ callContext: CallContext) {
      unsafe self.callContext = unsafe Unmanaged.passUnretained(callContext)
    }

    /// The callContext themselves.
    var object: CallContext? { unsafe callContext?.takeUnretainedValue() }

    /// The context that a closure asks for.
    ///
    /// - Throws: ``WrongContext`` if it is none of this type.
    func context<Context>(as type: Context.Type) throws(WrongContext) -> Context {
      let context = object?.context
      guard let wanted = context as? Context else {
        let found = context.map { "a context of \(Swift.type(of: $0))" } ?? "no context"
        throw WrongContext(wanted: "\(type)", found: found)
      }
      return wanted
    }
  }
}

/// A closure asks for a context that the call did not bring: no policy takes care of that.
struct WrongContext: Error, CustomStringConvertible {
  let wanted: String
  let found: String

  var description: String { "expected a context of \(wanted), found \(found)" }
}
