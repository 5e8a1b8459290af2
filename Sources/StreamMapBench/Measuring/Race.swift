// State: the measurements of each contender during a race; nothing between races.

import CAllocationCounter

/// Measures contenders in turn over one corpus.
struct Race {
  let workload: String
  let corpus: Corpus
  let contenders: [Contender]
  let runs: Runs
  let progress: ProgressLine

  /// Which of the workloads this is, such as "workload 2 of 6", for the progress line.
  var position = ""

  /// Runs each contender once to warm up, once with the allocation counter, then in timed, interleaved rounds.
  func measure() throws -> [Measurement] {
    let warmUps = try outcomes(contenders, "warm-up") { try $0.run(corpus, .everyByte) }
    var allocations: [Int] = []
    var peaks: [Int] = []
    let counted = try outcomes(contenders, "counting allocations") { contender in
      let peak = PeakMemory()
      allocation_counter_start()
      defer { allocation_counter_stop() }
      let outcome = try contender.run(corpus, .everyByte)
      allocation_counter_stop()
      allocations.append(Int(allocation_counter_allocations()))
      peaks.append(peak.growth())
      return outcome
    }
    for (warmUp, counted) in zip(warmUps, counted) where warmUp != counted {
      throw Disagreement(workload: workload, first: warmUp, second: counted)
    }
    var seconds: [String: [Double]] = [:]
    for round in 0..<runs.rounds {
      let running = contenders.filter { runs.includes($0, in: round) }
      _ = try outcomes(running, "round \(round + 1) of \(runs.rounds)") { contender in
        let start = ContinuousClock.now
        let outcome = try contender.run(corpus, .ends)
        let duration = (ContinuousClock.now - start).components
        let elapsed = Double(duration.seconds) + Double(duration.attoseconds) * 1e-18
        seconds[contender.name, default: []].append(elapsed)
        return outcome
      }
    }
    return contenders.indices.map { index in
      Measurement(
        workload: workload, contender: contenders[index].name, validation: contenders[index].validation,
        bytes: warmUps[index].outcome.bytes ?? corpus.bytes.count, records: warmUps[index].outcome.records,
        checksum: warmUps[index].outcome.checksum, allocations: allocations[index],
        peakMemory: peaks[index], seconds: seconds[contenders[index].name] ?? [])
    }
  }

  /// Returns the outcome of each contender. Throws if two outcomes differ.
  private func outcomes(
    _ contenders: [Contender], _ stage: String, _ run: (Contender) throws -> Contender.Outcome
  ) throws -> [Result] {
    var results: [Result] = []
    for contender in contenders {
      progress.show("\(workload)\(position.isEmpty ? "" : " (\(position))"): \(stage), \(contender.name)")
      let result: Result
      do {
        result = Result(contender: contender.name, outcome: try run(contender))
      } catch {
        throw ContenderFailure(workload: workload, contender: contender.name, reason: error)
      }
      try Self.compare(result, with: results, corpus.count, in: workload)
      results.append(result)
    }
    return results
  }

  struct Result: Equatable {
    let contender: String
    let outcome: Contender.Outcome
  }

  /// Throws if `result` has a wrong number of records, or a checksum other than those of `others`.
  ///
  /// - Parameter count: The number of records of the corpus.
  static func compare(_ result: Result, with others: [Result], _ count: Int, in workload: String) throws {
    if result.outcome.records != count {
      let found = Result(contender: "the corpus", outcome: Contender.Outcome(records: count, checksum: nil))
      throw Disagreement(workload: workload, first: found, second: result)
    }
    // A contender that maps nothing has no checksum.
    guard result.outcome.checksum != nil else { return }
    for other in others
    where other.outcome.checksum != nil && other.outcome.checksum != result.outcome.checksum {
      throw Disagreement(workload: workload, first: other, second: result)
    }
  }
}

/// Two contenders mapped different values, so that their speeds cannot be compared.
struct Disagreement: Error, CustomStringConvertible {
  let workload: String
  let first: Race.Result
  let second: Race.Result

  var description: String {
    "\(workload): contenders disagree: \(Self.text(first)), but \(Self.text(second))"
  }

  private static func text(_ result: Race.Result) -> String {
    let checksum = result.outcome.checksum.map { " with checksum \(hexadecimal($0))" } ?? ""
    return "\(result.contender) has \(result.outcome.records) records\(checksum)"
  }
}

/// A contender failed to read the corpus.
struct ContenderFailure: Error, CustomStringConvertible {
  let workload: String
  let contender: String
  let reason: any Error

  var description: String { "\(workload): \(contender) failed: \(reason)" }
}
