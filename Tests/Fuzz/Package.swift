// swift-tools-version: 6.3

import PackageDescription

// Programs that libFuzzer drives; Scripts/fuzz builds them with the instrumentation that they need and runs them.
// They link no CAllocationCounter, which does not go with AddressSanitizer.
let package = Package(
  name: "Fuzz",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "StreamMap", path: "../..")],
  targets: [
    // libFuzzer's entry point.
    .target(name: "CFuzzer"),
    // The kernels by themselves: a link to Sources/CStructure, which is no product.
    .target(name: "CKernels"),
    .executableTarget(name: "Kernels", dependencies: ["CFuzzer", "CKernels"]),
    // Records through the library. Its folder Shared is a link to what the property tests have in common with it.
    .executableTarget(
      name: "Fuzz",
      dependencies: ["CFuzzer", .product(name: "StreamMap", package: "StreamMap")],
      swiftSettings: [
        .strictMemorySafety(),
        .enableUpcomingFeature("ExistentialAny"),
        .enableUpcomingFeature("MemberImportVisibility"),
      ]),
  ],
  swiftLanguageModes: [.v6]
)
