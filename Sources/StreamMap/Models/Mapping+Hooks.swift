extension Mapping {
  /// This mapping, with a closure that is called when a model is filled.
  ///
  ///     let mapping = try Mapping(Order()) {
  ///       Field(\.lines, "lines", mapping: line)
  ///     }.didDecode { order in
  ///       order.total = order.lines.reduce(0) { $0 + $1.price }
  ///     }
  ///
  /// It is called once for each model, also for one that is an element, and for those nested in
  /// another before that one. Of several closures, the first is called first.
  ///
  /// What the closure throws is an error of the kind ``MappingError/Kind/invalidModel``, at the end
  /// of the model's value; in a field of another model, it is a mismatch, or a bad element, of which
  /// that field's policies say what it means. The closure can be called twice for one record, if
  /// something is wrong with that.
  ///
  /// A model that was changed by a closure is not used again for the next record, which costs one
  /// more instance for each; ``validating(_:)`` does not.
  public func didDecode(_ body: @escaping @Sendable (inout Root) throws -> Void) -> Mapping {
    hooked(isChanging: true) { root, _ in try body(&root) }
  }

  /// This mapping, with a closure that is called when a model is filled, with the context of the call.
  ///
  ///     .didDecode(context: Session.self) { order, session in order.owner = session.user }
  ///
  /// A call without a context of this type is an error of the kind
  /// ``MappingError/Kind/wrongContext``.
  public func didDecode<Context>(
    context: Context.Type, _ body: @escaping @Sendable (inout Root, Context) throws -> Void
  ) -> Mapping {
    hooked(isChanging: true) { root, callContext in
      try body(&root, callContext.context(as: Context.self))
    }
  }

  /// This mapping, for those models alone of which a closure says that they are valid.
  ///
  ///     .validating { user in user.age >= 0 }
  ///
  /// A model that is not valid is an error, as ``didDecode(_:)`` says of one for which its closure
  /// throws.
  ///
  /// - Parameter isValid: must not change the model, also if that is an object.
  public func validating(_ isValid: @escaping @Sendable (borrowing Root) throws -> Bool) -> Mapping {
    hooked(isChanging: false) { root, _ in
      if try !isValid(root) { throw NotValid() }
    }
  }

  /// The same, with the context of the call.
  public func validating<Context>(
    context: Context.Type, _ isValid: @escaping @Sendable (borrowing Root, Context) throws -> Bool
  ) -> Mapping {
    hooked(isChanging: false) { root, callContext in
      if try !isValid(root, callContext.context(as: Context.self)) { throw NotValid() }
    }
  }

  private func hooked(
    isChanging: Bool, _ hook: @escaping @Sendable (inout Root, CallContext.Reference) throws -> Void
  ) -> Mapping {
    if let text = description.text as? TextModel<Root> {
      return with(MappingDescription(text.hooked(hook), variants: description.variants))
    }
    var hooked = description
    hooked.instance.add(hook, isChanging: isChanging)
    return with(hooked)
  }

  /// A mapping of the same fields.
  func with(_ description: MappingDescription) -> Mapping {
    do throws(PathError) {
      return try Mapping(description: description, limits: limits)
    } catch {
      preconditionFailure("the fields have been compiled before: \(error)")
    }
  }
}

/// What is said of a model that its validation refuses.
private struct NotValid: Error, CustomStringConvertible {
  var description: String { "some that are not valid" }
}
