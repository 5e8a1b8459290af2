// Writes an instance as JSON.
//
// SAFETY: an instance is what the plan's mapping was made for; a field's offset, or what shows it, came from the
// field's own key path. A `StoredString` has the layout of the `String` that is its only property, and so
// have the optionals of both.
extension WritingPlan {
  /// Writes an instance. If nothing of it is written, writes an empty object or array.
  func write(_ instance: UnsafeRawPointer, to json: inout JSONWriter) {
    if let variants {
      unsafe write(variants.writing, variants.plans, instance, &json)
      return
    }
    let base = unsafe base(of: instance)
    let root = unsafe nodes.pointee
    if root.kind == .run {
      // The comma before the instance is the caller's.
      json.needsComma = false
      _ = unsafe write(children: root, nil, instance, base, &json)
      return
    }
    if unsafe write(0, nil, instance, base, &json) { return }
    switch root.kind {
    case .object:
      json.beginObject()
      json.endObject()
    case .positions, .elements:
      json.beginArray()
      json.endArray()
    case .field, .run: json.null()
    }
  }

  /// Writes instances as the elements of an array.
  func write(_ instances: UnsafeRawPointer, _ count: Int, stride: Int, to json: inout JSONWriter) {
    let root = unsafe nodes.pointee
    // The elements of an array of class instances are references.
    let isInline = unsafe base(of: instances) == instances
    if isInline, root.kind == .run, root.isScalar, !json.style.isPretty {
      var index = root.base
      _ = unsafe write(
        scalars: &index, to: index &+ root.count, of: root, instances, &json, more: count &- 1, stride: stride
      )
      return
    }
    for index in 0..<count {
      json.element()
      unsafe write(instances + index &* stride, to: &json)
    }
  }

  /// Returns the address from which the offsets of fields count.
  @inline(__always)
  private func base(of instance: UnsafeRawPointer) -> UnsafeRawPointer {
    unsafe UnsafeRawPointer(self.instance.base(UnsafeMutableRawPointer(mutating: instance)))
  }

  /// Writes an instance with the plan of its variant.
  @inline(never)
  private func write(
    _ variants: VariantWriting, _ plans: [WritingPlan], _ instance: UnsafeRawPointer, _ json: inout JSONWriter
  ) {
    // A closure cannot capture the inout writer. So it captures a copy of the writer's address.
    var isShown = false
    unsafe withUnsafeMutablePointer(to: &json) { json in
      isShown = unsafe variants.show(instance) { index, model in
        unsafe plans[index].write(model, to: &json.pointee)
      }
    }
    if isShown { return }
    json.null()
    json.fail(NoVariant(typeName: self.instance.typeName, unwritable: variants.unwritable))
  }

  /// Writes a node. Returns false, and writes nothing, if there is nothing to write.
  ///
  /// - Parameter element: the index of the element of the fields below a wildcard.
  private func write(
    _ place: Int, _ element: Int?, _ instance: UnsafeRawPointer, _ base: UnsafeRawPointer,
    _ json: inout JSONWriter
  ) -> Bool {
    let node = unsafe nodes[place]
    switch node.kind {
    case .field: return unsafe write(field: node.base, element, instance, base, &json)
    case .object, .positions: return unsafe write(container: node, element, instance, base, &json)
    case .elements: return unsafe write(elements: node, instance, base, &json)
    case .run: return unsafe write(children: node, element, instance, base, &json)
    }
  }

  /// Writes the children of a node. Returns whether one was written, other than the `null` of an element.
  private func write(
    children node: Node, _ element: Int?, _ instance: UnsafeRawPointer, _ base: UnsafeRawPointer,
    _ json: inout JSONWriter
  ) -> Bool {
    var isWritten = false
    let end = node.base &+ node.count
    var index = node.base
    while index < end {
      if element == nil, unsafe write(scalars: &index, to: end, of: node, base, &json) { isWritten = true }
      if index == end { break }
      if unsafe write(child: index, of: node, element, instance, base, &json) { isWritten = true }
      index &+= 1
    }
    return isWritten
  }

