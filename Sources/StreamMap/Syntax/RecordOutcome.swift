/// The result of reading one record.
enum RecordOutcome {
  case complete
  /// The sink asked to stop.
  case stopped
  case failed(RecordFailure)
}
