import Foundation

/// The workloads whose records are separate documents. They run only if `--workload` names them.
extension Workload {
  static let documents = [small] + scalars + [document, probing]

  private static let small = Workload(
    "small", "documents of 100 to 300 B, such as the body of a request; all values mapped",
    generator: OrderGenerator.self, documents: Contender.smallDocuments(Order.self))

  /// The name that stands for all workloads of ``scalars``.
  static let scalarsName = "scalars"

  static let scalars = [
    scalars("int", "integers", Integers.self, [Int].self),
    scalars("double", "numbers of 6 to 15 digits", Doubles.self, [Double].self),
    scalars("string", "strings", Strings.self, [String].self),
    scalars("pairs", "numbers in pairs", Pairs.self, [[Double]].self),
    scalars("decimal", "numbers as Decimal", Decimals.self, [Decimal].self),
    scalars("url", "links as URL", Links.self, [URL].self),
  ]

  private static let document = Workload(
    "document", "documents of 5 MB, arrays of tweets, nested and wide; a third of the values mapped",
    generator: TimelineGenerator.self, documents: Contender.documents(Timeline.self))

  private static let probing = Workload(
    "probing", "documents of 0.6 MB, arrays of unlike records, as a type that tries every kind of JSON",
    generator: MixedGenerator.self, documents: Contender.documents(AnyJSON.self))

  private static func scalars<Kind: ScalarKind, Root: Codable & Checksummed>(
    _ name: String, _ about: String, _ kind: Kind.Type, _ model: Root.Type
  ) -> Workload {
    Workload(
      "\(scalarsName)-\(name)", "documents that are arrays of 20,000 \(about)",
      generator: ScalarGenerator<Kind>.self, documents: Contender.documents(model))
  }

  private init<Generator: RecordGenerator>(
    _ name: String, _ about: String, generator: Generator.Type, documents contenders: [Contender]
  ) {
    self.init(
      name, about, generator: generator, contenders: contenders, defaultNames: contenders.map(\.name))
  }
}
