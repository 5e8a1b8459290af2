// Finds the properties that are mapped.
extension Derivation {
  /// Returns the mapped properties of a model, with the names that its declaration gives them.
  func properties<Root>(of instance: Root, _ rules: DerivingRules) throws(PathError) -> [StoredProperty] {
    var properties = StoredProperty.all(of: Root.self)
    try check(properties, of: instance)
    let isObservable = properties.contains { $0.name == "_$observationRegistrar" }
    // Removes lazy properties and the properties that macros and the compiler add.
    properties.removeAll { $0.name.hasPrefix("$") || $0.name.hasPrefix("_$") }
    for (index, property) in properties.enumerated() where property.name.hasPrefix("_") {
      if isObservable || property.type is any DerivableWrapper.Type {
        properties[index].name.removeFirst()
      }
    }
    let names = Set(properties.map(\.name))
    if let name = rules.properties.subtracting(names).min() {
      throw error("has no stored property \"\(name)\": correct the rule that names it")
    }
    properties.removeAll { rules.leftOut.contains($0.name) || rules.excludesConstants && $0.isConstant }
    guard !properties.isEmpty else { throw error("has no stored property that can be mapped") }
    return properties
  }

  /// Checks that the runtime's description agrees with the model's layout and with its mirror.
  private func check<Root>(_ properties: [StoredProperty], of instance: Root) throws(PathError) {
    let isClass = Root.self is any AnyObject.Type
    // An object begins with its class and its reference count.
    var end = isClass ? 2 * MemoryLayout<Int>.size : 0
    // A property of zero size can be at any offset.
    for property in properties where !property.range.isEmpty {
      let isPlaced = property.range.lowerBound >= end && property.range.lowerBound % property.alignment == 0
      guard isPlaced, isClass || property.range.upperBound <= MemoryLayout<Root>.size else {
        throw error("has another layout than the runtime reports")
      }
      end = property.range.upperBound
    }
    guard !(instance is any CustomReflectable) else { return }
    var mirrors = [Mirror(reflecting: instance)]
    while let mirror = mirrors.last?.superclassMirror { mirrors.append(mirror) }
    let labels = mirrors.reversed().flatMap { $0.children.map { $0.label ?? "" } }
    // The instance may be one of a subclass.
    guard labels.starts(with: properties.map(\.name)) else {
      throw error("has other properties than the runtime reports")
    }
  }
}
