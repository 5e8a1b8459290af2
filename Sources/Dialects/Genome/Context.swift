/// Data that models need besides their JSON, such as a database context. Any type can conform.
///
/// It is passed to ``Map`` and to all models nested in the mapped one.
public protocol Context {}

extension Map: Context {}
extension Json: Context {}
extension Array: Context {}
extension Dictionary: Context {}

// The original's name.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// An object without members: the default context of a mapping.
public let EmptyJson: Json = [:]
