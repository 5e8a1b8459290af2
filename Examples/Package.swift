// swift-tools-version: 6.3

import PackageDescription

let streamMap = Target.Dependency.product(name: "StreamMap", package: "StreamMap")
let tables = Target.Dependency.product(name: "StreamMapTables", package: "StreamMap")

let package = Package(
  name: "Examples",
  platforms: [.macOS(.v15)],
  dependencies: [.package(name: "StreamMap", path: "..")],
  targets: [
    .executableTarget(name: "LinesToCSV", dependencies: [streamMap, tables]),
    .executableTarget(name: "OrderHandler", dependencies: [streamMap]),
    .executableTarget(name: "ModelOutput", dependencies: [streamMap]),
    .executableTarget(
      name: "ObjectMapperMove", dependencies: [.product(name: "ObjectMapperDialect", package: "StreamMap")]),
  ]
)
