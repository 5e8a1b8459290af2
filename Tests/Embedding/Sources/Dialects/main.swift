#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

// Models of all dialects in one program, one file for each.

#if swift(>=6)
  let languageMode = "Swift 6"
#else
  let languageMode = "Swift 5"
#endif

let lines = Array("{\"name\": \"Ada\"}\n{\"name\": \"Bob\"}\n".utf8)
let readers: [(dialect: String, names: ([UInt8]) throws -> [String])] = [
  ("Alter", namesByAlter), ("DynamicMapper", namesByDynamicMapper), ("Genome", namesByGenome),
  ("ObjectMapper", namesByObjectMapper), ("TinyMapping", namesByTinyMapping),
]
var failures = 0
for reader in readers {
  do {
    let names = try reader.names(lines)
    if names == ["Ada", "Bob"] { continue }
    print("FAILED  \(reader.dialect) found \(names)")
  } catch {
    print("FAILED  \(reader.dialect): \(error)")
  }
  failures += 1
}
if failures == 0 {
  print("Dialects: all well, in \(languageMode) mode")
} else {
  print("Dialects: \(failures) failed, in \(languageMode) mode")
  exit(1)
}
