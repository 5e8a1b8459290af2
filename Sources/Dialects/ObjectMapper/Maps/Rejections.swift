import FoundationValues
import StreamMap

/// The errors of a line's models and their locations. A ``Map`` error carries its number here and passes through the
/// code of models like any other error.
///
/// The location of the last error is kept as a value of the record. When the error leaves the model in whose map it
/// occurred, the value is converted to a path, which outlives the record. Any other error is located at the object of
/// the first model that it leaves.
final class Refusals {
  /// The number of the last error of a map.
  private var token = 0
  /// The location of that error, until it leaves its model.
  private var about: About?
  /// The last error that left a model. `refusalToken` is its number.
  private var rejection: RecordRejection?
  private var refusalToken = 0
  /// Whether nothing was recorded for the current record.
  private var isEmpty = true

  enum About {
    case value(TapeValue, expected: (any Any.Type)?)
    /// A missing value: a path or a name.
    case missing(in: TapeValue, [String], String?)
  }

  /// Records the location of an error and returns its number.
  func note(_ about: About) -> Int {
    token += 1
    isEmpty = false
    self.about = about
    return token
  }

  /// Records that an error leaves the code of a model.
  ///
  /// - Parameters:
  ///   - error: the error.
  ///   - object: the object of the model.
  ///   - isFromBelow: whether the last request of the code ended with the error of a nested model.
  func leave(_ error: any Error, from object: TapeValue, isFromBelow: Bool) {
    isEmpty = false
    let number = (error as? MapError)?.token ?? 0
    if number > 0, number == token, let about {
      rejection = about.rejection(error)
      self.about = nil
    } else if let known = rejection,
      number > 0 ? number == refusalToken : isFromBelow && type(of: known.reason) == type(of: error)
    {
      rejection = known.attributed(to: error)
    } else {
      rejection = RecordRejection(object, error)
    }
    refusalToken = number
  }

  /// Returns the error that leaves the line's model, with its location.
  func take() -> RecordRejection? {
    defer { begin() }
    return rejection
  }

  func begin() {
    guard !isEmpty else { return }
    (about, rejection, isEmpty) = (nil, nil, true)
  }
}

extension Refusals.About {
  fileprivate func rejection(_ error: any Error) -> RecordRejection {
    switch self {
    case .value(let value, let expected):
      RecordRejection(value, expected: expected.map { "\($0)" } ?? "", error)
    case .missing(let object, let steps, let name):
      RecordRejection(object, missing: steps.isEmpty ? [name ?? ""] : steps, error)
    }
  }
}

extension Map {
  /// Creates an error at a value. The caller fills in the key and the calling code.
  ///
  /// - Parameters:
  ///   - reason: the reason.
  ///   - source: the value, or nil if it is absent.
  ///   - expected: the requested type, or nil if the model itself rejects the value.
  @usableFromInline
  func error(_ reason: MapError.Reason, _ source: JSONSource?, expected: (any Any.Type)?) -> MapError {
    let value = source.flatMap { $0.isNull ? nil : $0.any }
    var error = MapError(key: nil, currentValue: value, reason: nil)
    error.why = reason
    error.isBare = true
    guard let refusals = surroundings.refusals, let object else { return error }
    error.token =
      if case .record(let value) = source?.value {
        refusals.note(.value(value, expected: expected))
      } else {
        refusals.note(.missing(in: object.value, key?.steps ?? [], currentKey))
      }
    return error
  }
}
