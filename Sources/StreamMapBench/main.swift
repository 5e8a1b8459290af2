import Foundation

do {
  switch try Options.parse(Array(CommandLine.arguments.dropFirst())) {
  case .help: print(Usage.help)
  case .list: print(Usage.list)
  case .run(let options):
    // A script that forwards its arguments passes its own command line.
    let command =
      ProcessInfo.processInfo.environment["STREAMMAP_BENCH_COMMAND"]
      ?? (["StreamMapBench"] + CommandLine.arguments.dropFirst()).joined(separator: " ")
    var benchmark = Benchmark(options, command: command)
    try benchmark.run()
  }
} catch let error as Options.UsageError {
  fail(error, status: 2)
} catch {
  fail(error, status: 1)
}

func fail(_ error: any Error, status: Int32) -> Never {
  FileHandle.standardError.write(Data("StreamMapBench: \(error)\n".utf8))
  exit(status)
}
