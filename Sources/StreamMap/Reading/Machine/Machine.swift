/// Reads the values of a record into a program's models, driven by an event source.
///
/// The matcher knows the paths and the store knows the models. An event source, yajl or the structural index, asks the
/// matcher for the target of each value, hands the value to the store, and calls the machine where both take part:
///
///     key(name) → target, 0 if no path wants it, -1 after a failure
///     matcher.element() → target        matcher.isExhausted: the rest of the container is not wanted
///     store.set(target, literal)        scalar(target, literal, whole)
///     open(target, …) → entered, skipped, failed
///     awaits(depth), leave(depth), close(depth)
///
/// `store.set` is for plain values of one field, whose address is known beforehand. `scalar` takes what it does not.
@safe struct Machine {
  var matcher: Matcher
  var store: ModelStore

  init(_ program: Program) {
    matcher = Matcher(program.paths)
    store = ModelStore(program)
  }

  func deallocate() {
    matcher.deallocate()
    store.deallocate()
  }

  /// The result of opening a container.
  enum Opened {
    case entered
    case skipped
    case failed
  }
}
