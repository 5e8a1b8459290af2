// Writes rows as record batches in Arrow's stream format, and knows the position from
// which an interrupted run can resume.

import StreamMap
import StreamMapTables

final class BatchOutput {
  private let output: OutputWriter
  private let writer: ArrowStreamWriter
  private var assembler: BatchAssembler
  /// The number of rows at the beginning of the input that an earlier run has written.
  private var skipped: Int
  /// The number of rows in complete batches, counted as the checkpoint's rows are.
  private(set) var written: Int
  /// The checkpoint from which the run can resume: at the beginning of the part of the input in which the last complete
  /// batch ends. Nil before the first batch.
  private(set) var tally: Checkpoint?

  /// The number of bytes after which a batch ends.
  private static var batchBytes: Int { 64 << 20 }

  /// - Parameter tally: the checkpoint from which the run resumes, or nil.
  init(_ columns: ColumnMapping, to output: OutputWriter, rows: Int?, resumesFrom tally: Checkpoint?) {
    self.output = output
    self.tally = tally
    writer = ArrowStreamWriter(columns)
    assembler = BatchAssembler(rows: rows ?? 65_536, bytes: Self.batchBytes)
    skipped = tally?.writtenRows ?? 0
    written = (tally?.rows ?? 0) + skipped
  }

  /// Writes the beginning of the stream, unless an earlier run has.
  func begin() throws {
    if tally == nil { try writer.begin(output.append) }
  }

  /// Adds the rows of a part of the input.
  ///
  /// - Parameter tally: the checkpoint at the beginning of the part.
  func add(_ rows: ColumnSegment, at tally: Checkpoint?) throws {
    let first = min(skipped, rows.count)
    skipped -= first
    let before = written
    try assembler.add(rows, skipping: first) { batch in
      try write(batch)
    }
    guard written > before, var tally else { return }
    tally.outputBytes = output.count
    tally.writtenRows = written - tally.rows
    self.tally = tally
  }

  private func write(_ batch: borrowing ColumnBatch) throws {
    try writer.write(batch, output.append)
    try output.flush()
    written += batch.count
  }

  /// Writes the last batch and the end of the stream.
  ///
  /// - Parameter isComplete: whether the stream has the rows of all inputs. Its end then says so.
  func finish(isComplete: Bool) throws {
    try assembler.finish { try write($0) }
    try writer.end(rows: isComplete ? written : nil, output.append)
  }
}
