import Foundation

/// Makes passes over the records of one workload on request, so that another program can interleave these contenders
/// with contenders of other processes. Each line of standard input is a request:
///
///     check CONTENDER    a pass whose checksum includes every byte of every string
///     time CONTENDER     a timed pass whose checksum includes the ends of strings
///
/// The answer to a request is one line of JSON. The first line of output lists the contenders.
struct Worker {
  let workload: Workload
  let corpus: Corpus
  let machine: String

  func run() throws {
    say(greeting)
    while let line = readLine() { say(try answer(line)) }
  }

  var greeting: String {
    let contenders = workload.contenders.map {
      "{\"contender\": \(JSONReport.quoted($0.name)), \"validation\": \(JSONReport.quoted($0.validation))}"
    }
    return """
      {"version": null, "machine": \(JSONReport.quoted(machine)), \
      "contenders": [\(contenders.joined(separator: ", "))]}
      """
  }

  func answer(_ line: String) throws -> String {
    let words = line.split(separator: " ").map(String.init)
    guard words.count == 2, let strings = ["check": Checksum.Strings.everyByte, "time": .ends][words[0]],
      let contender = workload.contenders.first(where: { $0.name == words[1] })
    else { throw Misunderstanding(line: line) }
    let start = ContinuousClock.now
    let outcome: Contender.Outcome
    do {
      outcome = try contender.run(corpus, strings)
    } catch {
      throw ContenderFailure(workload: workload.name, contender: contender.name, reason: error)
    }
    let seconds = (ContinuousClock.now - start) / .seconds(1)
    return """
      {"workload": "\(workload.name)", "contender": "\(contender.name)", "pass": "\(words[0])", \
      "bytes": \(outcome.bytes ?? corpus.bytes.count), "records": \(outcome.records), "seconds": \(decimal(seconds, places: 9)), \
      "checksum": \(outcome.checksum.map { "\"\(hexadecimal($0))\"" } ?? "null")}
      """
  }

  private func say(_ line: String) {
    FileHandle.standardOutput.write(Data((line + "\n").utf8))
  }

  struct Misunderstanding: Error, CustomStringConvertible {
    let line: String

    var description: String { "invalid request '\(line)'; write 'check CONTENDER' or 'time CONTENDER'" }
  }
}
