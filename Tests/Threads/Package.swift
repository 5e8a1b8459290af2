// swift-tools-version: 6.3

// Concurrent code for ThreadSanitizer. Scripts/check-threads copies this into a folder with links to the sources and
// the tests. Core has links to the core's tests that it runs.

import PackageDescription

/// As in the package itself, for functions that return spans of a batch's columns.
let lifetimes: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes")]

let core: [Target.Dependency] = ["StreamMap", "StreamMapCompression", "CZlib", "CZstd"]

let package = Package(
  name: "Threads",
  platforms: [.macOS(.v15)],
  targets: [
    .systemLibrary(name: "CYajl", path: "Sources/CYajl", pkgConfig: "yajl"),
    .systemLibrary(name: "CZlib", path: "Sources/CZlib", pkgConfig: "zlib"),
    .systemLibrary(name: "CZstd", path: "Sources/CZstd", pkgConfig: "libzstd"),
    .target(name: "CStructure"),
    .target(name: "CDecimal"),
    .target(name: "StreamMap", dependencies: ["CYajl", "CStructure", "CDecimal"], swiftSettings: lifetimes),
    .target(name: "StreamMapTables", dependencies: ["StreamMap"], swiftSettings: lifetimes),
    .target(name: "StreamMapCompression", dependencies: ["StreamMap", "CZlib", "CZstd"]),
    .executableTarget(
      name: "StreamMapCommand",
      dependencies: ["StreamMap", "StreamMapTables", "StreamMapCompression", "CMutexOrder"]),
    .target(name: "CMutexOrder", path: "Order"),
    .target(name: "CompressedInputs", dependencies: core, path: "Tests/CompressedInputs"),
    .target(
      name: "TestSupport", dependencies: ["StreamMap", "StreamMapTables", "CStructure"],
      path: "Tests/StreamMapTests/Support"),
    .testTarget(
      name: "StreamTests", dependencies: ["TestSupport", "StreamMap", "StreamMapTables", "CStructure"],
      path: "Core"),
    .testTarget(name: "StreamMapCompressionTests", dependencies: core + ["TestSupport", "CompressedInputs"]),
    .testTarget(
      name: "StreamMapCommandTests",
      dependencies: ["StreamMap", "StreamMapTables", "StreamMapCommand", "CompressedInputs"],
      exclude: ["compare_select.py", "messages.txt"]),
  ],
  swiftLanguageModes: [.v6]
)
