/// The containers that a nested model's paths can go into. A model that takes its value whole, or has no paths,
/// accepts both.
struct ContainerKinds {
  var object = false
  var array = false
  /// Whether a scalar is accepted, too.
  var scalar = false

  init(object: Bool = false, array: Bool = false) {
    (self.object, self.array) = (object, array)
  }

  /// Creates the kinds for the first steps of paths.
  ///
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
