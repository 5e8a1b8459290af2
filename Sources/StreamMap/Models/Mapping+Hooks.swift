extension Mapping {
  /// Returns this mapping with a closure that is called after a model is decoded.
  ///
  ///     let mapping = try Mapping(Order()) {
  ///       Field(\.lines, "lines", mapping: line)
  ///     }.didDecode { order in
  ///       order.total = order.lines.reduce(0) { $0 + $1.price }
  ///     }
  ///
  /// The closure is called once for each model, including models that are elements. It is called for a nested model
  /// before it is called for the enclosing one. If there are several closures, they are called in the order in which
  /// they were added.
  ///
  /// An error that the closure throws is reported at the end of the model's value, with the kind
  /// ``MappingError/Kind/invalidModel``. If the model is a field of another model, the error is a mismatch or a bad
  /// element, and the policies of that field apply. The closure can be called twice for a record that has an error.
  ///
  /// A model that a closure changed is not reused for the next record, which costs one more instance for each record.
  /// ``validating(_:)`` does not have this cost.
  public func didDecode(_ body: @escaping @Sendable (inout Root) throws -> Void) -> Mapping {
    hooked(isChanging: true) { root, _ in try body(&root) }
  }

  /// Returns this mapping with a closure that is called after a model is decoded, and gets the context of the call.
  ///
  ///     .didDecode(context: Session.self) { order, session in order.owner = session.user }
  ///
  /// A call without a context of this type is an error of the kind ``MappingError/Kind/wrongContext``.
  public func didDecode<Context>(
    context: Context.Type, _ body: @escaping @Sendable (inout Root, Context) throws -> Void
  ) -> Mapping {
    hooked(isChanging: true) { root, callContext in
      try body(&root, callContext.context(as: Context.self))
    }
  }

  /// Returns this mapping with a closure that decides whether a decoded model is valid.
  ///
  ///     .validating { user in user.age >= 0 }
  ///
  /// A model that is not valid is an error. It is reported like an error that the closure of ``didDecode(_:)`` throws.
  ///
  /// - Parameter isValid: returns whether the model is valid. It must not change the model, even if the model is an
  ///   object.
  public func validating(_ isValid: @escaping @Sendable (borrowing Root) throws -> Bool) -> Mapping {
    hooked(isChanging: false) { root, _ in
      if try !isValid(root) { throw NotValid() }
    }
  }

  /// Returns this mapping with a closure that decides whether a decoded model is valid, and gets the context of the
  /// call.
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
    if let text = declaration.text?.model as? TextModel<Root> {
      return with(MappingDescription(text.hooked(hook), variants: declaration.variants))
    }
    var hooked = declaration
    hooked.instance.add(hook, isChanging: isChanging)
    return with(hooked)
  }

  /// Returns a mapping of the same fields.
  func with(_ description: MappingDescription) -> Mapping {
    do throws(PathError) {
      return try Mapping(description: description, limits: limits)
    } catch {
      preconditionFailure("the fields have been compiled before: \(error)")
    }
  }
}

/// The error for a model that fails validation.
private struct NotValid: Error, CustomStringConvertible {
  var description: String { "invalid values" }
}
