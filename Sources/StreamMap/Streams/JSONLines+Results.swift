extension JSONLines {
  /// The records as a sequence. Each element is the model of a record, or the error of a rejected record.
  ///
  /// ``onError`` decides what follows a rejected record:
  /// - ``ErrorPolicy/stop``: nothing. The failure is the last element.
  /// - ``ErrorPolicy/deliver``: the next record, unless the rest of the input cannot be read.
  /// - ``ErrorPolicy/skip(_:)``: the error goes to the closure, so all elements are models.
  ///
  /// If the input cannot be read, that failure is the last element. So is ``MappingError/Kind/cancelled`` if the task of
  /// the iterator is cancelled.
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
      private let task = CallingTask()
      private let delivers: Bool

      init(_ lines: JSONLines) {
        state = Result { [task] () throws(MappingError) in
          try RecordStream(lines, interruption: task.interruption(of: lines.input))
        }
        delivers = lines.onError.delivers
      }

      /// Returns the next record. Returns nil at the end, and after a failure that ends the sequence.
      mutating func next() -> Result<Root, MappingError>? {
        switch state {
        case nil: return nil
        case .failure(let error):
          state = nil
          return .failure(error)
        case .success(let reader):
          do throws(MappingError) {
            if try reader.next(in: task) != nil { return .success(reader.take()) }
            state = nil
            return nil
          } catch {
            // After an error between records the stream is at its end.
            if !delivers || reader.isBroken || error.kind == .cancelled { state = nil }
            return .failure(error)
          }
        }
      }
    }
  }
}
