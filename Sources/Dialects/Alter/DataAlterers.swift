public import Foundation

/// Data as text in Base64.
public struct Base64DataAlterer: TypeAlterer, Sendable {
  /// The only one there is.
  public init() {}

  /// The data's text.
  public func alter(value: Data) -> String { value.base64EncodedString() }

  /// The data of a text; none if it is not in Base64.
  public func alterBack(value: String) -> Data { Data(base64Encoded: value) ?? Data() }
}

#if canImport(UIKit)
  public import UIKit
#else
  /// What Alter has UIKit for. There are no images here.
  @available(*, unavailable, message: "There is no UIImage here; map the image's data by Base64DataAlterer.")
  public typealias UIImage = Data
#endif

/// An image as text in Base64. There has to be UIKit: elsewhere none can be made.
public struct Base64ImageAlterer: TypeAlterer, Sendable {
  /// How an image becomes data.
  public enum Format: Sendable {
    /// JPEG, with a quality from 0 to 1.
    case jpeg(quality: CGFloat)
    /// PNG.
    case png
  }

  #if canImport(UIKit)
    private let format: Format

    /// JPEG of the best quality, if nothing is said.
    public init(format: Format = .jpeg(quality: 1)) {
      self.format = format
    }

    /// The image's text; empty for an image that has no data.
    public func alter(value: UIImage) -> String {
      let data =
        switch format {
        case .jpeg(let quality): value.jpegData(compressionQuality: quality)
        case .png: value.pngData()
        }
      return Base64DataAlterer().alter(value: data ?? Data())
    }

    /// The image of a text; an empty one if it is none.
    public func alterBack(value: String) -> UIImage {
      UIImage(data: Base64DataAlterer().alterBack(value: value)) ?? UIImage()
    }
  #else
    /// There are no images here.
    @available(
      *, unavailable, message: "There is no UIImage here; map the image's data by Base64DataAlterer."
    )
    public init(format: Format = .jpeg(quality: 1)) {}

    /// The text of an image's data.
    public func alter(value: Data) -> String { Base64DataAlterer().alter(value: value) }

    /// The data of an image's text.
    public func alterBack(value: String) -> Data { Base64DataAlterer().alterBack(value: value) }
  #endif
}
