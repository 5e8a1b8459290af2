/// Decides whether the strings of a field are looked up in the ``StringTable``, from how many were found there.
///
/// A string that is found saves twice what a failed look-up costs, if another would be allocated. A found string
/// therefore earns two credits, and any other costs one, also if it is too short or too long for the table. Without
/// credit, the field's strings are not looked up until the next trial. Trials are farther apart each time, so that a
/// field whose values do not repeat loses almost nothing.
struct StringSharing {
  private var credit = initialCredit
  /// The number of trials that the field is left out of.
  private var wait: UInt8 = 0
  /// How often the wait was doubled. `always` for a field that is not measured.
  private var doublings: UInt8 = 0

  /// The credit lasts until the table has the values of a field with up to about 250 distinct values. A field with more
  /// gains nothing, because its look-ups miss the processor's caches.
  private static let initialCredit: UInt8 = 48
  private static let mostDoublings: UInt8 = 7
  private static let always = UInt8.max

  init(isMeasured: Bool = true) {
    if !isMeasured { doublings = Self.always }
  }

  /// Returns whether a trial of the field begins.
  mutating func isDue() -> Bool {
    if wait == 0 { return true }
    wait -= 1
    return false
  }

  /// Records whether a string was found. Returns whether the next one is looked up.
  @inline(__always)
  mutating func record(isKnown: Bool) -> Bool {
    if isKnown {
      if credit <= .max - 2 { credit &+= 2 } else if doublings != Self.always { doublings = 0 }
      return true
    }
    credit &-= 1
    return credit > 0 || isRenewed()
  }

  @inline(never)
  private mutating func isRenewed() -> Bool {
    credit = Self.initialCredit
    if doublings == Self.always { return true }
    if doublings < Self.mostDoublings { doublings += 1 }
    wait = 1 << doublings - 1
    return false
  }
}