  /// Writes an object, or an array of positions.
  private func write(
    container node: Node, _ element: Int?, _ instance: UnsafeRawPointer, _ base: UnsafeRawPointer,
    _ json: inout JSONWriter
  ) -> Bool {
    let isObject = node.kind == .object
    let mark = json.mark
    var isEmpty = true
    if isObject { json.beginObject() } else { json.beginArray() }
    if node.unknown >= 0, let unknown {
      isEmpty = unsafe !write(open: node, unknown, instance, base, &json)
    } else {
      isEmpty = unsafe !write(children: node, element, instance, base, &json)
    }
    if isEmpty {
      json.rewind(to: mark)
    } else if isObject {
      json.endObject()
    } else {
      json.endArray()
    }
    return !isEmpty
  }

  /// Writes children up to the first that is not a scalar. Returns whether one was written, other than the `null` of an
  /// element.
  ///
  /// The memory is reserved once for each instance, and again after a string that is written by itself. The place in it
  /// stays in a register.
  ///
  /// - Parameter more: the number of instances that follow in memory. All children of the node are scalars then.
  @inline(__always)
  private func write(
    scalars next: inout Int, to end: Int, of node: Node, _ base: UnsafeRawPointer, _ json: inout JSONWriter,
    more: Int = 0, stride: Int = 0
  ) -> Bool {
    guard unsafe children[next].scalar != .none, !json.style.isPretty else { return false }
    let extra = json.style.escapesSlashes ? ASCII.slash : ASCII.quote
    let writesNil = json.style.writesNil
    let knowsSmall = json.knowsSmallStrings
    let room = node.fixedCount &+ node.count &* 32 &+ TextCursor.longestCopied
    var cursor = json.cursor(room: room, and: node.fixedCount)
    /// The number of bytes of the name that are not written: the comma before the first value.
    var skipped = json.needsComma ? 0 : 1
    var isWritten = false
    var (base, more) = unsafe (base, more)
    instances: while true {
      while next < end {
        let child = unsafe children + next
        let scalar = unsafe child.pointee.scalar
        let address = unsafe base + child.pointee.offset
        let name = unsafe names + child.pointee.name.base + skipped
        let nameCount = unsafe child.pointee.name.count &- skipped
        @inline(__always)
        func value<Value>(_: Value.Type) -> Value {
          unsafe address.assumingMemoryBound(to: Value.self).pointee
        }
        var isNil = false
        // An optional that is not nil has the layout of its value.
        switch scalar {
        case .none: break instances
        case .begin: unsafe cursor.put(name, nameCount)
        case .end: unsafe cursor.put(names[child.pointee.name.base])
        case .optionalString:
          isNil = unsafe Self.isNil(address.assumingMemoryBound(to: StoredString?.self).pointee)
          if isNil { break }
          fallthrough
        case .string:
          unsafe cursor.put(name, nameCount)
          if unsafe Self.quote(address, also: extra, knowsSmall: knowsSmall, to: &cursor) { break }
          unsafe json.string(address.assumingMemoryBound(to: StoredString.self).pointee, after: cursor)
          cursor = json.cursor(room: room, and: node.fixedCount)
        case .optionalInt:
          isNil = value(Int?.self) == nil
          if isNil { break }
          fallthrough
        case .int:
          unsafe cursor.put(name, nameCount)
          cursor.integer(Int64(value(Int.self)))
        case .optionalDouble:
          isNil = value(Double?.self) == nil
          if isNil { break }
          fallthrough
        case .double:
          unsafe cursor.put(name, nameCount)
          if Self.write(value(Double.self), to: &cursor) { break }
          json.advance(to: cursor)
          json.nonFinite()
          cursor = json.cursor(room: room, and: node.fixedCount)
        case .optionalBool:
          isNil = value(Bool?.self) == nil
          if isNil { break }
          fallthrough
        case .bool:
          unsafe cursor.put(name, nameCount)
          cursor.bool(value(Bool.self))
        }
        next &+= 1
        if isNil {
          guard unsafe writesNil || child.pointee.isElement else { continue }
          unsafe cursor.put(name, nameCount)
          cursor.null()
        }
        isWritten = unsafe isWritten || !(isNil && child.pointee.isElement)
        skipped = scalar == .begin ? 1 : 0
      }
      if more == 0 { break }
      more &-= 1
      unsafe base += stride
      next = node.base
      json.advance(to: cursor)
      cursor = json.cursor(room: room, and: node.fixedCount)
    }
    json.advance(to: cursor)
    json.needsComma = skipped == 0
    return isWritten
  }

