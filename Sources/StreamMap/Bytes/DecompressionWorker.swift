/// The body of a ``DecompressionThread``: reads a compressed input and fills a ring with the decompressed bytes.
///
/// Invariants: `input[next..<end]` has been read but not yet decompressed. `offset` is the offset of `input[next]` in
/// the compressed input. `boundary` is the offset of the first byte after the last complete member.
///
/// SAFETY: the object is created by one thread and then used only by the other. The source is used only by that other
/// thread, too.
@safe final class DecompressionWorker: @unchecked Sendable {
  private let source: ByteSource
  private let format: Decompression.Format
  private let ring: BlockRing
  private let interruption: Interruption

  private var input: [UInt8]
  private var next = 0
  private var end: Int
  private var offset = 0
  private var members = 0
  private var boundary = 0

  private static let inputSize = 128 << 10

  init(
    _ source: ByteSource, after beginning: Span<UInt8>, by format: Decompression.Format,
    into ring: BlockRing, until interruption: Interruption
  ) {
    self.source = source
    self.format = format
    self.ring = ring
    self.interruption = interruption
    input = []
    input.append(beginning)
    input += repeatElement(0, count: max(Self.inputSize - beginning.count, 0))
    end = beginning.count
  }

  /// Decompresses until the end of the input, an error, or the end of the reader.
  func run() {
    do throws(DecompressionFailure) {
      var decompressor = try format.makeDecompressor()
      while ring.fill({ output in (fill(&output, by: &decompressor), offset) }) {}
    } catch {
      _ = ring.fill { _ in (.end(.failure(self.error(error))), 0) }
    }
  }

  /// Fills a block, at least in part. Available bytes are passed on before more input is waited for.
  private func fill(
    _ output: inout OutputSpan<UInt8>, by decompressor: inout any Decompressor
  ) -> BlockRing.Outcome {
    do throws(MappingError) {
      while try decompress(into: &output, by: &decompressor) {
        guard let count = try readInput() else { break }
        guard count == 0 else { continue }
        try finish(&decompressor)
        break
      }
      return output.isEmpty ? .end(.success(())) : .more
    } catch {
      return .end(.failure(error))
    }
  }

  /// Decompresses what was read, as far as the output has room.
  ///
  /// - Returns: whether the output is empty, so that more has to be read.
  private func decompress(
    into output: inout OutputSpan<UInt8>, by decompressor: inout any Decompressor
  ) throws(MappingError) -> Bool {
    do throws(DecompressionFailure) {
      repeat {
        let before = output.count
        let step = try decompressor.decompress(input.span.extracting(next..<end), into: &output)
        precondition(0...(end - next) ~= step.consumed, "a decompressor takes of what it was given")
        precondition(
          step.consumed > 0 || output.count > before || next == end, "a decompressor takes or gives something"
        )
        next += step.consumed
        offset += step.consumed
        if step.endsMember {
          members += 1
          boundary = offset
        }
      } while next < end && !output.isFull
    } catch {
      throw self.error(error)
    }
    return output.isEmpty
  }

  private func finish(_ decompressor: inout any Decompressor) throws(MappingError) {
    do { try decompressor.finish() } catch { throw self.error(error) }
  }

  /// Reads the next compressed bytes and returns their number. Returns nil if cancelled.
  private func readInput() throws(MappingError) -> Int? {
    if let descriptor = source.descriptor, !interruption.waits(for: descriptor, or: source.interruption) {
      // An input that another interruption ended is not at its end.
      if let other = source.interruption, other.isFired { throw .cancelled(source.name) }
      return nil
    }
    next = 0
    end = 0
    end = try source.read(into: &input)
    return end
  }

  /// Returns the error with its offset and the number of complete members or frames before it.
  private func error(_ failure: DecompressionFailure) -> MappingError {
    let part = format.part
    let whole =
      switch members {
      case 0: "no \(part) is whole"
      case 1: "the first \(part), up to byte \(boundary), is whole"
      default: "the first \(members) \(part)s, up to byte \(boundary), are whole"
      }
    switch failure {
    case .truncated:
      let place = members == 0 ? "its first \(part)" : "\(part) \(members + 1)"
      return MappingError(
        .truncated, at: MappingError.Location(byteOffset: offset), expected: "the rest of \(place)",
        found: "truncated \(format.name): ends inside \(place), at compressed byte \(offset)"
          + "\(members == 0 ? "" : "; \(whole)"): get the file again, or wait for its end")
    case .damaged(let reason, let offset):
      return MappingError(
        .io, at: MappingError.Location(byteOffset: offset), expected: "cannot decompress \(source.name)",
        found: "\(format.name), compressed byte \(offset): \(reason); \(whole)")
    }
  }
}
