// swift-tools-version: 6.3

import PackageDescription

// Programs as a user would write them, using only the products of this repository. One uses only the library, one all
// dialects together. EMBEDDING_LANGUAGE_MODE=5 builds them in Swift 5 mode. Scripts/check-embedding
// measures the small one.
let mode: SwiftLanguageMode = Context.environment["EMBEDDING_LANGUAGE_MODE"] == "5" ? .v5 : .v6

func product(_ name: String) -> Target.Dependency { .product(name: name, package: "StreamMap") }

let package = Package(
  name: "Embedding",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "StreamMap", path: "../..")],
  targets: [
    // Counts allocations independently of the package.
    .target(name: "CAllocations"),
    .executableTarget(
      name: "Embedding",
      dependencies: [.product(name: "StreamMap", package: "StreamMap"), "CAllocations"]),
    .executableTarget(name: "Small", dependencies: [product("StreamMap")]),
    .executableTarget(
      name: "Dialects",
      dependencies: [product("StreamMap")]
        + ["Alter", "DynamicMapper", "Genome", "ObjectMapper", "TinyMapping"].map { product("\($0)Dialect") }),
  ],
  swiftLanguageModes: [mode]
)
