// The files in a folder, and which of them are inputs.

import StreamMap

/// Which files of a folder are inputs. Files that are named themselves all are.
struct FolderFilter: Sendable {
  var include: [String] = []
  var exclude: [String] = []
  /// What the run itself writes is no input, though it may be in the folder.
  var written: Set<FileStatus.Identity> = []

  /// - Parameter path: of the file, within the folder.
  func takes(_ path: FilePath) -> Bool {
    (include.isEmpty || include.contains { Self.matches($0, path) }) && !passesOver(path)
  }

  /// Whether a file, or a folder with all that is in it, is passed over.
  func passesOver(_ path: FilePath) -> Bool {
    exclude.contains { Self.matches($0, path) }
  }

  /// A pattern with a slash is one of the path within the folder, any other one of the name. A slash at its end, as
  /// behind a folder's name, says nothing.
  private static func matches(_ glob: String, _ path: FilePath) -> Bool {
    let glob = glob.hasSuffix("/") ? String(glob.dropLast()) : glob
    guard glob.contains("/") else { return System.matches(glob, path.name, isPath: false) }
    return System.matches(glob.hasPrefix("/") ? String(glob.dropFirst()) : glob, path, isPath: true)
  }
}

extension InputFile {
  /// The files that `argument` stands for: itself, or those in the directory and those within it, in order of their
  /// names; and in their places those that cannot be read.
  static func all(
    in argument: FilePath, standardInput: Int32, filter: FolderFilter = FolderFilter()
  ) -> [Result<InputFile, FileFailure>] {
    guard argument != "-", let status = try? System.status(of: argument), status.isDirectory else {
      return [Result { () throws(FileFailure) in try InputFile(argument, standardInput: standardInput) }]
    }
    return all(within: argument, nil, [status.identity], standardInput, filter)
  }

  /// - Parameters:
  ///   - inner: the path of the directory within the one that was named; nil if it is that.
  ///   - around: that directory, and those that it is in.
  private static func all(
    within directory: FilePath, _ inner: FilePath?, _ around: [FileStatus.Identity], _ standardInput: Int32,
    _ filter: FolderFilter
  ) -> [Result<InputFile, FileFailure>] {
    let names: [FilePath]
    do {
      names = try System.names(in: directory)
    } catch {
      return [.failure(FileFailure(name: directory.description, code: error))]
    }
    return names.flatMap { name -> [Result<InputFile, FileFailure>] in
      let path = directory / name
      let inner = inner.map { $0 / name } ?? name
      let status = try? System.status(of: path)
      guard let status, status.isDirectory else {
        guard filter.takes(inner), status.map({ !filter.written.contains($0.identity) }) ?? true else {
          return []
        }
        return [Result { () throws(FileFailure) in try InputFile(path, standardInput: standardInput) }]
      }
      if filter.passesOver(inner) { return [] }
      if around.contains(status.identity) {
        let reason = "it leads back to a directory that it is in: remove the link"
        return [.failure(FileFailure(name: path.description, reason: reason))]
      }
      return all(within: path, inner, around + [status.identity], standardInput, filter)
    }
  }
}

extension FilePath {
  /// What is behind the last slash.
  fileprivate var name: FilePath {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { FilePath(bytes: Array(bytes[($0 + 1)...])) } ?? self
  }

  /// A name in the directory of this name.
  fileprivate static func / (directory: FilePath, name: FilePath) -> FilePath {
    let slash = UInt8(ascii: "/")
    return FilePath(bytes: directory.bytes + (directory.bytes.last == slash ? [] : [slash]) + name.bytes)
  }
}
