// swift-tools-version: 6.3

import PackageDescription

// libFuzzer programs. Scripts/fuzz builds them with instrumentation, and runs them. They do not link
// CAllocationCounter, which is incompatible with AddressSanitizer.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "StreamMap", path: "../..")],
  targets: [
    // libFuzzer's entry point.
    .target(name: "CFuzzer"),
    // The kernels alone, by a link to Sources/CStructure, which is not a product.
    .target(name: "CKernels"),
    .executableTarget(name: "Kernels", dependencies: ["CFuzzer", "CKernels"]),
    // What the library does with an input. The folders Targets, Shared, Arrow and Reference are links to code that the tests
    // share.
    .executableTarget(
      name: "Fuzz",
      dependencies: [
        "CFuzzer", .product(name: "StreamMap", package: "StreamMap"),
        .product(name: "StreamMapTables", package: "StreamMap"),
      ],
      swiftSettings: [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
