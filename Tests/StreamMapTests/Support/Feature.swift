import Testing

/// The features of Tests/features.txt that a test shows. Scripts/features counts them.
public struct Feature: TestTrait {
  var ids: [String]
}

extension Trait where Self == Feature {
  /// Names features of Tests/features.txt.
  public static func feature(_ ids: String...) -> Feature { Feature(ids: ids) }
}
