// The program takes file names as bytes. Most tests use text.

import StreamMap

@testable import StreamMapCommand

extension System {
  static func openForReading(_ path: String) throws(SystemCode) -> Int32 {
    try openForReading(FilePath(path))
  }

  static func openForWriting(_ path: String) throws(SystemCode) -> Int32 {
    try openForWriting(FilePath(path))
  }
}

extension InputFile {
  init(_ argument: String, standardInput: Int32) throws(FileFailure) {
    try self.init(FilePath(argument), standardInput: standardInput)
  }
}

extension CommandLineParser {
  static func parse(_ arguments: [String]) throws(UsageError) -> Invocation {
    try parse(arguments.map { FilePath($0) })
  }
}

extension Program {
  static func run(arguments: [String], streams: StandardStreams = StandardStreams()) -> Int32 {
    run(arguments: arguments.map { FilePath($0) }, streams: streams)
  }
}
