/// A coding key that no model declares: an index, the name of a dictionary entry, or `super`.
///
/// It is stored in an `any CodingKey` without an allocation. The text of an index and the number in a name are made
/// when they are requested.
package struct PathKey: CodingKey {
  private let step: Step

  private enum Step {
    case index(Int)
    case name(String)
    /// A name whose integer value is the number in it, if it is one.
    case entry(String)
  }

  package init(index: Int) {
    step = .index(index)
  }

  package init(stringValue: String) {
    step = .name(stringValue)
  }

  package init(intValue: Int) {
    step = .entry("\(intValue)")
  }

  /// Creates the key of a dictionary entry. Its integer value is the number in `name`, if it is one.
  init(name: String) {
    step = .entry(name)
  }

  package var stringValue: String {
    switch step {
    case .index(let index): "Index \(index)"
    case .name(let name), .entry(let name): name
    }
  }

  package var intValue: Int? {
    switch step {
    case .index(let index): index
    case .name: nil
    case .entry(let name): Int(name)
    }
  }

  static let `super` = PathKey(stringValue: "super")
}
