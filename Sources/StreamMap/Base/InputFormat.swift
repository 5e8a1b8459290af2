/// The format of an input that is not JSON in UTF-8, detected from its first bytes.
///
/// No JSON text begins with these bytes. A tar archive begins with the name of its first file, so its magic number alone
/// is not enough: a zero byte must end the name.
package enum InputFormat: Hashable, Sendable {
  case gzip, zstd, bzip2, xz, lz4
  case zip, tar, sevenZip
  case parquet, arrowFile, arrowStream, avro, excel, pdf, html
  /// Text in another encoding, named as in iconv.
  case encoding(String)

  /// The number of bytes that decide the format.
  static var prefixSize: Int { tarMagic.offset + tarMagic.bytes.count }

  /// The magic numbers at the beginning of each format. If one is the beginning of another, the longer one is first.
  private static let magicNumbers: [(InputFormat, [UInt8])] =
    [
      (.bzip2, Array("BZh".utf8)), (.xz, [0xFD] + "7zXZ".utf8 + [0]), (.lz4, [0x04, 0x22, 0x4D, 0x18]),
      (.zip, Array("PK".utf8) + [3, 4]), (.zip, Array("PK".utf8) + [5, 6]),
      (.sevenZip, Array("7z".utf8) + [0xBC, 0xAF, 0x27, 0x1C]), (.parquet, Array("PAR1".utf8)),
      (.arrowFile, Array("ARROW1".utf8)), (.arrowStream, [0xFF, 0xFF, 0xFF, 0xFF]),
      (.avro, Array("Obj".utf8) + [1]),
      (.excel, [0xD0, 0xCF, 0x11, 0xE0, 0xA1, 0xB1, 0x1A, 0xE1]), (.pdf, Array("%PDF-".utf8)),
      (.encoding("UTF-32"), [0xFF, 0xFE, 0, 0]), (.encoding("UTF-32"), [0, 0, 0xFE, 0xFF]),
      (.encoding("UTF-16"), [0xFF, 0xFE]), (.encoding("UTF-16"), [0xFE, 0xFF]),
    ] + gzip.magicNumbers.map { (.gzip, $0) } + zstd.magicNumbers.map { (.zstd, $0) }

  private static let tarMagic = (offset: 257, bytes: Array("ustar".utf8))

  /// The names in a ZIP archive's first entry that only a workbook has.
  private static let workbookNames = ["[Content_Types].xml", "_rels/", "xl/", "docProps/"].map {
    Array($0.utf8)
  }

  /// The magic numbers of a format that the product `StreamMapCompression` decompresses. Empty for any other format.
  package var magicNumbers: [[UInt8]] {
    switch self {
    case .gzip: [[0x1F, 0x8B]]
    // A frame, and the 16 kinds of skippable frames.
    case .zstd: [[0x28, 0xB5, 0x2F, 0xFD]] + (0x50...0x5F).map { [$0, 0x2A, 0x4D, 0x18] }
    default: []
    }
  }

  /// Detects the format of a text from its first bytes. Nil if none is detected.
  init?(of text: Span<UInt8>) {
    if let known = Self.magicNumbers.first(where: { text.starts(with: $0.1) }) {
      self = known.0 == .zip && Self.isWorkbook(text) ? .excel : known.0
    } else if let name = Self.encodingWithoutMark(of: text) {
      self = .encoding(name)
    } else if Self.isTar(text) {
      self = .tar
    } else if Self.isHTML(text) {
      self = .html
    } else {
      return nil
    }
  }

  /// Whether more bytes could change what is detected. The first two bytes of JSON decide that it is JSON, so that a
  /// reader need not wait for more.
  static func isUndecided(_ text: Span<UInt8>) -> Bool {
    guard text.count < prefixSize else { return false }
    if text.count < 2 || magicNumbers.contains(where: { $0.1.starts(with: text) }) { return true }
    if text.count < 4, text[0] == 0 || text[1] == 0 { return true }
    switch InputFormat(of: text) {
    case .zip: return text.count < longestWorkbookName
    case nil: return hasZero(text.extracting(first: nameSize)) || isHTML(text, isBeginning: true)
    default: return false
    }
  }

  /// The size of the name at the beginning of a tar archive.
  private static var nameSize: Int { 100 }

  /// Detects UTF-16 or UTF-32 without a byte order mark. Zero bytes around the first two characters decide, because
  /// JSON begins with ASCII characters. Only a string can begin with one and continue with another.
  private static func encodingWithoutMark(of text: Span<UInt8>) -> String? {
    guard text.count > 1 else { return nil }
    // The text may be one character. Three bytes are not UTF-16.
    func isZero(_ index: Int) -> Bool { text.count == 2 || text.count > 3 && text[index] == 0 }
    if text.starts(with: [0, 0, 0]), text.count > 3, text[3] != 0 { return "UTF-32BE" }
    if text[0] == 0, text[1] != 0, text[1] < 0x80 {
      return isZero(2) || text[1] == ASCII.quote ? "UTF-16BE" : nil
    }
    guard text[0] != 0, text[0] < 0x80, text[1] == 0 else { return nil }
    if text.count > 3, text[2] == 0, text[3] == 0 { return "UTF-32LE" }
    return isZero(3) || text[0] == ASCII.quote ? "UTF-16LE" : nil
  }

  /// Detects the encoding of a text that is read in pieces. Only the bytes up to the first malformed one are used, so
  /// that the result does not depend on the size of the pieces. UTF-32 is detected as UTF-16.
  ///
  /// - Parameters:
  ///   - text: the text from its beginning, at least up to `offset`.
  ///   - offset: the offset of the first malformed byte.
  init?(encodingOf text: Span<UInt8>, wrongAt offset: Int) {
    guard offset < min(text.count, 2) else { return nil }
    switch (offset, text[0], text[offset]) {
    case (0, 0xFE...0xFF, _): self = .encoding("UTF-16")
    case (0, 0, _): self = .encoding("UTF-16BE")
    case (1, 0x01..<0x80, 0): self = .encoding("UTF-16LE")
    default: return nil
    }
  }

  private static func isTar(_ text: Span<UInt8>) -> Bool {
    text.count >= prefixSize && hasZero(text.extracting(first: nameSize))
      && text.extracting(tarMagic.offset...).starts(with: tarMagic.bytes)
  }

  /// Whether a zero byte is before the first line feed.
  private static func hasZero(_ text: Span<UInt8>) -> Bool {
    for index in text.indices where text[index] == 0 || text[index] == ASCII.lineFeed {
      return text[index] == 0
    }
    return false
  }

  private static func isWorkbook(_ text: Span<UInt8>) -> Bool {
    text.count > nameStart && workbookNames.contains { text.extracting(nameStart...).starts(with: $0) }
  }

  /// The offset of the name of a ZIP archive's first entry, and the end of the longest name of a workbook.
  private static var nameStart: Int { 30 }
  private static var longestWorkbookName: Int { nameStart + (workbookNames.map(\.count).max() ?? 0) }

  /// Whether a text is HTML.
  ///
  /// - Parameter isBeginning: whether the text may end within the first tag.
  private static func isHTML(_ text: Span<UInt8>, isBeginning: Bool = false) -> Bool {
    let mark = ASCII.byteOrderMark
    let start = text.endOfWhitespace(from: text.starts(with: mark) ? mark.count : 0)
    for tag in ["<!doctype html", "<html"] {
      let count = min(tag.utf8.count, text.count - start)
      guard count == tag.utf8.count || isBeginning && count > 0 else { continue }
      let isTag = Swift.zip(tag.utf8, start..<start + count).allSatisfy { letter, index in
        (0x41...0x5A ~= text[index] ? text[index] | 0x20 : text[index]) == letter
      }
      if isTag { return true }
    }
    return false
  }
}

