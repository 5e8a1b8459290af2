/// Where the compact text of a value stands in the machine's arena; what a projection
/// stores.
struct ByteRange: Sendable, Hashable {
  var offset = 0
  var count = 0
}
