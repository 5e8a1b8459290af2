/// The results as a JSON array, an object a line. Other programs' results are joined to it line by line.
///
/// `checksum` is a string of 16 hexadecimal digits, as few readers keep 64 bits of a number, or null for a
/// contender that maps nothing. `peak_rss_bytes` is the growth of the peak during one run.
enum JSONReport {
  static func text(_ measurements: [Measurement]) -> String {
    "[\n" + measurements.map(object).joined(separator: ",\n") + "\n]\n"
  }

  private static func object(_ measurement: Measurement) -> String {
    // Names are our own and hold nothing that JSON escapes.
    let members = [
      #""workload": "\#(measurement.workload)""#,
      #""contender": "\#(measurement.contender)""#,
      #""mb_per_s": \#(decimal(measurement.megabytesPerSecond, places: 3))"#,
      #""ns_per_record": \#(decimal(measurement.nanosecondsPerRecord, places: 3))"#,
      #""allocations_per_record": \#(decimal(measurement.allocationsPerRecord, places: 6))"#,
      #""peak_rss_bytes": \#(measurement.peakMemory)"#,
      #""records": \#(measurement.records)"#,
      #""checksum": \#(measurement.checksum.map { "\"\(hexadecimal($0))\"" } ?? "null")"#,
    ]
    return "  {" + members.joined(separator: ", ") + "}"
  }
}
