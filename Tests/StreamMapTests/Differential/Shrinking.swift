@testable import TestSupport

/// Shrinks a failing sample: removes lines, members and bytes while it still fails.
struct Shrinking {
  /// The maximum number of attempts.
  var tries = 20_000
  private let fails: (Sample) -> Bool
  private(set) var sample: Sample

  init(_ sample: Sample, fails: @escaping (Sample) -> Bool) {
    self.sample = sample
    self.fails = fails
  }

  /// The smallest sample found.
  static func smallest(_ sample: Sample, fails: @escaping (Sample) -> Bool) -> Sample {
    var shrinking = Shrinking(sample, fails: fails)
    shrinking.run()
    return shrinking.sample
  }

  private mutating func run() {
    var before = Int.max
    while sample.count < before, tries > 0 {
      before = sample.count
      removePieces()
      for index in sample.pieces.indices.reversed() where index < sample.pieces.count {
        removeContainers(index)
        removeRuns(index)
      }
    }
    for index in sample.pieces.indices { simplify(index) }
  }

  private mutating func accept(_ candidate: Sample) -> Bool {
    guard tries > 0 else { return false }
    tries -= 1
    guard fails(candidate) else { return false }
    sample = candidate
    return true
  }

  private mutating func accept(_ piece: [UInt8], at index: Int) -> Bool {
    var candidate = sample
    candidate.pieces[index] = piece
    return accept(candidate)
  }

  private mutating func removePieces() {
    var size = sample.pieces.count
    while size > 0 {
      var start = 0
      while start < sample.pieces.count, sample.pieces.count > 1 {
        var candidate = sample
        candidate.pieces.removeSubrange(start..<min(start + size, candidate.pieces.count))
        if candidate.pieces.isEmpty || !accept(candidate) { start += size }
      }
      size /= 2
    }
  }

  private mutating func removeRuns(_ index: Int) {
    var size = sample.pieces[index].count / 2
    while size > 0 {
      var start = 0
      while start < sample.pieces[index].count {
        var piece = sample.pieces[index]
        piece.removeSubrange(start..<min(start + size, piece.count))
        if !accept(piece, at: index) { start += size > 16 ? size : 1 }
      }
      size = size > 16 ? size / 2 : size - 1
    }
  }

  /// Removes the two brackets of a container, with or without its contents.
  private mutating func removeContainers(_ index: Int) {
    var start = 0
    while start < sample.pieces[index].count {
      let piece = sample.pieces[index]
      if piece[start] == UInt8(ascii: "{") || piece[start] == UInt8(ascii: "["),
        let end = closer(of: start, in: piece)
      {
        var whole = piece
        whole.removeSubrange(start...end)
        if accept(whole, at: index) { continue }
        var brackets = piece
        brackets.remove(at: end)
        brackets.remove(at: start)
        if accept(brackets, at: index) { continue }
      }
      start += 1
    }
  }

  private func closer(of start: Int, in piece: [UInt8]) -> Int? {
    var depth = 0
    for index in start..<piece.count {
      switch piece[index] {
      case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
      case UInt8(ascii: "}"), UInt8(ascii: "]"):
        depth -= 1
        if depth == 0 { return index }
      default: break
      }
    }
    return nil
  }

  /// Replaces irrelevant letters and digits by `a` and `0`.
  private mutating func simplify(_ index: Int) {
    for place in sample.pieces[index].indices {
      var piece = sample.pieces[index]
      switch piece[place] {
      case UInt8(ascii: "b")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"), 0x80...:
        piece[place] = UInt8(ascii: "a")
      case UInt8(ascii: "1")...UInt8(ascii: "9"):
        piece[place] = UInt8(ascii: "0")
      default: continue
      }
      _ = accept(piece, at: index)
    }
  }
}
