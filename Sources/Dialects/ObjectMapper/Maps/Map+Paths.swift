import FoundationValues
import StreamMap

// Locates the selected value. A null before the end of the path makes the value absent, and a null at the end is
// present. A scalar before the end is the value, but not present: `map.value("a.b")` returns the value at `a`, as in
// the original.
extension Map {
  func takePath(_ key: MapKey, of object: TapeObject) {
    if key.passageNumber > 0, key.passageNumber == passageNumber, let last = key.steps.last {
      tapeValue = passage?.member(last)
      isPresent = tapeValue != nil
      return
    }
    tapeValue = nil
    isPresent = false
    var value = object.value
    for (number, step) in key.steps.enumerated() {
      let isLast = number == key.steps.count - 1
      let next: TapeValue?
      switch value.kind {
      case .object:
        if isLast, number > 0, key.passageNumber > 0 {
          passage = value
          passageNumber = key.passageNumber
        }
        next = number == 0 && !step.utf8.contains(UInt8(ascii: ".")) ? object.value(step) : value.member(step)
      case .array: next = Int(step).flatMap { value.element($0) }
      case .null: return
      default:
        tapeValue = value
        return
      }
      guard let next else { return }
      value = next
    }
    tapeValue = value
    isPresent = true
  }

  @inline(never)
  func takeTree(_ key: MapKey) {
    if !key.isNested { return take(name: key.name) }
    treeValue = nil
    isPresent = false
    guard let tree else { return }
    var value = FoundationValue.object(tree)
    for step in key.steps {
      let next: Any?
      if let object = value.members {
        next = object[step]
      } else if let array = value.elements {
        next = Int(step).flatMap { array.indices.contains($0) ? array[$0] : nil }
      } else if value.isNull {
        return
      } else {
        treeValue = value
        return
      }
      guard let next else { return }
      value = FoundationValue(next)
    }
    treeValue = value
    isPresent = true
  }
}
