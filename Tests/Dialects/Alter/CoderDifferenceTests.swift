import TestSupport
import AlterDialect
import Foundation
import Synchronization
import Testing

/// Random objects by this library's decoder and Foundation's, from text, a dictionary and a property list: the same
/// values, the same errors in the same order.
@Suite("Alter: decoders compared")
struct CoderDifferenceTests {
  private struct Inner: Alterable, Equatable {
    @Mapped var id = -1
    @Mapped var name: String? = "inner"
  }

  private struct Model: Alterable, Equatable {
    /// The errors that the closure got in this task.
    @TaskLocal static var seen: Seen?
    var propertyDecodeErrorHandling: PropertyDecodeErrorHandling {
      .handleError { key, error in Self.seen?.note(key, error) }
    }

    @Mapped var id = -1
    @Mapped var small: Int8 = -2
    @Mapped var word: UInt64? = 3
    @Mapped var ratio = 0.5
    @Mapped var name = "default"
    @Mapped var note: String? = "default"
    @Mapped var isOn: Bool? = nil
    @Mapped var list: [Int?] = [4]
    @Mapped var table: [String: Double] = [:]
    @Mapped var inner = Inner()
    @Mapped var inners: [Inner]? = nil
    @Mapped(key: "a.id") var nestedID = -5
    @Mapped(key: "a.b.name") var nestedName: String? = "default"
    @Mapped(key: "a.b.inner") var nestedInner: Inner? = nil
    @AlterMapped(key: "date", alterer: UnixLongDateAlterer().forOptional) var date: Date? = nil
    @AlterMapped(key: "a.dates", alterer: UnixLongDateAlterer().forArray) var dates: [Date] = []
  }

  /// The errors of one object.
  private final class Seen: Sendable {
    private let all = Mutex<[String]>([])

    func note(_ key: String, _ error: any Error) {
      let text =
        switch error as? DecodingError {
        case .keyNotFound(let missing, let context): "missing \(missing.stringValue) \(path(context))"
        case .typeMismatch(_, let context): "mismatch \(path(context))"
        case .valueNotFound(_, let context): "null \(path(context))"
        // Foundation has a separate error without a path for a number that does not fit.
        default: "corrupted"
        }
      // Foundation reports any of a dictionary's mismatched values first.
      all.withLock { $0.append(key == "table" ? key : "\(key): \(text)") }
    }

    private func path(_ context: DecodingError.Context) -> String {
      context.codingPath.map { $0.intValue.map { "[\($0)]" } ?? $0.stringValue }.joined(separator: ".")
    }

    var texts: [String] { all.withLock { $0 } }
  }

  private func outcome(_ decode: () throws -> Model) throws -> (Model, [String]) {
    let seen = Seen()
    let model = try Model.$seen.withValue(seen) { try decode() }
    return (model, seen.texts)
  }

  @Test("random objects decode alike in four ways", .feature("33", "A3", "A9"))
  func generated() throws {
    let count = ProcessInfo.processInfo.environment["STREAMMAP_DOCUMENTS"].flatMap { Int($0) } ?? 1000
    let seed = ProcessInfo.processInfo.environment["STREAMMAP_SEED"].flatMap { UInt64($0) } ?? 20_201_118
    var generator = ObjectGenerator(seed: seed)
    let foundation = JSONDecoder()
    let list = PropertyListDecoder()
    var errorCount = 0
    for number in 0..<count {
      let text = generator.object()
      let again = Comment(rawValue: "STREAMMAP_SEED=\(seed), object \(number): \(text)")
      let mine = try outcome { try Model.from(jsonString: text) }
      let theirs = try outcome { try foundation.decode(Model.self, from: Data(text.utf8)) }
      #expect(mine.0 == theirs.0, again)
      #expect(mine.1 == theirs.1, again)
      errorCount += mine.1.count
      // A dictionary keeps only one member of a name.
      if !generator.hasDuplicates {
        let tree = try JSONSerialization.jsonObject(with: Data(text.utf8)) as? [String: Any]
        let fromTree = try outcome { try Model.from(json: tree ?? [:]) }
        #expect(mine.0 == fromTree.0, again)
        #expect(mine.1 == fromTree.1, again)
      }
      // Encoded and decoded again by every encoder.
      #expect(try Model.from(jsonData: mine.0.toJSONData()) == mine.0, again)
      #expect(try foundation.decode(Model.self, from: mine.0.toJSONData()) == mine.0, again)
      #expect(try Model.from(jsonData: JSONEncoder().encode(mine.0)) == mine.0, again)
      #expect(try list.decode(Model.self, from: PropertyListEncoder().encode(mine.0)) == mine.0, again)
    }
    #expect(errorCount > count)
  }
}
