/// The expected results for the documents that RFC 8259 leaves open: the `i_` files of JSONTestSuite.
struct OpenVerdict: Sendable {
  /// The file's name without `i_` and `.json`.
  var name: String
  /// Nil if the document is accepted.
  var rejection: ReferenceError.Kind?
  var reason: String

  private init(_ name: String, _ rejection: ReferenceError.Kind?, _ reason: String) {
    self.name = name
    self.rejection = rejection
    self.reason = reason
  }

  static let all: [OpenVerdict] = accepted + rejectedEscapes + rejectedBytes

  private static let asText =
    "within the grammar; kept as text, and out of range only for a field that asks a type"

  private static let accepted: [OpenVerdict] = [
    OpenVerdict("number_double_huge_neg_exp", nil, asText),
    OpenVerdict("number_huge_exp", nil, asText),
    OpenVerdict("number_neg_int_huge_exp", nil, asText),
    OpenVerdict("number_pos_double_huge_exp", nil, asText),
    OpenVerdict("number_real_neg_overflow", nil, asText),
    OpenVerdict("number_real_pos_overflow", nil, asText),
    OpenVerdict("number_real_underflow", nil, asText),
    OpenVerdict("number_too_big_neg_int", nil, asText),
    OpenVerdict("number_too_big_pos_int", nil, asText),
    OpenVerdict("number_very_big_negative_int", nil, asText),
    OpenVerdict("structure_500_nested_arrays", nil, "within the default depth of 512"),
    OpenVerdict("structure_UTF-8_BOM_empty_object", nil, "a byte order mark at byte 0 is skipped"),
  ]

  private static let unpaired = "an unpaired surrogate is no character; replacing it would change the text"

  private static let rejectedEscapes: [OpenVerdict] = [
    OpenVerdict("object_key_lone_2nd_surrogate", .escape, unpaired),
    OpenVerdict("string_1st_surrogate_but_2nd_missing", .escape, unpaired),
    OpenVerdict("string_1st_valid_surrogate_2nd_invalid", .escape, unpaired),
    OpenVerdict("string_incomplete_surrogate_and_escape_valid", .escape, unpaired),
    OpenVerdict("string_incomplete_surrogate_pair", .escape, unpaired),
    OpenVerdict("string_incomplete_surrogates_escape_valid", .escape, unpaired),
    OpenVerdict("string_invalid_lonely_surrogate", .escape, unpaired),
    OpenVerdict("string_invalid_surrogate", .escape, unpaired),
    OpenVerdict("string_inverted_surrogates_U+1D11E", .escape, unpaired),
    OpenVerdict("string_lone_second_surrogate", .escape, unpaired),
  ]

  private static let utf16 = "RFC 8259, section 8.1: JSON text is UTF-8"

  private static let rejectedBytes: [OpenVerdict] = [
    OpenVerdict("string_UTF-16LE_with_BOM", .syntax, utf16),
    OpenVerdict("string_utf16BE_no_BOM", .syntax, utf16),
    OpenVerdict("string_utf16LE_no_BOM", .syntax, utf16),
    OpenVerdict("string_UTF-8_invalid_sequence", .encoding, "ill-formed UTF-8"),
    OpenVerdict("string_UTF8_surrogate_U+D800", .encoding, "a surrogate in UTF-8 is ill-formed"),
    OpenVerdict("string_invalid_utf-8", .encoding, "ill-formed UTF-8"),
    OpenVerdict("string_iso_latin_1", .encoding, "ill-formed UTF-8"),
    OpenVerdict("string_lone_utf8_continuation_byte", .encoding, "ill-formed UTF-8"),
    OpenVerdict("string_not_in_unicode_range", .encoding, "UTF-8 ends at U+10FFFF"),
    OpenVerdict("string_overlong_sequence_2_bytes", .encoding, "overlong UTF-8 is ill-formed"),
    OpenVerdict("string_overlong_sequence_6_bytes", .encoding, "UTF-8 has no sequences of six bytes"),
    OpenVerdict("string_overlong_sequence_6_bytes_null", .encoding, "UTF-8 has no sequences of six bytes"),
    OpenVerdict("string_truncated-utf-8", .encoding, "ill-formed UTF-8"),
  ]
}
