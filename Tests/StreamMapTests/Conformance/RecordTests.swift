import StreamMap
import Testing

@testable import TestSupport

/// Whole records: through `EventParser`, and through mappings of all or few values.
@Suite("Whole records")
struct RecordTests {
  @Test("every fixture gets its expected result")
  func fixtures() throws {
    let parser = EventParser(into: EventLog())
    for fixture in Fixture.all {
      var failure: Failure?
      do throws(MappingError) {
        try parser.parse(fixture.bytes)
        #expect(!parser.isStopped, sourceLocation: fixture.location)
      } catch {
        failure = Failure(error)
      }
      switch fixture.verdict {
      case .accepted:
        #expect(failure == nil, "\(fixture.name)", sourceLocation: fixture.location)
      case .rejected(let kind, let offset, let path):
        #expect(failure?.kind == kind.rawValue, "\(fixture.name)", sourceLocation: fixture.location)
        #expect(failure?.offset == offset, "\(fixture.name)", sourceLocation: fixture.location)
        if let path { #expect(failure?.path == path, "\(fixture.name)", sourceLocation: fixture.location) }
      }
    }
  }

  @Test("every route reads every fixture alike")
  func fixtureRoutes() throws {
    let routes = try RecordRoutes()
    for fixture in Fixture.all {
      for difference in routes.differences(fixture.bytes) {
        Issue.record("\(fixture.name): \(difference)", sourceLocation: fixture.location)
      }
    }
  }

  @Test("JSONTestSuite on every route", .corpus(JSONTestSuite.folder, cases: JSONTestSuite.all))
  func suite() throws {
    let routes = try RecordRoutes()
    let files = try JSONTestSuite.files()
    #expect(files.count == JSONTestSuite.all)
    for file in files {
      for difference in routes.differences(file.bytes) { Issue.record("\(file.name): \(difference)") }
    }
  }

  @Test("JSONTestSuite's expected results", .corpus(JSONTestSuite.folder, cases: JSONTestSuite.all))
  func verdicts() throws {
    let accepted = Set(OpenVerdict.all.filter { $0.rejection == nil }.map { "i_\($0.name).json" })
    let parser = EventParser(into: EventLog())
    let mapping = try RecordModels.Whole.mapping()
    let counts = try JSONTestSuite.files().reduce(into: (accepted: 0, rejected: 0)) { counts, file in
      let isAccepted = file.name.hasPrefix("y_") || accepted.contains(file.name)
      var failures: [MappingError?] = []
      do throws(MappingError) {
        try parser.parse(file.bytes)
        failures.append(nil)
      } catch {
        failures.append(error)
      }
      do throws(MappingError) {
        _ = try mapping.decode(file.bytes)
        failures.append(nil)
      } catch {
        failures.append(error)
      }
      for failure in failures {
        #expect((failure == nil) == isAccepted, "\(file.name)")
        #expect(failure == nil || failure?.byteOffset != nil, "\(file.name)")
      }
      if isAccepted { counts.accepted += 1 } else { counts.rejected += 1 }
    }
    #expect(counts == (95 + 12, 188 + 23))
  }

  /// At least 15,000 documents, two thirds of them mutated, every tenth with limits small enough to matter.
  @Test("generated and mutated documents on every route")
  func generated() throws {
    var options = DocumentGenerator.Options()
    options.allowsByteOrderMark = true
    var generator = DocumentGenerator(seed: SeededRandom.seed, options: options)
    let routes = try RecordRoutes()
    var findings = Findings()
    for round in 0..<15_000 {
      var document = generator.document()
      if round % 3 > 0 { document = generator.mutated(document) }
      var used = routes
      var limits = ReferenceLimits()
      if round % 10 == 0 {
        limits = generator.limits()
        used = try RecordRoutes(limits: limits)
      }
      for difference in used.differences(document) {
        findings.add(document, "\(difference)\n\(limits)")
      }
    }
    findings.report()
  }
}
