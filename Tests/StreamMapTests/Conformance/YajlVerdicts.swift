@testable import TestSupport

/// Intended differences from yajl's expected output: the cases that enable a yajl option, and three that yajl itself
/// gets wrong.
struct YajlVerdict: Sendable {
  /// The file's name without `.json`.
  var name: String
  /// Nil if the document is accepted.
  var rejection: ReferenceError.Kind?
  var reason: String

  private init(_ name: String, _ rejection: ReferenceError.Kind?, _ reason: String) {
    self.name = name
    self.rejection = rejection
    self.reason = reason
  }

  static let optionCount = 13

  static let all: [YajlVerdict] = [
    YajlVerdict("ac_difficult_json_c_test_case_with_comments", .syntax, "comments are no JSON"),
    YajlVerdict("ac_simple_with_comments", .syntax, "comments are no JSON"),
    YajlVerdict("ag_false_then_garbage", .extraValue, "nothing may follow a record's value"),
    YajlVerdict("ag_null_then_garbage", .extraValue, "nothing may follow a record's value"),
    YajlVerdict("ag_true_then_garbage", .extraValue, "nothing may follow a record's value"),
    YajlVerdict("am_eof", .truncated, "one value a record; this one is cut short in either case"),
    YajlVerdict("am_integers", .extraValue, "one value a record"),
    YajlVerdict("am_multiple", .extraValue, "one value a record"),
    YajlVerdict("am_stuff", .extraValue, "one value a record"),
    YajlVerdict("ap_array_open", .truncated, "a record cut short is an error"),
    YajlVerdict("ap_eof_str", .truncated, "a record cut short is an error"),
    YajlVerdict("ap_map_open", .truncated, "a record cut short is an error"),
    YajlVerdict("ap_partial_ok", .truncated, "a record cut short is an error"),
    YajlVerdict("high_overflow", nil, "a number is its text until a field asks a type of it"),
    YajlVerdict("low_overflow", nil, "a number is its text until a field asks a type of it"),
    YajlVerdict(
      "isolated_surrogate_marker", .escape, "yajl turns an unpaired surrogate into a question mark"),
  ]
}
