// State: one borrowed node; the owner of the tree outlives it.

import CYajl
import Foundation

/// A node of a tree of `yajl_tree_parse`, with the look-ups that a careful user writes: a linear search for each member
/// name. The first member with the name is used.
@safe
struct YajlTree {
  // SAFETY: the contender `yajl-tree` makes the nodes and frees the tree after the model is built; a node never escapes
  // from an initializer of a model.
  private let node: yajl_val

  init(borrowing node: yajl_val) {
    unsafe self.node = node
  }

  private func member(_ name: StaticString, type: yajl_type) throws -> yajl_val {
    guard let value = unsafe find(name), unsafe value.pointee.type == type else {
      throw MissingValue(name: "\(name)")
    }
    return unsafe value
  }

  private func find(_ name: StaticString) -> yajl_val? {
    guard unsafe node.pointee.type == yajl_t_object else { return nil }
    let object = unsafe node.pointee.u.object
    let wanted = unsafe UnsafeRawPointer(name.utf8Start).assumingMemoryBound(to: CChar.self)
    // SAFETY: `keys` and `values` have `len` entries; keys are NUL-terminated, as is a static string.
    for index in 0..<(unsafe object.len) {
      if let key = unsafe object.keys[index], unsafe strcmp(key, wanted) == 0 {
        return unsafe object.values[index]
      }
    }
    return nil
  }

  func object(_ name: StaticString) throws -> YajlTree {
    try unsafe YajlTree(borrowing: member(name, type: yajl_t_object))
  }

  func array(_ name: StaticString) throws -> YajlTree {
    try unsafe YajlTree(borrowing: member(name, type: yajl_t_array))
  }

  func string(_ name: StaticString) throws -> String {
    // SAFETY: a node of type string has a NUL-terminated string.
    unsafe String(cString: try member(name, type: yajl_t_string).pointee.u.string)
  }

  func optionalString(_ name: StaticString) throws -> String? {
    guard let value = unsafe find(name), unsafe value.pointee.type != yajl_t_null else { return nil }
    return try string(name)
  }

  func int(_ name: StaticString) throws -> Int {
    let number = unsafe try member(name, type: yajl_t_number).pointee.u.number
    guard unsafe number.flags & UInt32(YAJL_NUMBER_INT_VALID) != 0 else {
      throw MissingValue(name: "\(name)")
    }
    return Int(unsafe number.i)
  }

  func double(_ name: StaticString) throws -> Double {
    unsafe try member(name, type: yajl_t_number).pointee.u.number.d
  }

  func bool(_ name: StaticString) throws -> Bool {
    guard let value = unsafe find(name) else { throw MissingValue(name: "\(name)") }
    switch unsafe value.pointee.type {
    case yajl_t_true: return true
    case yajl_t_false: return false
    default: throw MissingValue(name: "\(name)")
    }
  }
}

/// Look-ups by index, in an array.
extension YajlTree {
  var count: Int {
    unsafe node.pointee.type == yajl_t_array ? node.pointee.u.array.len : 0
  }

  private func element(_ index: Int, type: yajl_type) throws -> yajl_val {
    // SAFETY: `values` has `count` entries, none of them null.
    guard index < count, let value = unsafe node.pointee.u.array.values[index],
      unsafe value.pointee.type == type
    else { throw MissingValue(name: "[\(index)]") }
    return unsafe value
  }

  func elements(at index: Int) throws -> YajlTree {
    try unsafe YajlTree(borrowing: element(index, type: yajl_t_array))
  }

  func double(at index: Int) throws -> Double {
    unsafe try element(index, type: yajl_t_number).pointee.u.number.d
  }
}
