import StreamMap
import Testing

@testable import TestSupport

/// Finds and looks up properties that refer to objects of a class.
@Suite("Object properties")
struct ObjectPropertiesTests {
  private class Node {
    var number: Int
    init(_ number: Int) { self.number = number }
  }

  private final class Leaf<Value>: Node {
    let value: Value
    init(_ number: Int, _ value: Value) {
      self.value = value
      super.init(number)
    }
  }

  private struct Model {
    var small: UInt8 = 1
    var first = Leaf(1, "one")
    var text = "text"
    let second: Node = Leaf(2, 2)
    var optional: Node? = Node(9)
    weak var weak: Node?
    var other: AnyObject = Node(8)
    var third = Leaf(3, [3])
  }

  private func numbers<Root>(of root: Root) -> [Int] {
    let properties = ObjectProperties<Node>(of: type(of: root))
    var numbers: [Int] = []
    properties.forEach(of: root) { index, node in
      #expect(index == numbers.count)
      numbers.append(node.number)
    }
    #expect(properties.names.count == numbers.count)
    return numbers
  }

  @Test("of a struct, with constants, without optionals and weak references", .feature("23"))
  func structs() {
    let model = Model()
    #expect(numbers(of: model) == [1, 2, 3])
    #expect(ObjectProperties<Node>(of: Model.self).names == ["first", "second", "third"])
    #expect(numbers(of: 5) == [] && numbers(of: Node?.none) == [] && numbers(of: (Node(1), 2)) == [])
    // The closure gets the object itself.
    ObjectProperties<Node>(of: Model.self).forEach(of: model) { _, node in node.number *= 10 }
    #expect(model.first.number == 10 && model.second.number == 20 && model.third.number == 30)
  }

  private class Base {
    var byte: UInt8 = 0
    var base = Node(3)
  }

  private class Middle: Base {
    var middle = Leaf(2, 1.5)
  }

  private final class Top: Middle {
    var text = "text"
    var top = Node(1)
    var last = Leaf(4, ())
  }

  @Test("of a class, before its superclasses'", .feature("25"))
  func classes() {
    #expect(numbers(of: Top()) == [1, 4, 2, 3])
    #expect(ObjectProperties<Node>(of: Top.self).names == ["top", "last", "middle", "base"])
    let middle: Middle = Top()
    #expect(numbers(of: middle) == [1, 4, 2, 3])
    #expect(numbers(of: Middle()) == [2, 3] && numbers(of: Base()) == [3])
    #expect(numbers(of: Node(7)) == [])
  }
}