  @inline(__always)
  private static func isNil(_ string: borrowing StoredString?) -> Bool {
    switch string {
    case nil: true
    case _?: false
    }
  }

  @inline(never)
  private static func write(_ number: Double, to cursor: inout TextCursor) -> Bool {
    cursor.double(number, hasFraction: true)
  }

  /// Writes a string in quotes. Returns false, and writes nothing, if it has a byte to escape, if it is long, or if there is no
  /// room.
  ///
  /// SAFETY: the address is that of a string, or of an optional string that is not nil.
  @inline(__always)
  private static func quote(
    _ address: UnsafeRawPointer, also extra: UInt8, knowsSmall: Bool, to cursor: inout TextCursor
  ) -> Bool {
    if knowsSmall {
      let small = unsafe address.load(as: SmallString.self)
      if small.isSmall {
        return cursor.hasRoom(for: TextCursor.slack + 2) && cursor.quote(small, also: extra)
      }
    }
    return unsafe address.assumingMemoryBound(to: StoredString.self).pointee.text.utf8
      .withContiguousStorageIfAvailable { text in
        guard (TextCursor.slack...TextCursor.longestCopied).contains(text.count),
          cursor.hasRoom(for: text.count &+ 2),
          let start = text.baseAddress
        else {
          return false
        }
        return unsafe cursor.quote(start, text.count, also: extra)
      } ?? false
  }

  /// Writes a child of an object or of an array of positions. Without a value, an element is `null`, and a member is too if
  /// the style writes nil. Returns whether it wrote anything but the `null` of an element.
  @inline(__always)
  private func write(
    child index: Int, of node: Node, _ element: Int?, _ instance: UnsafeRawPointer, _ base: UnsafeRawPointer,
    _ json: inout JSONWriter
  ) -> Bool {
    let child = unsafe children + index
    switch unsafe child.pointee.scalar {
    case .begin:
      let length = unsafe child.pointee.name.count &- 1
      // The comma before the root is the caller's.
      if length > 1 {
        unsafe json.name(prefix: names + child.pointee.name.base, length)
      } else if node.kind != .run || index > node.base {
        json.element()
      }
      unsafe json.begin(names[child.pointee.name.base &+ length])
      return true
    case .end:
      unsafe json.end(names[child.pointee.name.base])
      return true
    default: break
    }
    let before = json.mark
    let isElement = unsafe child.pointee.isElement
    if isElement {
      for _ in unsafe 0..<child.pointee.missing {
        json.element()
        json.null()
      }
      json.element()
    } else {
      unsafe json.name(prefix: names + child.pointee.name.base, child.pointee.name.count)
    }
    if unsafe write(child.pointee.node, element, instance, base, &json) { return true }
    if json.style.writesNil || isElement {
      json.null()
      return !isElement
    }
    json.rewind(to: before)
    return false
  }

  /// Writes the members of an object that can have members of unknown names. These come after the known members, or
  /// among them in sorted order. Returns false if there are none.
  @inline(never)
  private func write(
    open node: Node, _ unknown: UnknownMembers, _ instance: UnsafeRawPointer, _ base: UnsafeRawPointer,
    _ json: inout JSONWriter
  ) -> Bool {
    let known = unknown.known[node.unknown]
    let knownNames = Set(known)
    let isSorted = json.style.sortsNames
    var isEmpty = true
    var next = 0
    func writeKnown(before name: [UInt8]?) {
      while next < node.count, name.map({ known[next].lexicographicallyPrecedes($0) }) ?? true {
        if unsafe write(child: node.base + next, of: node, nil, instance, base, &json) { isEmpty = false }
        next += 1
      }
    }
    if !isSorted { writeKnown(before: nil) }
    let own = closures[unknown.field]
    unsafe show(unknown.field, instance, base) { address in
      guard let gathering = own.storage.gathering else { return }
      unsafe gathering.forEach(address, own.model, isSorted: true) { key in
        let place = unknown.keys.member(of: key)
        let isHere = place.object == node.unknown && !knownNames.contains(Array(place.name.utf8))
        return isHere ? place.name : nil
      } _: { name, value in
        if isSorted { writeKnown(before: Array(name.utf8)) }
        json.name(name)
        if !value(&json) { json.null() }
        isEmpty = false
      }
    }
    writeKnown(before: nil)
    return !isEmpty
  }

