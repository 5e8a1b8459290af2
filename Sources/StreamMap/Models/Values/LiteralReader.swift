/// Converts literals to values of the standard types. A string's text is well-formed UTF-8, because the event source
/// checked it. A number's text can be anything.
enum LiteralReader {
  @inline(__always)
  static func bool(_ literal: Literal) throws(_LiteralFailure) -> Bool {
    switch literal.kind {
    case .true: return true
    case .false: return false
    default: throw .typeMismatch
    }
  }

  @inline(__always)
  static func integer<Value: FixedWidthInteger>(
    _ literal: Literal, _ rules: NumberRules
  ) throws(_LiteralFailure) -> Value {
    guard literal.kind == .number else { throw .typeMismatch }
    do throws(NumberText.Failure) {
      return try literal.integer(rules)
    } catch {
      throw _LiteralFailure(error)
    }
  }

  @inline(__always)
  static func double(_ literal: Literal, _ rules: NumberRules) throws(_LiteralFailure) -> Double {
    guard literal.kind == .number else { throw .typeMismatch }
    do throws(NumberText.Failure) {
      return try literal.double(rules)
    } catch {
      throw _LiteralFailure(error)
    }
  }

  @inline(__always)
  static func float(_ literal: Literal, _ rules: NumberRules) throws(_LiteralFailure) -> Float {
    guard literal.kind == .number else { throw .typeMismatch }
    do throws(NumberText.Failure) {
      return try literal.float(rules)
    } catch {
      throw _LiteralFailure(error)
    }
  }

  @inline(__always)
  static func string(_ literal: Literal) throws(_LiteralFailure) -> String {
    guard literal.kind == .string else { throw .typeMismatch }
    return literal.string
  }
}
