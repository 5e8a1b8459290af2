// State: the handler's position in the record, and the model it sets.
//
// Maps RapidJSON's events (SAX) to the models. Doubles are read in full precision, because the values would differ
// otherwise. Strings are not checked for well-formed UTF-8, which is RapidJSON's default.
#if defined(__SSE4_2__)
#define RAPIDJSON_SSE42
#endif
#define RAPIDJSON_HAS_STDSTRING 1

#include "models.hpp"
#include "worker.hpp"

#include <rapidjson/error/en.h>
#include <rapidjson/reader.h>
#include <variant>

namespace {

using Text = std::string_view;
using Points = std::vector<Point>;

/// The place of a wanted value in the model, or nothing. A pointer without a type is that of an object.
using Place = std::variant<
    std::monostate, int64_t *, double *, bool *, std::string *, Optional<std::string> *, Points *, void *>;

/// The handler of a record whose wanted values are in the record, in its direct member objects, or in an array of
/// pairs.
template <Object Model> struct Handler {
  Model model;
  int depth = 0;
  /// The number of required values that were not found so far.
  int missing = 0;
  /// The place of the current member.
  Place place;
  /// The object of the model, or the array of pairs, that the position is in. Null if there is none.
  void *object = nullptr;
  Points *points = nullptr;
  int coordinates = 0;

  void begin() {
    depth = 0;
    missing = required<Model>;
    place = {};
    removeOptionals(model);
  }
  bool isWhole() const { return missing <= 0; }

  template <Object Part> bool find(Part &part, Text name) {
    return forEachMember(part, [&](Text wanted, auto &value) {
      if (name != wanted) return true;
      place = &value;
      return false;
    });
  }

  /// Sets the current member if it has a value of this type.
  template <class Value, class New> bool set(New value) {
    Value **wanted = std::get_if<Value *>(&place);
    if (wanted == nullptr) return false;
    **wanted = value;
    missing -= 1;
    return true;
  }
  bool integer(int64_t value) { return set<int64_t>(value) || number(double(value)); }
  bool number(double value) {
    if (points == nullptr || depth != 3) {
      set<double>(value);
      return true;
    }
    if (coordinates == 2) return false;
    (coordinates++ == 0 ? points->back().x : points->back().y) = value;
    return true;
  }

  bool Null() { return true; }
  bool Bool(bool value) {
    set<bool>(value);
    return true;
  }
  bool Int(int value) { return integer(value); }
  bool Uint(unsigned value) { return integer(value); }
  bool Int64(int64_t value) { return integer(value); }
  bool Uint64(uint64_t value) { return value <= uint64_t(INT64_MAX) && integer(int64_t(value)); }
  bool Double(double value) { return number(value); }
  bool RawNumber(const char *, rapidjson::SizeType, bool) { return false; }
  bool String(const char *bytes, rapidjson::SizeType size, bool) {
    const Text text(bytes, size);
    if (Optional<std::string> **optional = std::get_if<Optional<std::string> *>(&place)) {
      (*optional)->isThere = true;
      (*optional)->text = text;
    } else {
      set<std::string>(text);
    }
    return true;
  }
  bool Key(const char *text, rapidjson::SizeType size, bool) {
    const Text name(text, size);
    place = {};
    if (depth == 1) {
      find(model, name);
    } else if (depth == 2 && object != nullptr) {
      forEachMember(model, [&]<class Part>(Text, Part &part) {
        if constexpr (Object<Part>) return &part != object || find(part, name);
        return true;
      });
    }
    return true;
  }
  bool StartObject() {
    depth += 1;
    if (void **part = std::get_if<void *>(&place)) object = *part;
    place = {};
    return true;
  }
  bool EndObject(rapidjson::SizeType) {
    if (--depth == 1) object = nullptr;
    return true;
  }
  bool StartArray() {
    depth += 1;
    if (Points **wanted = std::get_if<Points *>(&place)) {
      points = *wanted;
      points->clear();
      missing -= 1;
    }
    place = {};
    if (depth == 3 && points != nullptr) {
      points->push_back({0, 0});
      coordinates = 0;
    }
    return true;
  }
  bool EndArray(rapidjson::SizeType) {
    const bool isPair = depth == 3 && points != nullptr;
    if (--depth == 1) points = nullptr;
    return !isPair || coordinates == 2;
  }
};

template <class Model> void pass(const Input &input, Checksum &checksum) {
  constexpr unsigned flags = rapidjson::kParseStopWhenDoneFlag | rapidjson::kParseFullPrecisionFlag;
  static Handler<Model> handler;
  static rapidjson::Reader reader;
  // The bytes after the file are zero and end the stream.
  rapidjson::StringStream stream(input.data);
  while (true) {
    rapidjson::SkipWhitespace(stream);
    if (stream.Peek() == '\0') break;
    handler.begin();
    const auto result = reader.Parse<flags>(stream, handler);
    if (result.IsError() || !handler.isWhole()) {
      const std::string reason = result.IsError() ? rapidjson::GetParseError_En(result.Code()) : "a value is missing";
      fail("record " + std::to_string(checksum.records() + 1) + ": " + reason);
    }
    handler.model.add(checksum);
    checksum.endRecord();
  }
  if (stream.Tell() != input.size) fail("a zero byte in the file");
}

template <template <class> class Model> void append(std::vector<Contender> &contenders) {
  contenders.push_back({std::string(Model<std::string>::workload), "rapidjson", "syntax", pass<Model<std::string>>});
}

}  // namespace

int main(int count, char **arguments) {
  std::vector<Contender> contenders;
  forEachModel([&]<template <class> class Model>() { append<Model>(contenders); });
  return serve(count, arguments, "RapidJSON " RAPIDJSON_VERSION_STRING " (" + compiler + ")", contenders);
}
