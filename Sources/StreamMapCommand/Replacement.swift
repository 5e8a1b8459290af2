// A file that is written beside another, which it replaces if the run succeeds. Until then, the other file is as it
// was.

import StreamMap

final class Replacement {
  static let suffix = ".partial"

  /// The file to replace, as it was named.
  private let name: FilePath
  /// That file. If it was named by a symbolic link, the link stays.
  private let target: FilePath
  /// The file that is written.
  let partial: FilePath
  /// The file to replace, which is locked, too. Nil if there is none.
  let old: OpenFile?
  private let oldStatus: FileStatus?
  private var state = State.foreign

  private enum State {
    /// Another run may be writing the file.
    case foreign
    case locked, replaced, kept
  }

  /// Returns the file that a run writes in the place of `path`.
  static func partial(of path: FilePath) -> FilePath { path.resolved + suffix }

  /// Returns nil if the file is written in place: a pipe, a device, or an open file that is named by its descriptor.
  ///
  /// Throws `FileFailure` for a file that cannot be written, and `UsageError` for an input.
  init?(_ path: FilePath, inputs: [InputFile]) throws {
    name = path
    target = path.resolved
    partial = target + Self.suffix
    do throws(SystemCode) {
      if path.bytes.isEmpty { throw .notFound }
      oldStatus = try Self.status(of: path)
    } catch {
      throw FileFailure(name: path.description, code: error)
    }
    if oldStatus?.isRegular == false || Self.isDescriptor(path) { return nil }
    let identities = [oldStatus, try? System.status(of: partial)].compactMap(\.self).map(\.identity)
    try InputFile.refuse(inputs, as: identities, path.description)
    do throws(SystemCode) {
      // Whether the file may be written is known before anything is read.
      old = oldStatus == nil ? nil : OpenFile(try System.openForWriting(path))
    } catch {
      throw FileFailure(name: path.description, code: error)
    }
  }

  deinit {
    // Nothing was written to it.
    if state == .locked { try? System.remove(partial) }
  }

  private static func status(of path: FilePath) throws(SystemCode) -> FileStatus? {
    do throws(SystemCode) {
      return try System.status(of: path)
    } catch .notFound {
      return nil
    }
  }

  private static func isDescriptor(_ path: FilePath) -> Bool {
    ["/dev/fd/", "/proc/"].contains { path.bytes.starts(with: $0.utf8) }
  }

  /// Opens the file to write.
  func open() throws(FileFailure) -> Int32 {
    do throws(SystemCode) {
      return try System.openBeside(partial, isPrivate: old != nil)
    } catch {
      if old == nil, error == .notFound || error == .accessDenied {
        throw FileFailure(name: name.description, code: error)
      }
      throw FileFailure(
        name: partial.description,
        reason: "\(error): this file is written first, and renamed at the end; name a file in another folder")
    }
  }

  /// Whether the file to write still has its name. Another run may have renamed it while it was opened.
  func isCurrent(_ identity: FileStatus.Identity) -> Bool {
    let isCurrent = (try? System.status(of: partial).identity) == identity
    if isCurrent { state = .locked }
    return isCurrent
  }

  /// Gives the open file the permissions of the file that it replaces.
  func begin(_ descriptor: Int32) throws(SystemCode) {
    if let oldStatus { try System.copyAccess(of: oldStatus, to: descriptor) }
  }

  /// Renames the file. All of its bytes must be on the disk.
  func replace() throws(SystemCode) {
    state = .kept
    try System.rename(partial, to: target)
    state = .replaced
  }

  /// Keeps what was written, and returns the message that names it. Returns nil if nothing was.
  func keep(_ count: Int) -> String? {
    guard state == .locked && count > 0 || state == .kept else { return nil }
    state = .kept
    return "\(name) was not \(old == nil ? "created" : "replaced"): what the run wrote is in \(partial)"
  }
}
