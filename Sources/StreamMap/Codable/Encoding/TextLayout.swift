/// Formats compact JSON text as `JSONEncoder` does: the members of objects in the byte order of their names, each on
/// its own line. If a name is repeated, its first position has the last value.
///
/// A first pass finds the end of each container. So the second pass reads no text more than twice, at any nesting
/// depth.
struct TextLayout {
  var isPretty = false
  var isSorted = false
  /// Whether an object may have a name more than once.
  var hasRepeatedNames = false
  private var output: [UInt8] = []
  /// The containers, in the order in which they begin.
  private var containers: [Container] = []
  /// The members of the objects that are being written.
  private var members: [Member] = []

  var bufferSize: Int {
    output.capacity + containers.capacity * MemoryLayout<Container>.stride
      + members.capacity * MemoryLayout<Member>.stride
  }

  private struct Container {
    var end = 0
    /// The number of the first container after it.
    var next = 0
  }

  /// A position before a value, and the number of the first container in it or after it.
  private struct Place {
    var cursor = RecordCursor()
    var container = 0

    mutating func enter() {
      cursor.enter()
      container += 1
    }
  }

  private struct Member {
    let name: RecordCursor.Text
    var value: Place
  }

  /// - Complexity: O(n) in the bytes, plus the sorting of names.
  mutating func format(_ text: inout [UInt8]) {
    output.removeAll(keepingCapacity: true)
    findContainers(text.span)
    write(text.span, Place(), depth: 0)
    swap(&text, &output)
  }

  private mutating func findContainers(_ text: Span<UInt8>) {
    containers.removeAll(keepingCapacity: true)
    var open: [Int] = []
    var cursor = RecordCursor()
    while let token = cursor.next(in: text) {
      switch token {
      case .beginObject, .beginArray:
        open.append(containers.count)
        containers.append(Container())
      case .endObject, .endArray:
        if let innermost = open.popLast() {
          containers[innermost] = Container(end: cursor.offset, next: containers.count)
        }
      default: break
      }
    }
  }

  /// Skips a value. The first pass found the ends of containers.
  private func skipValue(_ text: Span<UInt8>, _ place: inout Place) {
    switch place.cursor.kind(in: text) {
    case .object, .array:
      let container = containers[place.container]
      place = Place(cursor: RecordCursor(at: container.end), container: container.next)
    default: place.cursor.skipValue(in: text)
    }
  }

  /// Writes the value at a position.
  private mutating func write(_ text: Span<UInt8>, _ place: Place, depth: Int) {
    var place = place
    switch place.cursor.kind(in: text) {
    case .object: object(text, place, depth: depth)
    case .array: array(text, place, depth: depth)
    default: output.append(text.extracting(place.cursor.skipValue(in: text)))
    }
  }

  private mutating func array(_ text: Span<UInt8>, _ place: Place, depth: Int) {
    open(ASCII.openBracket)
    var place = place
    place.enter()
    var isFirst = true
    while place.cursor.findNext(in: text) {
      begin(isFirst: isFirst, depth: depth + 1)
      isFirst = false
      write(text, place, depth: depth + 1)
      skipValue(text, &place)
    }
    close(ASCII.closeBracket, depth: depth)
  }

  private mutating func object(_ text: Span<UInt8>, _ place: Place, depth: Int) {
    let base = members.count
    var place = place
    place.enter()
    var places: [String: Int] = [:]
    while let name = place.cursor.nextName(in: text) {
      let key = hasRepeatedNames ? name.string(in: text) : ""
      if hasRepeatedNames, let first = places[key] {
        members[first].value = place
      } else {
        if hasRepeatedNames { places[key] = members.count }
        members.append(Member(name: name, value: place))
      }
      skipValue(text, &place)
    }
    if isSorted {
      members[base...].sort { left, right in Self.precedes(left.name, right.name, text) }
    }
    open(ASCII.openBrace)
    for index in base..<members.count {
      let member = members[index]
      begin(isFirst: index == base, depth: depth + 1)
      let name = member.name.range
      output.append(text.extracting((name.lowerBound - 1)..<(name.upperBound + 1)))
      if isPretty { output.append(ASCII.space) }
      output.append(ASCII.colon)
      if isPretty { output.append(ASCII.space) }
      write(text, member.value, depth: depth + 1)
    }
    members.removeSubrange(base...)
    close(ASCII.closeBrace, depth: depth)
  }

  private static func precedes(
    _ left: RecordCursor.Text, _ right: RecordCursor.Text, _ text: Span<UInt8>
  ) -> Bool {
    if left.hasEscapes || right.hasEscapes {
      var names: ([UInt8], [UInt8]) = ([], [])
      left.append(from: text, to: &names.0)
      right.append(from: text, to: &names.1)
      return names.0.lexicographicallyPrecedes(names.1)
    }
    return zip(left.range, right.range).first { text[$0] != text[$1] }.map { text[$0] < text[$1] }
      ?? (left.range.count < right.range.count)
  }

  private mutating func open(_ bracket: UInt8) {
    output.append(bracket)
    if isPretty { output.append(ASCII.lineFeed) }
  }

  /// Begins a member or an element of a container, on its own line if pretty.
  private mutating func begin(isFirst: Bool, depth: Int) {
    if !isFirst {
      output.append(ASCII.comma)
      if isPretty { output.append(ASCII.lineFeed) }
    }
    indent(depth)
  }

  private mutating func close(_ bracket: UInt8, depth: Int) {
    if isPretty { output.append(ASCII.lineFeed) }
    indent(depth)
    output.append(bracket)
  }

  private mutating func indent(_ depth: Int) {
    guard isPretty else { return }
    for _ in 0..<depth { output.append(contentsOf: [ASCII.space, ASCII.space]) }
  }
}
