import Foundation
import Testing

@testable import StreamMapCommand

@Suite struct ManualTests {
  private let sandbox: Sandbox

  init() throws {
    sandbox = try Sandbox()
  }

  @Test func onlyRequestsBeginWithADot() throws {
    let outcome = try sandbox.run("manual")
    #expect(outcome.status == 0)
    let requests: Set = ["TH", "SH", "SS", "PP", "TP", "RS", "RE", "EX", "EE"]
    for line in outcome.outputLines {
      #expect(line.utf8.allSatisfy { $0 < 0x80 })
      #expect(!line.hasPrefix("'"))
      guard line.hasPrefix(".") else { continue }
      #expect(requests.contains(String(line.dropFirst().prefix { $0 != " " })), "\(line)")
    }
  }

  /// The words as displayed, from either formatter.
  @Test(
    .enabled(
      if: ShellTool.groff.isInstalled || ShellTool.mandoc.isInstalled, "neither groff nor mandoc is installed"
    ))
  func aReaderSeesEverything() throws {
    let path = try sandbox.file("streammap.1", sandbox.run("manual").output)
    for (tool, arguments) in [
      (ShellTool.groff, ["-man", "-Tutf8", "-ww", "-P-c", "-P-b", "-P-o", "-P-u", "-rLL=200n"]),
      (.mandoc, ["-Tutf8", "-O", "width=200"]),
    ] where tool.isInstalled {
      let raw = try tool.run(arguments + [path])
      #expect(raw.status == 0)
      let text = Self.plain(raw.text)
      #expect(!text.contains("warning"), "\(tool)")
      for command in Subcommand.allCases {
        #expect(text.contains(Self.plain(command.usage)), "\(tool): \(command.usage)")
        for example in command.examples {
          #expect(text.contains(Self.plain(example.line)), "\(tool): \(example.line)")
        }
      }
      for record in OptionTable.records {
        #expect(text.contains(Self.plain(record.synopsis(for: nil))), "\(tool): \(record.name)")
      }
      for status in ExitStatus.allCases {
        #expect(text.lowercased().contains(Self.plain(status.meaning.lowercased())), "\(tool)")
      }
    }
  }

  /// Without overstriking, and with normalised white space.
  private static func plain(_ text: String) -> String {
    var scalars: [Unicode.Scalar] = []
    for scalar in text.unicodeScalars {
      if scalar == "\u{8}" {
        scalars.removeLast()
      } else if !scalar.properties.isWhitespace {
        scalars.append(scalar)
      }
    }
    var plain = String.UnicodeScalarView()
    plain.append(contentsOf: scalars)
    return String(plain)
  }
}
