// Where a command's result goes: standard output, or the file of --output; and
// the rejects, which go to a file of their own.

struct Output {
  let writer: OutputWriter
  private let descriptor: Int32
  /// Whether closing it is ours to do.
  private let isOwned: Bool
  /// How much of what it has stays.
  private let kept: Int

  /// Takes `path` (nil and `-` are the descriptor `standard`). Nothing of it is
  /// touched before `begin()`.
  ///
  /// Throws `UsageError` for an input, `FileFailure` for a file that cannot be written.
  init(path: String?, standard: Int32, standardName: String, inputs: [InputFile], kept: Int = 0) throws {
    self.kept = kept
    guard let path, path != "-" else {
      descriptor = standard
      isOwned = false
      writer = OutputWriter(descriptor: standard, name: standardName)
      try refuse(inputs)
      return
    }
    do {
      descriptor = try System.openForWriting(path)
    } catch {
      throw FileFailure(name: path, code: error)
    }
    isOwned = true
    writer = OutputWriter(descriptor: descriptor, name: path, kept: kept)
    do {
      try refuse(inputs)
      if let status = try? System.status(of: descriptor), status.isRegular {
        guard status.size >= kept else {
          throw FileFailure(
            name: path, reason: "it has \(status.size) of the \(kept) bytes that the checkpoint knows of")
        }
      }
    } catch {
      try? System.close(descriptor)
      throw error
    }
  }

  /// Shortens a file to what stays of it.
  func begin() throws(FileFailure) {
    guard isOwned, let status = try? System.status(of: descriptor), status.isRegular else { return }
    do {
      try System.truncate(descriptor, to: kept)
    } catch {
      throw FileFailure(name: writer.name, code: error)
    }
  }

  /// The file that is written; nil if it is none.
  var identity: FileStatus.Identity? {
    guard let status = try? System.status(of: descriptor), status.isRegular else { return nil }
    return status.identity
  }

  var isTerminal: Bool { System.isTerminal(descriptor) }

  /// Writes what is left, so that it is on the disk.
  func synchronize() throws {
    try writer.flush()
    do {
      try System.synchronize(descriptor)
    } catch {
      throw FileFailure(name: writer.name, code: error)
    }
  }

  /// Writes what is left and closes. Some file systems tell only now that
  /// something went wrong.
  func finish() throws {
    try writer.flush()
    guard isOwned else { return }
    do {
      try System.close(descriptor)
    } catch {
      throw FileFailure(name: writer.name, code: error)
    }
  }

  /// A regular file that is read and written at once would feed on itself; a
  /// terminal or /dev/null may well be both.
  private func refuse(_ inputs: [InputFile]) throws(UsageError) {
    guard let status = try? System.status(of: descriptor), status.isRegular,
      let same = inputs.first(where: { $0.status.identity == status.identity })
    else { return }
    throw UsageError("the output \(writer.name) is also an input (\(same.name))")
  }
}
