/// What a model may need beside its JSON: a database's context, say. Anything can be one.
///
/// It is handed to ``Map`` and reaches all models within the one that is mapped.
public protocol Context {}

extension Map: Context {}
extension Json: Context {}
extension Array: Context {}
extension Dictionary: Context {}

// The original's name.
// swift-format-ignore: AlwaysUseLowerCamelCase
/// An object without members: the context of a mapping that was given none.
public let EmptyJson: Json = [:]
