#if canImport(Darwin)
  import Darwin
#elseif canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#endif

/// Tells the threads that run from one another.
package enum ThreadIdentity {
  /// That of the thread that asks; never 0.
  @inline(__always)
  package static var current: UInt {
    #if canImport(Glibc)
      UInt(pthread_self())
    #else
      // SAFETY: the address is only compared.
      unsafe UInt(bitPattern: pthread_self())
    #endif
  }
}
