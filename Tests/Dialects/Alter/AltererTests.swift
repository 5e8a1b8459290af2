import TestSupport
import AlterDialect
import Foundation
import Testing

@Suite("Alter: alterers")
struct AltererTests {
  @Test("UnixLongDate reads seconds or milliseconds, truncated, and round-trips", .feature("30", "A5"))
  func unix() {
    let seconds = UnixLongDateAlterer()
    let milliseconds = UnixLongDateAlterer(unit: .milisecond)
    #expect(seconds.alterBack(value: 90) == Date(timeIntervalSince1970: 90))
    #expect(milliseconds.alterBack(value: 90) == Date(timeIntervalSince1970: 0.09))
    #expect(seconds.alter(value: Date(timeIntervalSince1970: 1.9)) == 1)
    #expect(seconds.alter(value: Date(timeIntervalSince1970: -1.9)) == -1)
    for number in stride(from: Int64(1_600_000_000_000), to: 1_600_000_010_000, by: 7) {
      #expect(milliseconds.alter(value: milliseconds.alterBack(value: number)) == number)
    }
    #expect(seconds.alter(value: Date(timeIntervalSince1970: .infinity)) == .max)
    #expect(seconds.alter(value: Date(timeIntervalSince1970: -1e300)) == .min)
    #expect(milliseconds.alter(value: Date(timeIntervalSince1970: .nan)) == 0)
    #expect(seconds.alter(value: .distantPast) == -62_135_769_600)
  }

  @Test("StringDate uses the local time zone; invalid dates are distantPast", .feature("30", "A5"))
  func stringDate() {
    let alterer = StringDateAlterer(pattern: "yyyy-MMM-dd HH:mm")
    let formatter = DateFormatter()
    formatter.dateFormat = "yyyy-MMM-dd HH:mm"
    for time in stride(from: 0.0, to: 2e9, by: 123_456_780) {
      let date = Date(timeIntervalSince1970: time)
      #expect(alterer.alter(value: date) == formatter.string(from: date))
      #expect(alterer.alterBack(value: formatter.string(from: date)) == date)
    }
    #expect(alterer.alterBack(value: "never") == .distantPast)
    #expect(alterer.formatter.dateFormat == alterer.pattern)
    // More patterns than are cached.
    for minute in 0..<100 {
      let alterer = StringDateAlterer(pattern: "yyyy '\(minute)'")
      #expect(alterer.alter(value: Date(timeIntervalSince1970: 86400 * 100)) == "1970 \(minute)")
    }
  }

  @Test("StringDate uses a time zone that the program sets", .feature("30", "A5"))
  func programZone() async {
    // Separate, because it is the time zone of the whole program.
    await #expect(processExitsWith: .success) {
      let alterer = StringDateAlterer(pattern: "yyyy-MM-dd'T'HH:mm")
      for hours in [0, 5, -7, 0, 5] {
        NSTimeZone.default = try #require(TimeZone(secondsFromGMT: hours * 3600))
        let date = Date(timeIntervalSince1970: 86_400 - Double(hours) * 3600)
        precondition(alterer.alter(value: date) == "1970-01-02T00:00")
        precondition(alterer.alterBack(value: "1970-01-02T00:00") == date)
      }
    }
  }

  @Test("Base64Data is empty for invalid base64", .feature("30", "A5"))
  func base64() {
    let alterer = Base64DataAlterer()
    #expect(alterer.alter(value: Data([0, 255])) == "AP8=")
    #expect(alterer.alterBack(value: "AP8=") == Data([0, 255]))
    #expect(alterer.alterBack(value: "?") == Data())
  }

  private struct Dates: Alterable {
    static let seconds = UnixLongDateAlterer()
    @AlterMapped(alterer: seconds.optionally) var optional: Date? = nil
    @AlterMapped(alterer: seconds.forArray) var array: [Date] = []
    @AlterMapped(alterer: seconds.forArray.optionally) var optionalArray: [Date]? = nil
    @AlterMapped(alterer: seconds.forOptional.forArray) var arrayOfOptionals: [Date?] = []
    @AlterMapped(alterer: seconds.forArray.forArray) var arrays: [[Date]] = []
    @AlterMapped(alterer: StringDateAlterer(pattern: "yyyy")) var year = Date(timeIntervalSince1970: 0)
  }

  @Test("combines optional, forOptional and forArray in either order", .feature("31", "A5"))
  func combined() throws {
    let json =
      #"{"optional":1,"array":[2],"optionalArray":[3],"arrayOfOptionals":[null,4],"arrays":[[],[5]],"year":"1999"}"#
    let dates: Dates = try .from(jsonString: json)
    func date(_ time: Double) -> Date { Date(timeIntervalSince1970: time) }
    #expect(dates.optional == date(1) && dates.array == [date(2)] && dates.optionalArray == [date(3)])
    #expect(dates.arrayOfOptionals == [nil, date(4)] && dates.arrays == [[], [date(5)]])
    #expect(dates.$optional == 1 && dates.$arrays == [[], [5]])
    #expect(try dates.toJSONString() == json)
    // A null in an array of non-optionals is a mismatch.
    let kept: Dates = try .from(jsonString: #"{"array":[null],"optionalArray":null,"optional":"1"}"#)
    #expect(kept.array == [] && kept.optionalArray == nil && kept.optional == nil)
    // Text that is not a date is a failure, so the property is set.
    let failed: Dates = try .from(jsonString: #"{"year":"soon"}"#)
    #expect(failed.year == .distantPast)
  }
}
