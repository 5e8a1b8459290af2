/// A cache of values by type. The types requested last are found by their address.
///
/// A class whose arrays are replaced, and never changed in place: so finding a value needs no exclusivity check.
final class TypeCache<Value> {
  private var recent = [(type: ObjectIdentifier, value: Value)?](repeating: nil, count: 64)
  private var all: [ObjectIdentifier: Value] = [:]

  /// - Parameter make: creates the value of a type that was not requested before.
  @inline(__always)
  func value(of type: any Any.Type, _ make: () -> Value) -> Value {
    let type = ObjectIdentifier(type)
    let bits = UInt(bitPattern: type)
    let place = Int(truncatingIfNeeded: (bits &>> 4 ^ bits &>> 10) & 63)
    if let known = recent[place], known.type == type { return known.value }
    return other(type, place, make)
  }

  @inline(never)
  private func other(_ type: ObjectIdentifier, _ place: Int, _ make: () -> Value) -> Value {
    let value = all[type] ?? make()
    all[type] = value
    // The array is not copied, because nothing else holds it meanwhile.
    var changed = recent
    recent = []
    changed[place] = (type, value)
    recent = changed
    return value
  }
}
