public import StreamMapFormatting

#if canImport(UIKit)
  public import UIKit
  /// The colour type of ``HexColorTransform``: the platform's colour.
  public typealias HexColor = UIColor
#elseif canImport(AppKit)
  public import AppKit
  /// The colour type of ``HexColorTransform``: the platform's colour.
  public typealias HexColor = NSColor
#else
  /// The colour type of ``HexColorTransform`` on platforms without colours: four numbers.
  public typealias HexColor = ColorComponents
#endif

/// Converts colours of three, four, six or eight hexadecimal digits, with or without `#`: red, green, blue and alpha.
open class HexColorTransform: TransformType {
  /// The type of the property.
  public typealias Object = HexColor
  /// The type of the JSON value.
  public typealias JSON = String

  private let prefix: Bool
  private let alpha: Bool

  /// Creates a transform.
  ///
  /// - Parameters:
  ///   - prefixToJSON: whether `#` is written.
  ///   - alphaToJSON: whether the alpha component is written.
  public init(prefixToJSON: Bool = false, alphaToJSON: Bool = false) {
    prefix = prefixToJSON
    alpha = alphaToJSON
  }

  /// Returns the colour for a string.
  open func transformFromJSON(_ value: Any?) -> HexColor? {
    (value as? String).flatMap { ColorComponents(hex: $0) }.map { HexColor($0) }
  }

  /// Returns the digits for a colour.
  open func transformToJSON(_ value: HexColor?) -> String? {
    guard let value else { return nil }
    let color = value.components
    var text = prefix ? "#" : ""
    for component in alpha
      ? [color.red, color.green, color.blue, color.alpha] : [color.red, color.green, color.blue]
    {
      // A NaN component is written as 0.
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
