/// A cache of values by type. The types requested last are found by their address.
struct TypeCache<Value> {
  private var recent = [(type: ObjectIdentifier, value: Value)?](repeating: nil, count: 64)
  private var all: [ObjectIdentifier: Value] = [:]

  /// - Parameter make: creates the value of a type that was not requested before.
  @inline(__always)
  mutating func value(of type: any Any.Type, _ make: () -> Value) -> Value {
    let type = ObjectIdentifier(type)
    let bits = UInt(bitPattern: type)
    let place = Int(truncatingIfNeeded: (bits &>> 4 ^ bits &>> 10) & 63)
    if let known = recent[place], known.type == type { return known.value }
    return other(type, place, make)
  }

  @inline(never)
  private mutating func other(_ type: ObjectIdentifier, _ place: Int, _ make: () -> Value) -> Value {
    let value = all[type] ?? make()
    all[type] = value
    recent[place] = (type, value)
    return value
  }
}
