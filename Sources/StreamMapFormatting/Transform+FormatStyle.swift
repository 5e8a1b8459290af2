public import Foundation
public import StreamMap

extension Transform where Source == String {
  /// Creates a transform from a format style of Foundation or of your own.
  ///
  /// - Parameters:
  ///   - expectation: the expected text, for error messages: "a date".
  ///   - style: the style. It should not depend on the user's locale and time zone.
  public init<Style: ParseableFormatStyle & Sendable>(_ expectation: String, style: Style)
  where Style.FormatInput == Value, Style.FormatOutput == String, Style.Strategy: Sendable {
    let strategy = style.parseStrategy
    self.init(
      expectation, decode: { try strategy.parse($0) }, encode: { style.format($0) })
  }
}
