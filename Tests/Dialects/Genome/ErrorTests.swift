import TestSupport
import Foundation
import GenomeDialect
import Synchronization
import Testing

/// Loggers are global to the process. Tests that set them run serially, and look only for their own keys.
@Suite("Genome: errors and loggers", .serialized)
struct LoggerTests {}

extension LoggerTests {
  @Suite("Genome: errors")
  struct ErrorTests {
    private struct Model: MappableObject {
      let value: Int
      init(map: Map) throws { value = try map.extract("logged.only.here") }
    }

    @Test("each error names the key and the value", .feature("37", "G10"))
    func messages() throws {
      try withMaps(#"{"a": {"b": "x"}, "n": null, "o": {"first_name": "Joe"}}"#) { map in
        func error(_ body: () throws -> Void) -> String {
          do {
            try body()
            return "none"
          } catch {
            return "\(error)"
          }
        }
        #expect(
          error { _ = try map.value("a.b", Int.self) }
            == #"UnableToMap(key: .KeyPath(a.b), error: GenomeDialect.JsonConvertibleError.UnableToConvert(json: "x", toType: "Int"))"#
        )
        #expect(
          error { _ = try map.value("n", Int.self) } == #"FoundNil("Key: .KeyPath(n) TargetType: Int")"#)
        #expect(
          error { _ = try map.value("o", Person.self) }
            == #"UnableToMap(key: .KeyPath(o), error: GenomeDialect.SequenceError.FoundNil("Key: .KeyPath(last_name) TargetType: String"))"#
        )
        #expect(
          error { _ = try map.value("a", [String: Int].self) }
            .hasPrefix("UnableToConvert(json: \"x\", toType: \"Int\")"))
        #expect(
          error { _ = try map[.Key("a.b")].fromJson { (text: String) in text } }
            == #"UnexpectedInputType("Found nil KeyPath: .Key(a.b) Expected: String")"#)
        #expect(error { _ = try map.value("a.b", [String: Int].self) }.hasPrefix("UnexpectedValue(\"Found: "))
      }
      #expect(throws: MappingError.self) { try Map().extract("a") as Int }
    }

    @Test("sends every error to all loggers", .feature("36", "G11"))
    func logging() throws {
      let before = loggers
      defer { loggers = before }
      #expect(before.count == 1)
      let told = Mutex<[String]>([])
      func count() -> Int { told.withLock { $0.filter { $0.contains("logged.only.here") }.count } }
      loggers = []
      addLogger()
      #expect(loggers.count == 1)
      loggers.append { error in told.withLock { $0.append("\(error)") } }
      #expect(throws: SequenceError.self) { try Model(js: EmptyJson) }
      #expect(count() == 1)
      addLoggerByNamespace()
      Genome.loggers.append { error in told.withLock { $0.append("\(error)") } }
      #expect(Genome.loggers.count == 4)
      #expect(throws: SequenceError.self) { try Model(js: EmptyJson) }
      #expect(count() == 3)
      silence()
      #expect(throws: SequenceError.self) { try Model(js: EmptyJson) }
      #expect(count() == 3 && loggers.isEmpty)
    }

    @Test("localizedDescription equals the error's description")
    func localized() {
      let missing: any Error = SequenceError.FoundNil("Key: id TargetType: Int")
      #expect(missing.localizedDescription == "found no value: Key: id TargetType: Int")
      let wrapped: any Error = MappingError.UnableToMap(key: .Key("id"), error: missing)
      #expect(
        wrapped.localizedDescription == "cannot map \(KeyType.Key("id")): \(missing.localizedDescription)")
      let converted: any Error = JsonConvertibleError.UnableToConvert(json: .NullValue, toType: "Int")
      #expect(converted.localizedDescription == "cannot convert \(Json.NullValue) to Int")
      let input: any Error = TransformationError.UnexpectedInputType("nil")
      #expect(input.localizedDescription == "unexpected input of a transform: nil")
    }
  }
}
