@testable import TestSupport

#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Lends bytes that end or begin directly at an unreadable page. Reading one byte too many crashes.
///
/// SAFETY: the mapping is `capacity` bytes between two pages without access, replaced by a larger one when
/// needed and given back in `deinit`; bytes are shown only during a call.
@safe final class GuardedMemory: TestMemory {
  private var mapping: UnsafeMutableRawPointer?
  private var capacity = 0
  private let page = Int(sysconf(Int32(_SC_PAGESIZE)))

  deinit {
    release()
  }

  private func release() {
    if let mapping = unsafe mapping { unsafe munmap(mapping, capacity + 2 * page) }
    unsafe mapping = nil
  }

  private func grow(to count: Int) {
    release()
    capacity = (max(count, 1 << 20) + page - 1) / page * page
    let protection = PROT_READ | PROT_WRITE
    let flags = MAP_PRIVATE | MAP_ANONYMOUS
    guard let new = unsafe mmap(nil, capacity + 2 * page, PROT_NONE, flags, -1, 0), unsafe new != MAP_FAILED,
      unsafe mprotect(new + page, capacity, protection) == 0
    else { preconditionFailure("no memory to guard") }
    unsafe mapping = unsafe new
  }

  func withBytes(_ bytes: ArraySlice<UInt8>, to body: (UnsafeRawBufferPointer) throws -> Void) rethrows {
    try unsafe place(bytes) { try unsafe body(UnsafeRawBufferPointer($0)) }
  }

  /// Lends bytes after others, so that they begin at any alignment.
  func withBytes(
    _ bytes: [UInt8], behind front: [UInt8], to body: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    try unsafe place((front + bytes)[...]) {
      try unsafe body(UnsafeRawBufferPointer(rebasing: $0[front.count...]))
    }
  }

  /// Lends bytes that begin directly after an unreadable page.
  func withFirst(
    _ bytes: ArraySlice<UInt8>, to body: (UnsafeRawBufferPointer) throws -> Void
  ) rethrows {
    try unsafe place(bytes, first: true) { try unsafe body(UnsafeRawBufferPointer($0)) }
  }

  private func place(
    _ bytes: ArraySlice<UInt8>, first: Bool = false, _ body: (UnsafeMutableRawBufferPointer) throws -> Void
  ) rethrows {
    if unsafe mapping == nil || bytes.count > capacity { grow(to: bytes.count) }
    guard let mapping = unsafe mapping else { return }
    let start = unsafe mapping + page + (first ? 0 : capacity - bytes.count)
    let place = unsafe UnsafeMutableRawBufferPointer(start: start, count: bytes.count)
    unsafe bytes.withUnsafeBytes { unsafe place.copyMemory(from: $0) }
    try unsafe body(place)
  }
}
