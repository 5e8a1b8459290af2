// The program as a function of descriptors. `main.swift` passes those of the process;
// tests pass pipes and files.

import StreamMap

/// The three descriptors of a run.
struct StandardStreams {
  var input: Int32 = 0
  var output: Int32 = 1
  var error: Int32 = 2
}

enum Program {
  /// Runs a command line (without the program's name) and returns the exit status.
  static func run(arguments: [FilePath], streams: StandardStreams = StandardStreams()) -> Int32 {
    let status: ExitStatus
    do {
      status = try execute(try CommandLineParser.parse(arguments), streams)
    } catch let error as UsageError {
      let command = arguments.lazy.compactMap { $0.text.flatMap(Subcommand.init) }.first
      let words = ["streammap", command?.rawValue, "--help"].compactMap(\.self)
      status = complain([error.message], .usage, streams)
      Diagnostics.write(error.picture.map { "\($0)\n" }.joined(), to: streams.error)
      Diagnostics.write("Try '\(words.joined(separator: " "))'.\n", to: streams.error)
    } catch let error as FileFailure {
      status = complain([error.message] + error.consequences, .failure, streams)
    } catch let error as Interrupted {
      let message = ["interrupted", error.hint].compactMap(\.self).joined(separator: "; ")
      _ = complain([message] + error.consequences, .failure, streams)
      return 128 + error.signal
    } catch is OutputClosed {
      status = .success
    } catch {
      status = complain(["\(error)"], .failure, streams)
    }
    return status.rawValue
  }

  private static func execute(
    _ invocation: Invocation, _ streams: StandardStreams
  ) throws -> ExitStatus {
    if invocation.options.wantsHelp {
      return try show(HelpText.text(for: invocation.command), streams)
    }
    if invocation.options.wantsAllHelp {
      return try show(HelpText.text(for: invocation.command, isFull: true), streams)
    }
    if invocation.options.wantsVersion {
      return try show("streammap \(HelpText.version)\n", streams)
    }
    switch invocation.command {
    case .select where invocation.options.hasTypes:
      return try TypedSelectCommand(invocation, streams).run()
    case .select: return try SelectCommand(invocation, streams).run()
    case .retry:
      return try Signals.interrupting { try retry(invocation, streams, until: $0) }
    case .check: return try CheckCommand(invocation, streams).run()
    case .schema: return try SchemaCommand(invocation, streams).run()
    case .explain: return try show(ExplainCommand(invocation, streams).text(), streams)
    case .completion: return try show(CompletionCommand(invocation).text(), streams)
    case .manual: return try show(ManualPage.text(), streams)
    case .count, nil: return try CountCommand(invocation, streams).run()
    }
  }

  private static func show(_ text: String, _ streams: StandardStreams) throws -> ExitStatus {
    let writer = OutputWriter(descriptor: streams.output, name: "<stdout>", isStandardOutput: true)
    try writer.append(text)
    try writer.flush()
    return .success
  }

  private static func complain(
    _ messages: [String], _ status: ExitStatus, _ streams: StandardStreams
  ) -> ExitStatus {
    let lines = messages.map { Diagnostics.printable("streammap: \($0)") + "\n" }
    Diagnostics.write(lines.joined(), to: streams.error)
    return status
  }
}
