extension Mapping {
  /// Returns a mapping for a constant, whose paths are known to be right.
  ///
  ///     extension Tweet {
  ///       static let mapping = Mapping.compiled(
  ///         try Mapping(Tweet()) {
  ///           Field(\.id, "id", .required)
  ///           Field(\.author, "user.screen_name")
  ///         })
  ///     }
  ///
  /// Stops the program with the error's text if the mapping cannot be compiled. Use the initialisers alone for paths
  /// that are not known before the program runs.
  ///
  /// - Parameters:
  ///   - mapping: makes the mapping, by any initialiser.
  ///   - file: the file that the text names.
  ///   - line: the line that the text names.
  /// - Precondition: `mapping` throws no ``PathError``.
  public static func compiled(
    _ mapping: @autoclosure () throws(PathError) -> Mapping, file: StaticString = #file, line: UInt = #line
  ) -> Mapping {
    do throws(PathError) {
      return try mapping()
    } catch {
      // The text is printed in optimised code, too.
      fatalError("\(error)", file: file, line: line)
    }
  }
}
