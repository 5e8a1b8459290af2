extension JSONLines {
  /// Every record as a model of its own, or as the error that it is.
  ///
  /// Under ``ErrorPolicy/stop`` a failure is the last element; under ``ErrorPolicy/deliver`` the sequence goes on after a
  /// failure, unless the rest of the input cannot be read; under
  /// ``ErrorPolicy/skip(_:)`` bad records are reported there and only models are
  /// elements. An input that cannot be read is a failure, too.
  ///
  /// - Precondition: the mapping has no ``BorrowedText``, which would not outlive its record.
  public var results: some Sequence<Result<Root, MappingError>> & Sendable {
    requireOwned()
    return Results(lines: self)
  }

  /// The sequence of ``JSONLines/results``. Each iterator reads from the beginning.
  struct Results: Sequence, Sendable {
    let lines: JSONLines

    /// Begins to read.
    func makeIterator() -> Iterator {
      Iterator(lines)
    }

    /// Reads on demand, a record at a time.
    struct Iterator: IteratorProtocol {
      private var state: Result<RecordStream<Root>, MappingError>?
      private let delivers: Bool

      init(_ lines: JSONLines) {
        state = Result { () throws(MappingError) in try RecordStream(lines) }
        delivers = lines.onError.delivers
      }

      /// The next record; nil at the end, and after a failure that is not delivered.
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
            // After an error between records the stream is at its end.
            if !delivers || reader.isBroken { state = nil }
            return .failure(error)
          }
        }
      }
    }
  }
}