  private func write(
    elements node: Node, _ instance: UnsafeRawPointer, _ base: UnsafeRawPointer, _ json: inout JSONWriter
  ) -> Bool {
    let child = unsafe children[node.base].node
    guard let count = unsafe count(child, instance, base) else { return false }
    json.beginArray()
    for element in 0..<count {
      json.element()
      if unsafe !write(child, element, instance, base, &json) {
        if unsafe nodes[child].kind == .object {
          json.beginObject()
          json.endObject()
        } else {
          json.null()
        }
      }
    }
    json.endArray()
    return true
  }

  /// Returns the largest number of elements of the fields below a node, or nil if all of them are nil.
  private func count(_ place: Int, _ instance: UnsafeRawPointer, _ base: UnsafeRawPointer) -> Int? {
    let node = unsafe nodes[place]
    if node.kind == .field {
      var count: Int?
      unsafe show(node.base, instance, base) { count = unsafe closures[node.base].storage.count($0) }
      return count
    }
    return (node.base..<(node.base + node.count)).compactMap {
      unsafe count(children[$0].node, instance, base)
    }.max()
  }

  @inline(always)
  private func write(
    field index: Int, _ element: Int?, _ instance: UnsafeRawPointer, _ base: UnsafeRawPointer,
    _ json: inout JSONWriter
  ) -> Bool {
    let field = unsafe fields + index
    if unsafe _fastPath(field.pointee.isPlain && field.pointee.offset >= 0 && element == nil) {
      return unsafe field.pointee.type.write(
        field.pointee.shape, at: base + field.pointee.offset, to: &json)
    }
    return unsafe writeAny(index, element, instance, base, &json)
  }

  @inline(never)
  private func writeAny(
    _ field: Int, _ element: Int?, _ instance: UnsafeRawPointer, _ base: UnsafeRawPointer,
    _ json: inout JSONWriter
  ) -> Bool {
    let own = closures[field]
    var isWritten = false
    unsafe show(field, instance, base) { address in
      guard let element else {
        isWritten = unsafe own.storage.write(address, own.model, to: &json)
        return
      }
      guard let count = unsafe own.storage.count(address), element < count else { return }
      isWritten = unsafe own.storage.write(element: element, of: address, own.model, to: &json)
    }
    return isWritten
  }

  private func show(
    _ field: Int, _ instance: UnsafeRawPointer, _ base: UnsafeRawPointer, _ body: (UnsafeRawPointer) -> Void
  ) {
    if unsafe fields[field].offset >= 0 {
      unsafe body(base + fields[field].offset)
    } else {
      unsafe closures[field].cell?.show?(instance, body)
    }
  }
}

/// The error for a model that matches no variant of its mapping.
private struct NoVariant: Error, CustomStringConvertible {
  let typeName: String
  /// The discriminators of the variants that cannot be written.
  let unwritable: [String]

  var description: String {
    let problem = "no variant matches this \(typeName)"
    if unwritable.isEmpty { return problem }
    let (noun, verb) = unwritable.count == 1 ? ("variant", "has") : ("variants", "have")
    return
      "\(problem): the \(noun) \(unwritable.joined(separator: ", ")) \(verb) no 'unwrap:', which writing needs"
  }
}

extension ValueWriting.Model {
  /// Creates the writing of instances of a plan's mapping.
  init(_ plan: WritingPlan) {
    unsafe self.init {
      unsafe plan.write($0, to: &$1)
    } elements: {
      unsafe plan.write($0, $1, stride: $2, to: &$3)
    }
  }

  /// Creates the writing of instances of a plan's mapping.
  ///
  /// - Parameter plan: called for each instance, or array of them. If it throws, the writer fails with that error.
  init(_ plan: @escaping @Sendable () throws -> WritingPlan) {
    unsafe self.init { instance, json in
      do {
        unsafe try plan().write(instance, to: &json)
      } catch {
        json.fail(error)
      }
    } elements: { instances, count, stride, json in
      do {
        unsafe try plan().write(instances, count, stride: stride, to: &json)
      } catch {
        json.fail(error)
      }
    }
  }
}
