/// The state of a call besides its bytes: the context for closures, and the undo log of updated instances.
///
/// Invariant: the undo log is empty between records.
@usableFromInline
final class CallContext {
  let context: (any Sendable)?

  /// The undo closures of the changes to instances that existed before the record, in order of the changes.
  private var changes: [() -> Void] = []
  /// The range of `changes` that belongs to each nested instance and the instances in it.
  private var updates: [Target: Range<Int>] = [:]

  /// The dictionary keys of the instances that are being updated.
  var keys: [UInt: AnyHashable] = [:]

  /// A nested instance that is updated: its model, and its key if it is a dictionary value.
  struct Target: Hashable {
    let scope: UInt
    let key: AnyHashable?
  }

  init(context: (any Sendable)?) {
    self.context = context
  }

  /// Appends the undo closure of a change.
  func note(_ undo: @escaping () -> Void) {
    changes.append(undo)
  }

  /// The number of changes.
  var mark: Int { changes.count }

  /// Undoes the changes since a mark, the last one first.
  func undo(to mark: Int) {
    if !updates.isEmpty { updates = updates.filter { $0.value.lowerBound < mark } }
    while changes.count > mark { changes.removeLast()() }
  }

  /// Assigns the changes since a mark to a nested instance.
  func note(_ target: Target, since mark: Int) {
    updates[target] = mark..<changes.count
  }

  /// Whether an instance was updated since a mark.
  func hasUpdated(_ target: Target, since mark: Int) -> Bool {
    updates[target].map { $0.lowerBound >= mark } ?? false
  }

  /// Undoes the changes of a nested instance, before another value updates it.
  func undo(_ target: Target) {
    for index in (updates[target] ?? 0..<0).reversed() {
      changes[index]()
      changes[index] = {}
    }
  }

  /// Makes the changes permanent.
  func commit() {
    changes.removeAll()
    updates.removeAll()
    keys.removeAll()
  }

  /// An unretained reference to a `CallContext`, or none. Passing it on costs no reference counting. It also refers to
  /// the record that is being read, if that is indexed.
  ///
  /// SAFETY: the owner of the machine keeps the `CallContext` alive. The walker sets the record for the time of its walk.
  @usableFromInline
  @safe struct Reference {
    private var callContext: Unretained<CallContext>?
    /// The address of the indexed record. See `part(_:)`.
    var record: UnsafeRawPointer?
    /// The address of the sources for parts of the record. See `PartSources`.
    var parts: UnsafeMutableRawPointer?
    /// Whether the next record is read into the same model. The memory of its parts can then be reused.
    var reusesModel = false

    /// Creates an empty reference.
    init() {}

    init(_ callContext: CallContext) { self.callContext = Unretained(callContext) }

    /// The referenced object, or nil.
    var object: CallContext? {
      get { callContext?.object }
      set { callContext = newValue.map(Unretained.init) }
    }

    /// Returns the context as the type that a closure takes.
    ///
    /// - Throws: ``WrongContext`` if the context does not have this type.
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

/// The error of a closure that takes a context that the call did not provide. No policy handles it.
struct WrongContext: Error, CustomStringConvertible {
  let wanted: String
  let found: String

  var description: String { "expected a context of \(wanted), found \(found)" }
}
