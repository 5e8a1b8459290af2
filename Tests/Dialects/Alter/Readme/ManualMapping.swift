// swift-format-ignore-file
// The README has another format.
import AlterDialect
import Foundation

enum ManualMapping {
  struct User: AlterCodable {

    @Mapped(key: "full_name")
    var fullName: String = ""

    @Mapped(key: "user_name")
    var userName: String = ""

    @Mapped
    var age: Int = 0

    @AlterMapped(key: "birth_date", alterer: StringDateAlterer(pattern: "dd-MM-yyyy"))
    var birthDate: Date = .distantPast

    // array
    @AlterMapped(key: "login_times", alterer: UnixLongDateAlterer().forArray)
    var loginTimes: [Date] = []

    // array optional
    @AlterMapped(key: "crashes_times", alterer: UnixLongDateAlterer().forArray.forOptional)
    var crashesTimes: [Date]? = nil

    // array of optional
    @AlterMapped(key: "some_times", alterer: UnixLongDateAlterer().forOptional.forArray)
    var someTimes: [Date?] = []
  }
}

public struct MyOwnDataAlterer: TypeAlterer {
  public typealias Value = Data
  public typealias AlteredValue = String

  public init() {}

  public func alter(value: Data) -> String {
    value.base64EncodedString()
  }

  public func alterBack(value: String) -> Data {
    Data(base64Encoded: value) ?? .init()
  }
}
