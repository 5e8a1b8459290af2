public import StreamMap

#if canImport(UIKit)
  public import UIKit
  /// What ``HexColorTransform`` makes: the platform's colour.
  public typealias HexColor = UIColor
#elseif canImport(AppKit)
  public import AppKit
  /// What ``HexColorTransform`` makes: the platform's colour.
  public typealias HexColor = NSColor
#else
  /// What ``HexColorTransform`` makes where the platform has no colours: four numbers.
  public typealias HexColor = ColorComponents
#endif

/// Colours as three, four, six or eight hexadecimal digits, with or without a `#`: red, green, blue, and how opaque.
open class HexColorTransform: TransformType {
  /// What a property is.
  public typealias Object = HexColor
  /// What stands in the JSON.
  public typealias JSON = String

  private let prefix: Bool
  private let alpha: Bool

  /// A transform.
  ///
  /// - Parameters:
  ///   - prefixToJSON: whether a `#` is written.
  ///   - alphaToJSON: whether it is written how opaque a colour is.
  public init(prefixToJSON: Bool = false, alphaToJSON: Bool = false) {
    prefix = prefixToJSON
    alpha = alphaToJSON
  }

  /// The colour of a string.
  open func transformFromJSON(_ value: Any?) -> HexColor? {
    (value as? String).flatMap { ColorComponents(hex: Array($0.utf8).span) }.map { HexColor($0) }
  }

  /// The digits of a colour.
  open func transformToJSON(_ value: HexColor?) -> String? {
    guard let value else { return nil }
    let color = value.components
    var text = prefix ? "#" : ""
    for component in alpha
      ? [color.red, color.green, color.blue, color.alpha] : [color.red, color.green, color.blue]
    {
      // What is no number is none.
      let byte = UInt8(exactly: (min(max(component, 0), 1) * 255).rounded()) ?? 0
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return text
  }
}

extension HexColor {
  #if canImport(UIKit) || canImport(AppKit)
    fileprivate convenience init(_ color: ColorComponents) {
      self.init(red: color.red, green: color.green, blue: color.blue, alpha: color.alpha)
    }

    fileprivate var components: ColorComponents {
      // Grey and alpha, or red, green, blue and alpha.
      let parts = (cgColor.components ?? []).map { Double($0) }
      return parts.count < 4
        ? ColorComponents(
          red: parts.first ?? 0, green: parts.first ?? 0, blue: parts.first ?? 0, alpha: parts.last ?? 1)
        : ColorComponents(red: parts[0], green: parts[1], blue: parts[2], alpha: parts[3])
    }
  #else
    fileprivate init(_ color: ColorComponents) {
      self = color
    }

    fileprivate var components: ColorComponents { self }
  #endif
}
