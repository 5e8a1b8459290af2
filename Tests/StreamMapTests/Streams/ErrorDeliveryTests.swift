import Testing

@testable import StreamMap
@testable import TestSupport

/// ``ErrorPolicy/deliver``.
@Suite("Delivered errors")
struct ErrorDeliveryTests {
  /// A model or an error, to be compared.
  private enum Element: Equatable {
    case id(Int)
    case error(ReportedError)

    init(_ result: Result<Row, MappingError>) {
      self =
        switch result {
        case .success(let row): .id(row.id)
        case .failure(let error): .error(ReportedError(error))
        }
    }

    var id: Int? { if case .id(let id) = self { id } else { nil } }
    var error: ReportedError? { if case .error(let error) = self { error } else { nil } }
  }

  @Test("counts each kind of error")
  func counts() {
    var counts = RejectionCounts()
    for kind in [MappingError.Kind.syntax, .typeMismatch, .syntax] { counts.add(kind) }
    #expect(counts.kinds.map(\.kind) == [.syntax, .typeMismatch])
    #expect(counts.kinds.map(\.count) == [2, 1])
  }

  private static func lines(_ text: String, _ framing: Framing = .lines) throws -> JSONLines<Row> {
    var lines = try JSONLines(text: text)
    lines.framing = framing
    lines.onError = .deliver
    return lines
  }

  /// Compares the delivered errors with those that `skip` reports. Returns the elements.
  private static func check(_ lines: JSONLines<Row>) throws -> [Element] {
    let noted = Noted()
    var skipping = lines
    skipping.onError = .skip { error, bytes in noted.note(error, bytes) }
    let models = skipping.results.compactMap { try? $0.get().id }
    let elements = lines.results.map(Element.init)
    #expect(elements.compactMap(\.id) == models)
    let errors = elements.compactMap(\.error)
    #expect(errors == noted.all.map { ReportedError($0.error) })
    for workers in 1...3 {
      #expect(lines.results(workers: workers).map(Element.init) == elements)
    }
    return elements
  }

  @Test("errors stand where their records do")
  func order() throws {
    let elements = try Self.check(Self.lines("[\n{\"id\":1}\n{\"id\":1.5}\n\n{\"id\":2}\nx\ny\n{\"id\":3}"))
    #expect(elements.map(\.id) == [nil, 1, nil, 2, nil, nil, 3])
  }

  @Test("many chunks and parts keep the order")
  func many() throws {
    let filler = String(repeating: "a", count: 300)
    let text = (0..<60_000).map { index in
      switch index % 7 {
      case 3: #"{"id":"x","text":"\#(filler)"}"#
      case 4 where index % 2 == 0: "oops"
      default: #"{"id":\#(index),"text":"\#(filler)"}"#
      }
    }.joined(separator: "\n")
    let elements = try Self.check(Self.lines(text))
    #expect(elements.count == 60_000)
  }

  @Test("only errors, and nothing at all")
  func extremes() throws {
    #expect(try Self.check(Self.lines("x\ny\nz")).count == 3)
    #expect(try Self.check(Self.lines("")).isEmpty)
  }

  @Test("an error between records is the last element")
  func framing() throws {
    let elements = try Self.check(Self.lines("[{\"id\":1},{\"id\":true},{\"id\":2} {\"id\":3}]", .array()))
    #expect(elements.count == 4)
    #expect(elements.first == .id(1) && elements[2] == .id(2))
    #expect(elements[1].error != nil && elements[3].error != nil)
  }

  @Test("a file that cannot be opened is the last element")
  func input() throws {
    var lines = JSONLines(path: "/nowhere/at/all", as: try Row.mapping())
    lines.onError = .deliver
    #expect(lines.results.map(Element.init).count == 1)
    #expect(lines.results(workers: 2).map(Element.init).count == 1)
  }

  @Test("decoded records, too")
  func decoded() throws {
    struct Item: Decodable, Sendable { let id: Int }
    var lines = JSONLines(.text("{\"id\":1}\n{}\n{\"id\":2}"), decoding: Item.self)
    lines.onError = .deliver
    #expect(lines.results.map { (try? $0.get())?.id } == [1, nil, 2])
    #expect(lines.results(workers: 2).map { (try? $0.get())?.id } == [1, nil, 2])
  }

  @Test("other views stop at the first")
  func others() async throws {
    let lines = try Self.lines("{\"id\":1}\nx\n{\"id\":2}")
    var ids: [Int] = []
    #expect(throws: MappingError.self) { try lines.forEach { row, _ in ids.append(row.id) } }
    #expect(throws: MappingError.self) { try lines.forEach(workers: 2) { _, _ in } }
    await #expect(throws: MappingError.self) { for try await row in lines.async { ids.append(row.id) } }
    var parser = PushParser(try Row.mapping())
    parser.onError = .deliver
    #expect(throws: MappingError.self) { try parser.feed("x\n{\"id\":2}\n") { row, _ in ids.append(row.id) } }
    var document = PushParser(try Row.mapping(), framing: .document)
    document.onError = .deliver
    #expect(throws: MappingError.self) { try document.feed("x ") { row, _ in ids.append(row.id) } }
    #expect(ids == [1, 1])
  }
}