extension [UInt8] {
  /// Whether the bytes begin with others and continue.
  fileprivate func starts(with beginning: Span<UInt8>) -> Bool {
    beginning.count < count && beginning.indices.allSatisfy { self[$0] == beginning[$0] }
  }
}

extension InputFormat {
  /// The name in messages.
  package var name: String {
    switch self {
    case .gzip: "gzip"
    case .zstd: "zstd"
    case .bzip2: "bzip2"
    case .xz: "xz"
    case .lz4: "lz4"
    case .zip: "zip"
    case .tar: "tar"
    case .sevenZip: "7z"
    case .parquet: "Parquet"
    case .arrowFile, .arrowStream: "Arrow"
    case .avro: "Avro"
    case .excel: "Excel"
    case .pdf: "PDF"
    case .html: "HTML"
    case .encoding(let name): String(name.prefix(6))
    }
  }

  /// The command that writes the text in a file, or in its standard input. Nil if no common program does.
  ///
  /// - Parameter file: the file's name in a shell. Nil for standard input.
  package func command(reading file: String?) -> String? {
    let words: (of: String, fromInput: String)? =
      switch self {
      case .gzip, .zstd, .bzip2, .xz, .lz4: ("\(name) -dc", "\(name) -dc")
      case .zip: ("unzip -p", "funzip")
      case .tar: ("tar -xOf", "tar -xO")
      case .sevenZip: ("7z x -so", "7z x -so -si")
      case .encoding(let name): ("iconv -f \(name) -t UTF-8", "iconv -f \(name) -t UTF-8")
      case .parquet, .arrowFile, .arrowStream, .avro, .excel, .pdf, .html: nil
      }
    return words.map { words in file.map { "\(words.of) \($0)" } ?? words.fromInput }
  }

  /// The remedy, if there is no command for it or only a library is used.
  package var remedy: String {
    func convert(_ function: String) -> String {
      "convert it to JSON Lines, e.g. in Python with polars.\(function)('FILE').write_ndjson('FILE.jsonl')"
    }
    return switch self {
    case .gzip, .zstd: "set 'decompression' to .automatic, from the product StreamMapCompression"
    case .bzip2, .xz, .lz4: "decompress it, e.g. with \(name) -dc"
    case .zip, .tar, .sevenZip: "extract a file from it, e.g. with \(command(reading: nil) ?? "")"
    case .parquet: convert("read_parquet")
    case .arrowFile: convert("read_ipc")
    case .arrowStream: convert("read_ipc_stream")
    case .avro: convert("read_avro")
    case .excel: convert("read_excel")
    case .pdf: "name a file of JSON Lines instead"
    case .html: "it may be an error page of a server: read it, and download the file again"
    case .encoding(let name): "convert it to UTF-8, e.g. with iconv -f \(name) -t UTF-8"
    }
  }

  /// Returns the error of an input that has this format.
  ///
  /// - Parameter outer: the compression in which it was found, or nil.
  func rejection(of input: String, compressedBy outer: String?) -> MappingError {
    let hint = InputHint.format(self, compressedBy: outer)
    return MappingError(.io, expected: "cannot read \(input)", found: hint.text, inputHint: hint)
  }
}
