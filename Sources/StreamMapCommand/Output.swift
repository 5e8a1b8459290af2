// An output of a command: standard output, or the file of --output, --rejects or --report.

import StreamMap

struct Output {
  let writer: OutputWriter
  private let descriptor: Int32
  /// Closes the descriptor if this instance opened it.
  private let owner: OpenFile?
  /// The number of existing bytes to keep.
  private let kept: Int
  /// The file to replace if the run succeeds. Nil if the output is written in place.
  private let replacement: Replacement?

  /// Opens `path`. Nil and `-` are the descriptor `standard`. The contents do not change before `begin()`.
  ///
  /// Throws `UsageError` for an input, `FileFailure` for a file that cannot be written.
  ///
  /// - Parameters:
  ///   - streams: the descriptors of the run. A file that is one of them, such as `/dev/stdout`, is not opened again
  ///     if it may be replaced.
  ///   - isReplaced: whether the file is written beside `path`, and renamed if the run succeeds.
  ///   - endsWell: whether the run ends well if the reader of standard output closes it.
  init(
    path: FilePath?, standard: Int32, streams: StandardStreams, inputs: [InputFile], kept: Int = 0,
    isReplaced: Bool, endsWell: Bool
  ) throws {
    self.kept = kept
    let outputs = [(streams.output, "<stdout>"), (streams.error, "<stderr>")]
    var open = outputs.first { $0.0 == standard }
    var replaced: Replacement?
    if let path, path != "-" {
      let status = try? System.status(of: path)
      let isOpen = isReplaced && status?.isRegular == true
      open = outputs.first { isOpen && (try? System.status(of: $0.0).identity) == status?.identity }
      if isReplaced, open == nil { replaced = try Replacement(path, inputs: inputs) }
    }
    replacement = replaced
    var name = open?.1 ?? ""
    if let open {
      descriptor = open.0
      owner = nil
    } else {
      name = path?.description ?? ""
      do {
        descriptor = try replaced?.open() ?? System.openForWriting(path ?? "")
      } catch let code as SystemCode {
        throw FileFailure(name: name, code: code)
      }
      owner = OpenFile(descriptor)
    }
    let isStandardOutput =
      endsWell
      && (try? System.status(of: descriptor).identity) == (try? System.status(of: streams.output).identity)
    writer = OutputWriter(
      descriptor: descriptor, name: name, isStandardOutput: isStandardOutput, kept: kept)
    try InputFile.refuse(inputs, as: identities, name)
  }

  /// Locks a file, so that no other run writes it at the same time. Does nothing if the output is not a file or the
  /// file system does not support locks.
  func lock() throws(FileFailure) {
    guard let owner, let identity = identities.first else { return }
    try lock(owner)
    guard replacement?.isCurrent(identity) != false else { throw held(by: nil) }
    if let old = replacement?.old { try lock(old) }
    if let size = try? System.status(of: descriptor).size, size < kept {
      throw FileFailure(
        name: writer.name,
        reason: "it was truncated: it has \(size) of the \(kept) bytes that the checkpoint has recorded")
    }
  }

  private func lock(_ file: OpenFile) throws(FileFailure) {
    let outcome: System.LockOutcome
    do {
      outcome = try System.lock(file.descriptor)
    } catch {
      throw FileFailure(name: writer.name, code: error)
    }
    guard outcome == .held else { return }
    let status = try? System.status(of: file.descriptor)
    throw held(by: status.flatMap { System.lockHolder(of: $0.identity) })
  }

  private func held(by process: Int?) -> FileFailure {
    FileFailure(
      name: writer.name, reason: FileLock.rejection(process, "writing this file", "name another file"))
  }

  /// Truncates a file to the bytes to keep.
  func begin() throws(FileFailure) {
    guard owner != nil, !identities.isEmpty else { return }
    try naming { () throws(SystemCode) in
      try System.truncate(descriptor, to: kept)
      try replacement?.begin(descriptor)
    }
  }

  /// The identities of the files: that of the file that is written, then that of the file that it replaces. Empty if
  /// the output is not a regular file.
  var identities: [FileStatus.Identity] {
    guard let status = try? System.status(of: descriptor), status.isRegular else { return [] }
    let old = replacement?.old.flatMap { try? System.status(of: $0.descriptor).identity }
    return [status.identity] + [old].compactMap(\.self)
  }

  var isTerminal: Bool { System.isTerminal(descriptor) }

  /// Writes buffered bytes and synchronizes the file with the disk.
  func synchronize() throws {
    try writer.flush()
    try naming { () throws(SystemCode) in try System.synchronize(descriptor) }
  }

  /// Renames a file that was written beside another, and which is synchronized.
  func replace() throws(FileFailure) {
    try naming { () throws(SystemCode) in try replacement?.replace() }
  }

  /// Keeps a file that was written beside another, but does not replace that one. Returns the message that names it, or
  /// nil if there is none or it is empty.
  func keep() -> String? { replacement?.keep(writer.count) }

  /// Whether the output replaces a file if the run succeeds.
  var isReplacement: Bool { replacement != nil }

  /// Closes the file. Some file systems report errors only when a file is closed.
  func close() throws(FileFailure) {
    try naming { () throws(SystemCode) in try owner?.close() }
  }

  private func naming(_ body: () throws(SystemCode) -> Void) throws(FileFailure) {
    do {
      try body()
    } catch {
      throw FileFailure(name: writer.name, code: error)
    }
  }
}

/// Unlocks and closes a descriptor once, at the latest in `deinit`.
final class OpenFile {
  let descriptor: Int32
  private var isOpen = true

  init(_ descriptor: Int32) { self.descriptor = descriptor }

  deinit { try? close() }

  func close() throws(SystemCode) {
    guard isOpen else { return }
    isOpen = false
    System.unlock(descriptor)
    try System.close(descriptor)
  }
}
