// swift-tools-version: 6.3

import PackageDescription

let strict: [SwiftSetting] = [
  .strictMemorySafety(),
  .enableUpcomingFeature("ExistentialAny"),
  .enableUpcomingFeature("MemberImportVisibility"),
]

/// For functions that return spans of a batch's columns.
let lifetimes: [SwiftSetting] = [.enableExperimentalFeature("Lifetimes")]

/// The libraries whose models are mapped as they are: for each a target, a product and its tests.
let dialects = ["ObjectMapper", "Genome", "Alter", "DynamicMapper", "TinyMapping"]

// SwiftPM warns about a pkg-config file that it does not find, even if no built target needs the library. On Linux the
// compiler finds both libraries without one. On macOS they are in Homebrew's folders.
#if os(Linux)
  let compressionPackages: (zlib: String?, zstd: String?) = (nil, nil)
#else
  let compressionPackages: (zlib: String?, zstd: String?) = ("zlib", "libzstd")
#endif

/// The tests of the library: the folders of each module. One module would keep one processor busy for minutes.
let libraryTests: KeyValuePairs = [
  "CodableTests": ["Codable"],
  "DifferentialTests": ["Differential"],
  "ModelTests": ["Models"],
  "ParsingTests": ["Conformance", "Documentation", "OracleTests", "Paths", "Syntax"],
  "StreamTests": [
    "Arrow", "Base", "Bytes", "Columns", "Reading", "Records", "Rows", "Schema", "Streams", "Writing",
  ],
]

/// The test targets to build, by default all. `Scripts/test NAME` sets it, because SwiftPM links all test targets into one
/// product, and the benchmark and the dialects with them.
let testTargets = Context.environment["STREAMMAP_TEST_TARGETS"]?.split(separator: ",").map(String.init)

