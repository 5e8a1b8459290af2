public import StreamMap

/// The components of a colour, each from 0 to 1.
///
///     let orange = ColorComponents(red: 1, green: 0.5, blue: 0)
public struct ColorComponents: Sendable, Hashable {
  /// The red component.
  public var red: Double
  /// The green component.
  public var green: Double
  /// The blue component.
  public var blue: Double
  /// The opacity.
  public var alpha: Double

  /// Creates a colour.
  public init(red: Double, green: Double, blue: Double, alpha: Double = 1) {
    self.red = red
    self.green = green
    self.blue = blue
    self.alpha = alpha
  }
}

extension ColorComponents {
  /// Creates a colour from `RGB`, `RGBA`, `RRGGBB` or `RRGGBBAA` in hexadecimal digits, with or without a leading `#`.
  package init?(hex text: String) {
    let digits = text.hasPrefix("#") ? text.dropFirst() : text[...]
    // An initialiser of integers also accepts a sign.
    guard let first = digits.first, first.isHexDigit, var value = UInt32(digits, radix: 16) else {
      return nil
    }
    // The components with alpha, two digits each.
    func doubled(_ short: UInt32) -> UInt32 {
      (0..<4).reduce(0) { $0 << 8 | (short >> (12 - 4 * $1) & 0xF) * 0x11 }
    }
    switch digits.utf8.count {
    case 3: value = doubled(value << 4 | 0xF)
    case 4: value = doubled(value)
    case 6: value = value << 8 | 0xFF
    case 8: break
    default: return nil
    }
    func component(_ shift: UInt32) -> Double { Double(value >> shift & 0xFF) / 255 }
    self.init(red: component(24), green: component(16), blue: component(8), alpha: component(0))
  }

  /// The text `#RRGGBB`, or `#RRGGBBAA` if the colour is not opaque. Nil if a component is not between 0 and 1.
  var hex: String? {
    var text = "#"
    for component in alpha == 1 ? [red, green, blue] : [red, green, blue, alpha] {
      guard component >= 0, component <= 1 else { return nil }
      let byte = UInt8((component * 255).rounded())
      text += (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    }
    return text
  }
}

extension Transform where Source == String, Value == ColorComponents {
  /// A colour as `#RGB`, `#RGBA`, `#RRGGBB` or `#RRGGBBAA`, with or without the `#`. It is written as `#RRGGBB`, or as
  /// `#RRGGBBAA` if it is not opaque.
  public static var hexColor: Transform<String, ColorComponents> {
    Transform("a hexadecimal colour", decode: { ColorComponents(hex: $0) }, encode: { $0.hex })
  }
}
