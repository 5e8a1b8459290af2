#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Android)
  import Android
#endif

/// Waits for a descriptor to have bytes, or to have ended, until another thread puts an end to the waiting.
///
/// It does so through a pipe: `far` is closed to wake the one who waits, for the end of the pipe, too.
///
/// SAFETY: the system fills and reads the arrays it is given during the call; one thread waits, another ends.
final class DescriptorWait: @unchecked Sendable {
  private let near: Int32
  private let far: Int32

  /// - Throws: what the system says if there can be no more descriptors.
  init() throws(MappingError) {
    var ends: [Int32] = [-1, -1]
    guard unsafe pipe(&ends) == 0 else {
      throw unsafe MappingError(.io, expected: "cannot open a pipe", found: String(cString: strerror(errno)))
    }
    for end in ends { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
    near = ends[0]
    far = ends[1]
  }

  deinit {
    close(near)
  }

  /// Waits. A descriptor that cannot be waited for is as one that has bytes: reading it will tell.
  ///
  /// - Returns: whether to read; not if the waiting was put to an end.
  func wait(for descriptor: Int32) -> Bool {
    let events = Int16(POLLIN)
    var polled = [
      pollfd(fd: descriptor, events: events, revents: 0), pollfd(fd: near, events: events, revents: 0),
    ]
    while unsafe poll(&polled, 2, -1) < 0, errno == EINTR {}
    return polled[1].revents == 0
  }

  /// Whether a descriptor has bytes, or has ended, or cannot be waited for.
  static func isReady(_ descriptor: Int32) -> Bool {
    var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
    return unsafe poll(&polled, 1, 0) != 0
  }

  /// Puts an end to all waiting. Once.
  func end() {
    close(far)
  }
}
