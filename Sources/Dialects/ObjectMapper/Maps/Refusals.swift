import StreamMap

/// Why the models of a line were refused, and where: an error of ``Map`` knows its number here, and goes through the
/// code of models as any other.
///
/// The place of the last error is kept as a value of the record. When the error leaves the map in which it came up,
/// it is turned into a path, which lasts.
final class Refusals {
  private var token = 0
  private var value: TapeValue?
  private var missing: [String] = []
  private var expected = ""
  private var refusal: RecordRefusal?

  /// Begins a record.
  func begin() {
    value = nil
  }

  /// Notes where an error comes up, and gives it a number.
  func note(_ value: TapeValue, missing: [String], expected: String) -> Int {
    token += 1
    self.value = value
    self.missing = missing
    self.expected = expected
    refusal = nil
    return token
  }

  /// An error leaves a map.
  func place(_ error: any Error) {
    guard let value, (error as? MapError)?.token == token else { return }
    refusal =
      missing.isEmpty
      ? RecordRefusal(value, expected: expected, error) : RecordRefusal(value, missing: missing, error)
    self.value = nil
  }

  /// An error with its place; nil if it is not known.
  func placed(_ error: any Error) -> RecordRefusal? {
    (error as? MapError)?.token == token ? refusal : nil
  }
}

extension Map {
  /// An error at a value; the key and the code that asked are still to be filled in.
  ///
  /// - Parameters:
  ///   - source: the value; nil if it is absent.
  ///   - expected: the type that was asked for; nil if it is the model that refuses.
  func error(_ reason: String, _ source: JSONSource?, expected: Any.Type?) -> MapError {
    let value = source.flatMap { $0.isNull ? nil : $0.any }
    var error = MapError(key: nil, currentValue: value, reason: reason)
    error.isBare = true
    guard let refusals = surroundings.refusals, let object else { return error }
    let expected = expected.map { "\($0)" } ?? ""
    if case .tape(let value) = source?.backing {
      error.token = refusals.note(value, missing: [], expected: expected)
    } else {
      let steps = key.flatMap { $0.isNested ? $0.steps : nil } ?? [currentKey ?? ""]
      error.token = refusals.note(object.value, missing: steps, expected: expected)
    }
    return error
  }
}
