import Testing

@testable import StreamMapCommand

@Suite struct ByteSizeTests {
  @Test(arguments: [
    ("1", 1), ("4096", 4096), ("0001", 1), ("12B", 12), ("64KiB", 65_536), ("64MiB", 67_108_864),
    ("256MB", 256_000_000), ("2gib", 2_147_483_648), ("5GB", 5_000_000_000), ("1TiB", 1 << 40),
    ("9223372036854775807", Int.max),
  ])
  func accepted(_ text: String, _ bytes: Int) throws {
    #expect(try ByteSize.parse(text) == bytes)
  }

  @Test(arguments: [
    ("", "'' is not a size"), ("MiB", "is not a size"), ("-1", "is not a size"), ("+1", "is not a size"),
    (" 1", "is not a size"), ("64M", "write 64MB or 64MiB"), ("3k", "write 3KB or 3KiB"),
    ("1.5GB", "unknown unit"), ("64 MB", "unknown unit"), ("1MBit", "unknown unit"), ("٣", "is not a size"),
    ("9223372036854775808", "is too large"), ("9000000TiB", "is too large"), ("0", "too small"),
    ("0MB", "too small"),
  ])
  func refused(_ text: String, _ reason: String) {
    let error = #expect(throws: UsageError.self) { try ByteSize.parse(text) }
    #expect(error?.message.contains(reason) == true)
  }

  @Test(arguments: [
    (0, "0 B"), (999, "999 B"), (1000, "1.00 kB"), (1_250_000, "1.25 MB"), (12_345_678, "12.3 MB"),
    (999_400_000, "999 MB"), (999_600_000, "1.00 GB"), (9_996, "10.0 kB"), (5_000_000_000, "5.00 GB"),
    (1_006_000, "1.01 MB"), (Int.max, "9.22 EB"),
  ])
  func described(_ bytes: Int, _ text: String) {
    #expect(ByteSize.describe(bytes) == text)
  }
}
