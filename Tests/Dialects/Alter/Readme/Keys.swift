// swift-format-ignore-file
// The README has another format.
import AlterDialect
import Foundation

enum Keys {
  struct User: Alterable {

    @Mapped(key: "full_name")
    var fullName: String = ""

    @Mapped(key: "user_name")
    var userName: String = ""

    @Mapped
    var age: Int = 0
  }
}

/// The README's model has an image; this one has its data, as there are no images everywhere. Corrected: a structure's
/// initialiser cannot be `required`, an image that may be nil is read by `?`, and encoding is tried.
enum ByHand {
  struct User: AlterCodable {

    @Mapped(key: "full_name")
    var fullName: String = ""

    @Mapped(key: "user_name")
    var userName: String = ""

    @Mapped
    var age: Int = 0

    var image: Data? = nil

    init() {}

    init(from decoder: Decoder) throws {
      self.init()
      // this will automatically decode all Mapped properties and return container which you could use to decode property that not mapped
      let container = try decodeMappedProperties(from: decoder)
      // you could decode any type as long is Codable and passing String as a Key
      let base64Image: String = try container.decode(forKey: "image")
      if let imageData: Data = Data(base64Encoded: base64Image) {
        self.image = imageData
      }
    }

    func encode(to encoder: Encoder) throws {
      // this will automatically encode all Mapped properties and return container which you could use to encode property that not mapped
      var container = try encodeMappedProperties(to: encoder)
      if let base64Image = self.image?.base64EncodedString() {
        // you could encode any type as long is Codable and passing String as a Key
        try container.encode(value: base64Image, forKey: "address")
      }
    }
  }
}
