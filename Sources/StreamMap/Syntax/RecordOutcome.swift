/// How reading of one record ended.
enum RecordOutcome {
  case complete
  /// The sink asked to stop.
  case stopped
  case failed(RecordFailure)
}
