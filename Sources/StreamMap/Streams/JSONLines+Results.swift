extension JSONLines {
  /// The records as a sequence of results: a separate model or an error for each record.
  ///
  /// With ``ErrorPolicy/stop`` an error is the last element. With ``ErrorPolicy/skip(_:)`` bad records are reported to
  /// its closure, and are not elements. An input that cannot be read is also an error.
  ///
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive its record.
  public var results: some Sequence<Result<Root, MappingError>> & Sendable {
    requireOwned()
    return Results(lines: self)
  }

  /// The sequence of ``JSONLines/results``. Each iterator reads from the beginning.
  struct Results: Sequence, Sendable {
    let lines: JSONLines

    /// Creates an iterator that reads from the beginning.
    func makeIterator() -> Iterator {
      Iterator(lines)
    }

    /// Reads one record at a time, on demand.
    struct Iterator: IteratorProtocol {
      private var state: Result<RecordStream<Root>, MappingError>?

      init(_ lines: JSONLines) {
        state = Result { () throws(MappingError) in try RecordStream(lines) }
      }

      /// Returns the next record. Returns nil at the end, and after an error.
      mutating func next() -> Result<Root, MappingError>? {
        switch state {
        case nil: return nil
        case .failure(let error):
          state = nil
          return .failure(error)
        case .success(let reader):
          do throws(MappingError) {
            if try reader.next() != nil { return .success(reader.take()) }
            state = nil
            return nil
          } catch {
            state = nil
            return .failure(error)
          }
        }
      }
    }
  }
}
