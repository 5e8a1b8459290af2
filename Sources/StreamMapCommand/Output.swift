// An output of a command: standard output, or the file of --output, --rejects or --report.

import StreamMap

struct Output {
  let writer: OutputWriter
  private let descriptor: Int32
  /// Closes the descriptor if this instance opened it.
  private let owner: Owner?
  /// The number of existing bytes to keep.
  private let kept: Int

  /// Unlocks and closes a descriptor once, at the latest in `deinit`.
  private final class Owner {
    private var descriptor: Int32?

    init(_ descriptor: Int32) { self.descriptor = descriptor }

    deinit { try? close() }

    func close() throws(SystemCode) {
      guard let descriptor else { return }
      self.descriptor = nil
      System.unlock(descriptor)
      try System.close(descriptor)
    }
  }

  /// Opens `path`. Nil and `-` are the descriptor `standard`. The contents do not change before `begin()`.
  ///
  /// Throws `UsageError` for an input, `FileFailure` for a file that cannot be written.
  init(path: FilePath?, standard: Int32, standardName: String, inputs: [InputFile], kept: Int = 0) throws {
    self.kept = kept
    guard let path, path != "-" else {
      descriptor = standard
      owner = nil
      writer = OutputWriter(descriptor: standard, name: standardName)
      try refuse(inputs)
      return
    }
    do {
      descriptor = try System.openForWriting(path)
    } catch {
      throw FileFailure(name: path.description, code: error)
    }
    owner = Owner(descriptor)
    writer = OutputWriter(descriptor: descriptor, name: path.description, kept: kept)
    try refuse(inputs)
  }

  /// Locks a file, so that no other run writes it at the same time. Does nothing if the output is not a file or the
  /// file system does not support locks.
  func lock() throws(FileFailure) {
    guard owner != nil, let identity else { return }
    let outcome: System.LockOutcome
    do {
      outcome = try System.lock(descriptor)
    } catch {
      throw FileFailure(name: writer.name, code: error)
    }
    guard outcome != .held else {
      throw FileFailure(
        name: writer.name,
        reason: FileLock.refusal(System.lockHolder(of: identity), "writing this file", "name another file"))
    }
    if let size = try? System.status(of: descriptor).size, size < kept {
      throw FileFailure(
        name: writer.name,
        reason: "it was truncated: it has \(size) of the \(kept) bytes that the checkpoint has recorded")
    }
  }

  /// Truncates a file to the bytes to keep.
  func begin() throws(FileFailure) {
    guard owner != nil, let status = try? System.status(of: descriptor), status.isRegular else { return }
    do {
      try System.truncate(descriptor, to: kept)
    } catch {
      throw FileFailure(name: writer.name, code: error)
    }
  }

  /// The identity of the output. Nil if it is not a regular file.
  var identity: FileStatus.Identity? {
    guard let status = try? System.status(of: descriptor), status.isRegular else { return nil }
    return status.identity
  }

  var isTerminal: Bool { System.isTerminal(descriptor) }

  /// Writes buffered bytes and synchronizes the file with the disk.
  func synchronize() throws {
    try writer.flush()
    do {
      try System.synchronize(descriptor)
    } catch {
      throw FileFailure(name: writer.name, code: error)
    }
  }

  /// Writes buffered bytes and closes the file. Some file systems report errors only when a file is closed.
  func finish() throws {
    try writer.flush()
    do {
      try owner?.close()
    } catch {
      throw FileFailure(name: writer.name, code: error)
    }
  }

  /// Throws if a regular file is both input and output. A terminal or /dev/null can be both.
  private func refuse(_ inputs: [InputFile]) throws(UsageError) {
    guard let status = try? System.status(of: descriptor), status.isRegular,
      let same = inputs.first(where: { $0.status.identity == status.identity })
    else { return }
    throw UsageError("the output \(writer.name) is also an input (\(same.name)): write to another file")
  }
}