let package = Package(
  name: "StreamMap",
  // libyajl is a library of the system, which Apple's other platforms do not have.
  platforms: [.macOS(.v15)],
  products: [
    .library(name: "StreamMap", targets: ["StreamMap"]),
    .library(name: "StreamMapCompression", targets: ["StreamMapCompression"]),
    .library(name: "StreamMapFormatting", targets: ["StreamMapFormatting"]),
    .library(name: "StreamMapTables", targets: ["StreamMapTables"]),
    .executable(name: "streammap", targets: ["StreamMapCommand"]),
    .executable(name: "StreamMapBench", targets: ["StreamMapBench"]),
  ]
    + dialects.map { .library(name: "\($0)Dialect", targets: ["\($0)Dialect"]) },
  targets: [
    // yajl 2.1, the reference event source and the engine of the push parser.
    .systemLibrary(
      name: "CYajl",
      pkgConfig: "yajl",
      providers: [.apt(["libyajl-dev"]), .brew(["yajl"])]
    ),

    // The decompressors of gzip and zstd. Only StreamMapCompression links them.
    .systemLibrary(name: "CZlib", pkgConfig: compressionPackages.zlib),
    .systemLibrary(name: "CZstd", pkgConfig: compressionPackages.zstd),

    // The structural index: one file for each instruction set, chosen at run time.
    .target(name: "CStructure"),

    // The digits of short numbers, all at once.
    .target(name: "CDecimal"),

    .target(
      name: "StreamMap",
      dependencies: ["CYajl", "CStructure", "CDecimal"],
      swiftSettings: strict + lifetimes
    ),
    .target(
      name: "StreamMapCompression",
      dependencies: ["StreamMap", "CZlib", "CZstd"],
      swiftSettings: strict
    ),
    // Transforms for dates with a pattern, format styles and colours. It needs the whole of Foundation.
    .target(name: "StreamMapFormatting", dependencies: ["StreamMap"], swiftSettings: strict),
    // Rows as JSON Lines or CSV, typed columns, Apache Arrow's stream format, and schemas.
    .target(name: "StreamMapTables", dependencies: ["StreamMap"], swiftSettings: strict + lifetimes),
    // Untyped values as JSONSerialization makes them, which models of other libraries expect, and one type for a value of
    // a record or of a tree.
    .target(
      name: "FoundationValues", dependencies: ["StreamMap"],
      swiftSettings: strict
    ),
    // Ends the program with a message when an allocation fails. No library links it.
    .target(name: "COutOfMemory"),
    .executableTarget(
      name: "StreamMapCommand",
      dependencies: ["StreamMap", "StreamMapTables", "StreamMapCompression", "COutOfMemory"],
      swiftSettings: strict
    ),

    // Counts allocations by standing in front of malloc; only the benchmark
    // and the tests link it.
    .target(name: "CAllocationCounter"),
    // yajl callbacks that return 1, for the benchmark's contender `yajl-noop`.
    .target(name: "CYajlNoop", dependencies: ["CYajl"]),
    .executableTarget(
      name: "StreamMapBench",
      dependencies: [
        "StreamMap", "StreamMapTables", "StreamMapCompression", "CStructure", "CZlib", "CYajl", "CYajlNoop",
        "CAllocationCounter",
      ]
        + dialects.map { .target(name: "\($0)Dialect") },
      swiftSettings: strict
    ),

    // What tests of the library share: fixtures, generators, references, and routes through the library.
    .target(
      name: "TestSupport",
      dependencies: ["StreamMap", "StreamMapTables", "CStructure", "CAllocationCounter"],
      path: "Tests/StreamMapTests/Support",
      swiftSettings: strict
    ),
    // Compresses what tests read.
    .target(
      name: "CompressedInputs",
      dependencies: ["StreamMap", "StreamMapCompression", "CZlib", "CZstd"],
      path: "Tests/CompressedInputs",
      swiftSettings: strict
    ),
    .testTarget(
      name: "StreamMapCompressionTests",
      dependencies: [
        "TestSupport", "StreamMap", "StreamMapCompression", "CompressedInputs", "CZlib", "CZstd",
      ],
      swiftSettings: strict
    ),
    .testTarget(
      name: "StreamMapCommandTests",
      dependencies: ["TestSupport", "StreamMap", "StreamMapTables", "StreamMapCommand", "CompressedInputs"],
      exclude: ["compare_select.py", "messages.txt"],
      swiftSettings: strict
    ),
    .testTarget(
      name: "StreamMapBenchTests",
      dependencies: ["TestSupport", "StreamMapBench", "CAllocationCounter"],
      swiftSettings: strict
    ),
  ]
    + libraryTests.map { name, folders in
      .testTarget(
        name: name,
        dependencies: [
          "TestSupport", "StreamMap", "StreamMapTables", "StreamMapFormatting", "CStructure",
          "CAllocationCounter",
        ],
        path: "Tests/StreamMapTests",
        exclude: ["Support"] + libraryTests.flatMap(\.value).filter { !folders.contains($0) },
        sources: folders,
        swiftSettings: strict
      )
    }
    + dialects.flatMap { dialect -> [Target] in
      [
        .target(
          name: "\(dialect)Dialect",
          dependencies: ["StreamMap", "StreamMapFormatting", "FoundationValues"],
          path: "Sources/Dialects/\(dialect)",
          swiftSettings: strict
        ),
        .testTarget(
          name: "\(dialect)DialectTests",
          dependencies: [
            .target(name: "\(dialect)Dialect"), "StreamMap", "StreamMapFormatting", "TestSupport",
          ],
          path: "Tests/Dialects/\(dialect)",
          // The originals' examples are older than `any`.
          swiftSettings: [.strictMemorySafety(), .enableUpcomingFeature("MemberImportVisibility")]
        ),
      ]
    },
  swiftLanguageModes: [.v6]
)

if let testTargets {
  package.targets.removeAll { $0.type == .test && !testTargets.contains($0.name) }
  if testTargets.isEmpty {
    package.targets.removeAll { ["TestSupport", "CompressedInputs"].contains($0.name) }
  }
}
