#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Bytes between two unreadable pages. Reading one byte too many on either side crashes.
///
/// SAFETY: the mapping is three pages long, the middle one readable; `deinit` gives it
/// back, and bytes are shown only during a call.
@safe final class GuardedBytes {
  private let mapping: UnsafeMutableRawPointer
  private let page: Int

  init?() {
    page = Int(sysconf(Int32(_SC_PAGESIZE)))
    guard let mapping = unsafe mmap(nil, page * 3, PROT_NONE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0),
      unsafe mapping != MAP_FAILED
    else { return nil }
    unsafe self.mapping = unsafe mapping
    guard unsafe mprotect(mapping + page, page, PROT_READ | PROT_WRITE) == 0 else { return nil }
  }

  deinit {
    unsafe munmap(mapping, page * 3)
  }

  /// The longest supported run of bytes.
  var capacity: Int { page }

  /// Shows the bytes directly before an unreadable page, and then directly after one.
  func show(_ bytes: [UInt8], _ body: (UnsafePointer<UInt8>) -> Void) {
    for offset in [page * 2 - bytes.count, page] { unsafe show(bytes, at: offset, body) }
  }

  /// Shows the bytes once, directly before an unreadable page.
  func showBeforeEnd<Result>(_ bytes: [UInt8], _ body: (UnsafePointer<UInt8>) -> Result) -> Result {
    unsafe show(bytes, at: page * 2 - bytes.count, body)
  }

  private func show<Result>(
    _ bytes: [UInt8], at offset: Int, _ body: (UnsafePointer<UInt8>) -> Result
  ) -> Result {
    let place = unsafe (mapping + offset).assumingMemoryBound(to: UInt8.self)
    for (index, byte) in bytes.enumerated() { unsafe place[index] = byte }
    return unsafe body(UnsafePointer(place))
  }
}
