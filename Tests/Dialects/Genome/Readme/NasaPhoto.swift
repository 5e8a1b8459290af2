// Verbatim from the README.
// swift-format-ignore-file

import Foundation
import GenomeDialect

struct NasaPhoto : BasicMappable {
    private(set) var title: String = ""
    private(set) var mediaType: String = ""
    private(set) var explanation: String = ""
    private(set) var concepts: [String] = []
    private(set) var imageUrl: NSURL!

    mutating func sequence(map: Map) throws {
        try title <~ map["title"]
        try mediaType <~ map ["media_type"]
        try explanation <~ map["explanation"]
        try concepts <~ map["concepts"]
        try imageUrl <~ map["url"]
            .transformFromJson {
                return NSURL(string: $0)
        }
    }
}

enum NasaResult<T> {
    case Success(T)
    case Failure(ErrorType)
}

/// The README's example once it has its `value`, the completion's type in today's Swift.
struct Nasa {
    static func photo(value: Any, completion: (NasaResult<NasaPhoto>) -> Void) {
        do {
            let photo = try NasaPhoto(js: value)
            completion(.Success(photo))
        } catch {
            completion(.Failure(error))
        }
    }
}
