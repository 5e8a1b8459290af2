// Writes columns of JSON Lines as CSV. A malformed record is skipped, and its error is written to standard
// error.

import Foundation
import StreamMap
import StreamMapTables

let arguments = CommandLine.arguments
guard arguments.count == 3 else {
  print("Usage: LinesToCSV COLUMNS FILE. An example of COLUMNS is 'id,author=user.name'.")
  exit(2)
}
let projection = try Projection(arguments[1])
let writer = RowWriter(projection, format: .csv)

var lines = JSONLines(path: arguments[2], as: try projection.mapping())
lines.onError = .skip { error, _ in FileHandle.standardError.write(Data("skipped: \(error)\n".utf8)) }

var output: [UInt8] = []
writer.header(into: &output)
try lines.forEach { row, _ in
  writer.write(row, into: &output)
  if output.count > 1 << 16 {
    FileHandle.standardOutput.write(Data(output))
    output.removeAll(keepingCapacity: true)
  }
}
FileHandle.standardOutput.write(Data(output))
