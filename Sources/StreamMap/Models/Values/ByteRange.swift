/// The range of a value's compact text in the machine's arena. A projection stores it.
struct ByteRange: Sendable, Hashable {
  var offset = 0
  var count = 0
}
