// Finds the files in a folder, and selects the inputs among them.

import StreamMap

/// Selects the files of a folder that are inputs. Files that are named directly always are.
struct FolderFilter: Sendable {
  var include: [String] = []
  var exclude: [String] = []
  /// The files that the run writes. They are not inputs.
  var written: Set<FileStatus.Identity> = []

  /// - Parameter path: the path of the file within the folder.
  func takes(_ path: FilePath) -> Bool {
    (include.isEmpty || include.contains { Self.matches($0, path) }) && !passesOver(path)
  }

  /// Whether a file, or a folder with its contents, is excluded.
  func passesOver(_ path: FilePath) -> Bool {
    exclude.contains { Self.matches($0, path) }
  }

  /// Whether a pattern matches. A pattern with a slash is matched against the path within the folder, any other against
  /// the name. A slash at the end of a pattern is ignored.
  private static func matches(_ glob: String, _ path: FilePath) -> Bool {
    let glob = glob.hasSuffix("/") ? String(glob.dropLast()) : glob
    guard glob.contains("/") else { return System.matches(glob, path.name, isPath: false) }
    return System.matches(glob.hasPrefix("/") ? String(glob.dropFirst()) : glob, path, isPath: true)
  }
}

extension InputFile {
  /// Returns the files of `argument`: the file itself, or all files in the directory and its subdirectories in order of
  /// their names. A file that cannot be read is a failure at its position.
  static func all(
    in argument: FilePath, standardInput: Int32, filter: FolderFilter = FolderFilter()
  ) -> [Result<InputFile, FileFailure>] {
    guard argument != "-", let status = try? System.status(of: argument), status.isDirectory else {
      return [Result { () throws(FileFailure) in try InputFile(argument, standardInput: standardInput) }]
    }
    return all(within: argument, nil, [status.identity], standardInput, filter)
  }

  /// - Parameters:
  ///   - inner: the path of the directory within the named one. Nil for the named directory itself.
  ///   - around: the identities of this directory and of those that contain it.
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
        let reason = "it links to a directory that contains it: remove the link"
        return [.failure(FileFailure(name: path.description, reason: reason))]
      }
      return all(within: path, inner, around + [status.identity], standardInput, filter)
    }
  }
}

extension FilePath {
  /// The path with all symbolic links of its last component followed. The file does not have to exist.
  var resolved: FilePath {
    var path = self
    // The system gives up after so many links, too.
    for _ in 0..<40 {
      guard let link = System.linkedPath(of: path) else { break }
      let folder = path.bytes.lastIndex(of: UInt8(ascii: "/")).map { Array(path.bytes[...$0]) } ?? []
      path = link.bytes.first == UInt8(ascii: "/") ? link : FilePath(bytes: folder + link.bytes)
    }
    return path
  }

  /// The text after the last slash.
  fileprivate var name: FilePath {
    bytes.lastIndex(of: UInt8(ascii: "/")).map { FilePath(bytes: Array(bytes[($0 + 1)...])) } ?? self
  }

  /// Returns the path of a name in the directory.
  fileprivate static func / (directory: FilePath, name: FilePath) -> FilePath {
    let slash = UInt8(ascii: "/")
    return FilePath(bytes: directory.bytes + (directory.bytes.last == slash ? [] : [slash]) + name.bytes)
  }
}
