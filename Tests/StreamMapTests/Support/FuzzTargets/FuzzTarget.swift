/// What the fuzzer and the replay of its kept corpus do with an input. It uses the public interface only, because the fuzzer's
/// package has no other.
enum FuzzTarget: String, CaseIterable, Sendable {
  /// Full validation with both engines and any cuts: the same models and errors.
  case engines
  /// Mapped validation: the same as full validation for records that full validation accepts, and the same for any
  /// cuts.
  case walker
  /// The first line is a condition. Both engines keep the same of the records in the other lines.
  case filters
  /// The first line is a list of paths. Both engines give the same rows, and CSV has the same values when it is read back.
  case paths
  /// The first line is a list of columns with types. Both engines give the same batches, and the Arrow stream has them
  /// when it is read back.
  case types
  /// A document through `StreamDecoder` and Foundation: the same values.
  case decoder

  /// Returns what is wrong with the library's results for an input, or nil.
  func difference(_ input: [UInt8]) -> String? {
    switch self {
    case .engines, .walker: recordDifference(input)
    case .filters: Self.filterDifference(Lines(input))
    case .paths: Self.pathDifference(Lines(input))
    case .types: Self.typeDifference(Lines(input))
    case .decoder: Self.decoderDifference(input)
    }
  }

  /// An input whose first line is a text for the library, and whose other lines are records.
  struct Lines {
    var head: String
    var records: [UInt8]

    init(_ input: [UInt8]) {
      let end = input.firstIndex(of: 0x0A) ?? input.endIndex
      head = String(decoding: input[..<end], as: UTF8.self)
      records = Array(input[end...].dropFirst())
      if records.isEmpty { records = Self.usual }
    }

    /// Records with values of each kind, for inputs that are only a text.
    private static let usual = Array(
      #"""
      {"id":1,"name":"a","items":[{"sku":"x","price":1.5},{"sku":null},7],"log":"{\"level\":3}","at":"2024-05-19T10:00:00Z"}
      {"id":-2e2,"name":"b,\"\n\u00e9","items":[],"scores":{"a":1,"b":[2]},"a b":true,"log":"[1,"}
      {"id":null,"name":7,"items":{"sku":1},"scores":null}
      {"id":12345678901234567890,"name":""}
      {"id":1,
      [{"id":1}]
      """#.utf8)
  }
}
