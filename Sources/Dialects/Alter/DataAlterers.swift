public import Foundation

/// Converts data to Base64 text.
public struct Base64DataAlterer: TypeAlterer, Sendable {
  /// Creates an alterer.
  public init() {}

  /// Returns the Base64 text of the data.
  public func alter(value: Data) -> String { value.base64EncodedString() }

  /// Returns the decoded data, or empty data if the text is not Base64.
  public func alterBack(value: String) -> Data { Data(base64Encoded: value) ?? Data() }
}

#if canImport(UIKit)
  public import UIKit
#else
  /// A placeholder for UIKit's image type on platforms without UIKit.
  @available(*, unavailable, message: "There is no UIImage here; map the image's data by Base64DataAlterer.")
  public typealias UIImage = Data
#endif

/// Converts an image to Base64 text. Available with UIKit only: elsewhere it cannot be created.
public struct Base64ImageAlterer: TypeAlterer, Sendable {
  /// The format in which an image is encoded.
  public enum Format: Sendable {
    /// JPEG, with a quality from 0 to 1.
    case jpeg(quality: CGFloat)
    /// PNG.
    case png
  }

  #if canImport(UIKit)
    private let format: Format

    /// Creates an alterer. The default format is JPEG of the best quality.
    public init(format: Format = .jpeg(quality: 1)) {
      self.format = format
    }

    /// Returns the Base64 text of the image, or an empty string if the image has no data.
    public func alter(value: UIImage) -> String {
      let data =
        switch format {
        case .jpeg(let quality): value.jpegData(compressionQuality: quality)
        case .png: value.pngData()
        }
      return Base64DataAlterer().alter(value: data ?? Data())
    }

    /// Returns the decoded image, or an empty one if the text is not an image.
    public func alterBack(value: String) -> UIImage {
      UIImage(data: Base64DataAlterer().alterBack(value: value)) ?? UIImage()
    }
  #else
    /// Unavailable without UIKit.
    @available(
      *, unavailable, message: "There is no UIImage here; map the image's data by Base64DataAlterer."
    )
    public init(format: Format = .jpeg(quality: 1)) {}

    /// Returns the Base64 text of the image data.
    public func alter(value: Data) -> String { Base64DataAlterer().alter(value: value) }

    /// Returns the image data of the Base64 text.
    public func alterBack(value: String) -> Data { Base64DataAlterer().alterBack(value: value) }
  #endif
}
