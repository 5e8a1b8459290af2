// swift-tools-version: 6.3

import PackageDescription

// A program as a user would write it: it knows the product StreamMap and nothing else of this repository.
// EMBEDDING_LANGUAGE_MODE=5 builds it in Swift 5 mode; Scripts/test runs both.
let mode: SwiftLanguageMode = Context.environment["EMBEDDING_LANGUAGE_MODE"] == "5" ? .v5 : .v6

let package = Package(
  name: "Embedding",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "StreamMap", path: "../..")],
  targets: [
    // Counts allocations, by means of its own.
    .target(name: "CAllocations"),
    .executableTarget(
      name: "Embedding",
      dependencies: [.product(name: "StreamMap", package: "StreamMap"), "CAllocations"]),
  ],
  swiftLanguageModes: [mode]
)
