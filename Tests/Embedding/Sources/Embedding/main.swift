#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

#if swift(>=6)
  let languageMode = "Swift 6"
#else
  let languageMode = "Swift 5"
#endif

var checks = Checks()
checks.group("events", checkEvents)
checks.group("mappings", checkMappings)
checks.group("push", checkPushing)
checks.group("coders", checkCoders)
checks.group("borrowing", checkBorrowing)
checks.group("allocations", checkAllocations)
if checks.failures == 0 {
  print("Embedding: all well, in \(languageMode) mode")
} else {
  print("Embedding: \(checks.failures) failed, in \(languageMode) mode")
  exit(1)
}
