import StreamMap

/// Why the models of a line were refused, and where: an error of ``Map`` knows its number here, and goes through the
/// code of models as any other.
///
/// What the last error is about is kept as a value of the record. When the error leaves the model in whose map it came
/// up, that is turned into a path, which lasts. Any other error is about the object of the model that it leaves first.
final class Refusals {
  /// Of the last error of a map.
  private var token = 0
  /// What that is about, until it leaves its model.
  private var about: About?
  /// The last error that left a model, and its number.
  private var refusal: RecordRefusal?
  private var refusalToken = 0
  /// Nothing of the record is known here.
  private var isEmpty = true

  enum About {
    case value(TapeValue, expected: (any Any.Type)?)
    /// What is not there: a path, or a name.
    case missing(in: TapeValue, [String], String?)
  }

  /// Notes what an error is about, and gives it a number.
  func note(_ about: About) -> Int {
    token += 1
    isEmpty = false
    self.about = about
    return token
  }

  /// An error leaves the code of a model.
  ///
  /// - Parameters:
  ///   - object: the model's.
  ///   - isFromBelow: the code had an error of a model below when it last asked for something.
  func leave(_ error: any Error, from object: TapeValue, isFromBelow: Bool) {
    isEmpty = false
    let number = (error as? MapError)?.token ?? 0
    if number > 0, number == token, let about {
      refusal = about.refusal(error)
      self.about = nil
    } else if let known = refusal,
      number > 0 ? number == refusalToken : isFromBelow && type(of: known.reason) == type(of: error)
    {
      refusal = known.told(by: error)
    } else {
      refusal = RecordRefusal(object, error)
    }
    refusalToken = number
  }

  /// The error that leaves the line's model, with its place.
  func take() -> RecordRefusal? {
    defer { begin() }
    return refusal
  }

  /// Begins a record.
  func begin() {
    guard !isEmpty else { return }
    (about, refusal, isEmpty) = (nil, nil, true)
  }
}

extension Refusals.About {
  fileprivate func refusal(_ error: any Error) -> RecordRefusal {
    switch self {
    case .value(let value, let expected):
      RecordRefusal(value, expected: expected.map { "\($0)" } ?? "", error)
    case .missing(let object, let steps, let name):
      RecordRefusal(object, missing: steps.isEmpty ? [name ?? ""] : steps, error)
    }
  }
}

extension Map {
  /// An error at a value; the key and the code that asked are still to be filled in.
  ///
  /// - Parameters:
  ///   - source: the value; nil if it is absent.
  ///   - expected: the type that was asked for; nil if it is the model that refuses.
  @usableFromInline
  func error(_ reason: MapError.Reason, _ source: JSONSource?, expected: (any Any.Type)?) -> MapError {
    let value = source.flatMap { $0.isNull ? nil : $0.any }
    var error = MapError(key: nil, currentValue: value, reason: nil)
    error.why = reason
    error.isBare = true
    guard let refusals = surroundings.refusals, let object else { return error }
    error.token =
      if case .tape(let value) = source?.backing {
        refusals.note(.value(value, expected: expected))
      } else {
        refusals.note(.missing(in: object.value, key?.steps ?? [], currentKey))
      }
    return error
  }
}
