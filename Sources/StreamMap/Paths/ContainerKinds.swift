/// Which containers a nested model's paths can go into; one that takes its value
/// whole, or wants nothing, goes with either.
struct ContainerKinds {
  var object = false
  var array = false
  /// A scalar does, too.
  var scalar = false

  init(object: Bool = false, array: Bool = false) {
    (self.object, self.array) = (object, array)
  }

  /// - Parameter steps: the first step of each path, or nil for the value itself.
  init(_ steps: [RecordPath.Segment?]) {
    for step in steps {
      switch step {
      case .name, .everyMember: object = true
      case .index, .everyElement: array = true
      case .indexOrName: (object, array) = (true, true)
      case nil: (object, array, scalar) = (true, true, true)
      }
    }
  }
}
