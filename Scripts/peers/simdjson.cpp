// simdjson's two APIs for a file of many documents: On-Demand (`iterate_many`) and DOM (`parse_many`).
//
// On-Demand requests the members in the order of the records, or finds them by a key selector if that is faster. In the
// first case a required member must be at its place. If the records have their members in other orders, On-Demand uses
// the key selector, and DOM iterates over all members. A release without key selectors iterates too.
//
// With IS_NEWEST, for release 5 or later, it also writes the models: simdjson-builder.
//
// Built without simdjson's helper thread: every contender has one thread.
#ifdef SIMDJSON_THREADS_ENABLED
#error "simdjson would use a second thread"
#endif

// The name of the contenders. Another one is defined for the release of the distribution.
#ifndef PEER
#define PEER "simdjson"
#endif

#include "models.hpp"
#include "worker.hpp"
#include "writing.hpp"

#include <simdjson.h>
#include <type_traits>

using namespace simdjson;

namespace {

/// The number of bytes indexed at a time. No size from 16 KiB to 2 MiB was faster than this one, which is about
/// simdjson's own default. A record must fit.
constexpr size_t batch = size_t(1) << 20;

/// Ends the pass if a record differs from the records of the workload.
void check(error_code error, const Checksum &checksum) {
  if (error) fail("record " + std::to_string(checksum.records() + 1) + ": " + error_message(error));
}

struct OnDemand {
  static constexpr bool isInOrder = true;
  using Parser = ondemand::parser;
  using Documents = ondemand::document_stream;
  using Object = ondemand::object;
  using Array = ondemand::array;
  using Value = ondemand::value;

  static auto parse(Parser &parser, const Input &input) { return parser.iterate_many(input.data, input.size, batch); }
  static simdjson_inline auto find(Object &object, std::string_view name) { return object.find_field(name); }
  /// A miss reaches the end of the object, so the search starts over.
  static error_code startOver(Object &object) { return object.reset().error(); }
  /// Takes a member apart.
  static error_code part(auto member, std::string_view &name, Value &value) {
    SIMDJSON_TRY(member.unescaped_key().get(name));
    return member.value().get(value);
  }
};

#ifdef IS_NEWEST
/// On-Demand with a key selector, which finds the members of a model in any order in one walk over the object.
struct Selecting : OnDemand {
  static constexpr bool isInOrder = false;
};

/// The name of a member as simdjson's parameter for templates.
template <class Model, size_t index> constexpr auto fixedName = [] {
  constexpr std::string_view name = std::get<index>(Model::members).name;
  char text[name.size() + 1] = {};
  std::copy(name.begin(), name.end(), text);
  return constevalutil::fixed_string<name.size() + 1>(text);
}();

template <class Model, class Indices> struct SelectorOf;
template <class Model, size_t... index> struct SelectorOf<Model, std::index_sequence<index...>> {
  using Type = ondemand::key_selector<fixedName<Model, index>...>;
};
template <class Model>
using Selector =
    typename SelectorOf<Model, std::make_index_sequence<std::tuple_size_v<decltype(Model::members)>>>::Type;
#endif

struct DOM {
  static constexpr bool isInOrder = true;
  using Parser = dom::parser;
  using Documents = dom::document_stream;
  using Object = dom::object;
  using Array = dom::array;
  using Value = dom::element;

  static auto parse(Parser &parser, const Input &input) { return parser.parse_many(input.data, input.size, batch); }
  static simdjson_inline auto find(Object &object, std::string_view name) { return object[name]; }
  static error_code startOver(Object &) { return SUCCESS; }
  static error_code part(auto member, std::string_view &name, Value &value) {
    name = member.key;
    value = member.value;
    return SUCCESS;
  }
};

/// An API for members in any order.
template <class API> struct AnyOrder : API {
  static constexpr bool isInOrder = false;
};

template <class API, Object Model> error_code read(typename API::Object &object, Model &model);

template <class API> error_code takePairs(typename API::Value value, std::vector<Point> &points) {
  typename API::Array pairs;
  SIMDJSON_TRY(value.get(pairs));
  points.clear();
  for (auto pair : pairs) {
    double coordinates[2];
    size_t count = 0;
    typename API::Array numbers;
    SIMDJSON_TRY(pair.get(numbers));
    for (auto number : numbers) {
      if (count == 2) return INDEX_OUT_OF_BOUNDS;
      SIMDJSON_TRY(number.get(coordinates[count++]));
    }
    if (count != 2) return INDEX_OUT_OF_BOUNDS;
    points.push_back({coordinates[0], coordinates[1]});
  }
  return SUCCESS;
}

template <class API, class Place> simdjson_inline error_code take(typename API::Value value, Place &place) {
  if constexpr (Object<Place>) {
    typename API::Object object;
    SIMDJSON_TRY(value.get(object));
    return read<API>(object, place);
  } else if constexpr (isOptional<Place>) {
    place.isThere = !value.is_null();
    return place.isThere ? take<API>(value, place.text) : SUCCESS;
  } else if constexpr (std::is_same_v<Place, std::vector<Point>>) {
    return takePairs<API>(value, place);
  } else if constexpr (std::is_arithmetic_v<Place>) {
    return value.get(place);
  } else {
    std::string_view view;
    SIMDJSON_TRY(value.get(view));
    place = view;
    return SUCCESS;
  }
}

/// Looks up each member of the model.
template <class API, Object Model> error_code lookUp(typename API::Object &object, Model &model) {
  error_code error = SUCCESS;
  forEachMember(model, [&]<class Place>(std::string_view name, Place &place) __attribute__((always_inline)) {
    typename API::Value value;
    error = API::find(object, name).get(value);
    if (error == SUCCESS) error = take<API>(value, place);
    if constexpr (isOptional<Place>) {
      if (error == NO_SUCH_FIELD) {
        place.isThere = false;
        error = API::startOver(object);
      }
    }
    return error == SUCCESS;
  });
  return error;
}

/// Finds the place of each member of the record.
template <class API, Object Model> error_code iterate(typename API::Object &object, Model &model) {
  removeOptionals(model);
  int missing = required<Model>;
  for (auto member : object) {
    std::string_view name;
    typename API::Value value;
    SIMDJSON_TRY(API::part(member, name, value));
    error_code error = SUCCESS;
    forEachMember(model, [&]<class Place>(std::string_view wanted, Place &place) {
      if (name != wanted) return true;
      error = take<API>(value, place);
      missing -= required<Place>;
      return false;
    });
    SIMDJSON_TRY(error);
  }
  return missing > 0 ? NO_SUCH_FIELD : SUCCESS;
}

#ifdef IS_NEWEST
/// Finds the place of each member of the record by a key selector.
template <class API, Object Model> error_code select(typename API::Object &object, Model &model) {
  removeOptionals(model);
  int missing = required<Model>;
  const auto takeFound = [&](size_t found, ondemand::value value) __attribute__((always_inline)) {
    error_code error = SUCCESS;
    size_t index = 0;
    forEachMember(model, [&]<class Place>(std::string_view, Place &place) __attribute__((always_inline)) {
      if (index++ != found) return true;
      error = take<API>(value, place);
      missing -= required<Place>;
      return false;
    });
    return error;
  };
  SIMDJSON_TRY((object.template for_each<Selector<Model>>(takeFound)));
  return missing > 0 ? NO_SUCH_FIELD : SUCCESS;
}
#endif

template <class API, Object Model> error_code read(typename API::Object &object, Model &model) {
#ifdef IS_NEWEST
  if constexpr (std::is_same_v<API, Selecting>) return select<API>(object, model);
#endif
  return API::isInOrder ? lookUp<API>(object, model) : iterate<API>(object, model);
}

/// Calls a function with the model of each record.
template <class API, Object Model, class Body> void forEachRecord(const Input &input, Checksum &checksum, Body body) {
  static typename API::Parser parser;
  Model model;
  typename API::Documents documents;
  check(API::parse(parser, input).get(documents), checksum);
  for (auto document : documents) {
    typename API::Object object;
    check(document.get_object().get(object), checksum);
    check(read<API>(object, model), checksum);
    body(std::as_const(model));
  }
  if (documents.truncated_bytes() != 0) fail("the last record is incomplete");
}

template <class API, Object Model> void readAll(const Input &input, Checksum &checksum) {
  forEachRecord<API, Model>(input, checksum, [&](const Model &model) __attribute__((always_inline)) {
    model.add(checksum);
    checksum.endRecord();
  });
}

#ifdef IS_NEWEST
using builder::string_builder;

/// Writes a value. Keys are text that the compiler knows, as in the code that simdjson makes by reflection.
void write(string_builder &out, const std::string &text) { out.escape_and_append_with_quotes(text); }
simdjson_inline void write(string_builder &out, int64_t number) { out.append(number); }
simdjson_inline void write(string_builder &out, double number) { out.append(number); }
simdjson_inline void write(string_builder &out, bool flag) { out.append(flag); }

void write(string_builder &out, const std::vector<Point> &points) {
  char before = '[';
  for (const Point &point : points) {
    out.append(before);
    out.start_array();
    out.append(point.x);
    out.append_comma();
    out.append(point.y);
    out.end_array();
    before = ',';
  }
  if (points.empty()) out.start_array();
  out.end_array();
}

template <Object Model> simdjson_inline void write(string_builder &out, const Model &model) {
  forEachWritten(model, [&](const auto &key, const auto &value) __attribute__((always_inline)) {
    out.append_raw_n<std::tuple_size_v<std::remove_cvref_t<decltype(key)>>>(key.data());
    write(out, value);
  });
  out.end_object();
}

/// Writes models with one builder, whose buffer is reused.
template <Object Model> size_t writeAll(const Input &input, Checksum &checksum) {
  static Shelf<Model> shelf;
  static string_builder out;
  static ondemand::parser parser;
  const auto readAll = [](const Input &input, auto body) {
    Checksum none(Checksum::Strings::ends);
    forEachRecord<AnyOrder<OnDemand>, Model>(input, none, [&](const Model &model) {
      body(model);
      none.endRecord();
    });
  };
  const auto written = [](const Model &model) __attribute__((always_inline)) {
    out.clear();
    write(out, model);
    return std::string_view(out);
  };
  const auto read = [](std::string_view text, Model &model) {
    const padded_string padded(text);
    const Checksum none(Checksum::Strings::ends);
    ondemand::document document;
    ondemand::object object;
    check(parser.iterate(padded).get(document), none);
    check(document.get_object().get(object), none);
    check(iterate<AnyOrder<OnDemand>>(object, model), none);
  };
  return shelf.pass(input, checksum, readAll, written, read);
}
#endif

template <class API, Object Model> void pass(const Input &input, Checksum &checksum) {
#ifdef IS_NEWEST
  // The speed with a key selector beside that with find_field, as a median of 11 passes over 16 MB, in two runs: tweets
  // 0.96 and 0.98, tweets-sparse 0.96 and 0.97, escapes 1.00, points 1.04 and 1.00, events 1.03 and 1.02, logs 1.15 and
  // 1.13. For records in other orders, beside iteration: tweets 1.17, events 1.16, logs 1.40.
  constexpr bool isSelectorFaster = Model::workload == "events" || Model::workload == "logs";
  if constexpr (std::is_same_v<API, OnDemand>) {
    if (isSelectorFaster || !input.isInOrder) return readAll<Selecting, Model>(input, checksum);
  }
#endif
  input.isInOrder ? readAll<API, Model>(input, checksum) : readAll<AnyOrder<API>, Model>(input, checksum);
}

template <template <class> class Model> void append(std::vector<Contender> &contenders) {
  const std::string workload(Model<std::string>::workload);
  contenders.push_back({workload, PEER, "mapped", pass<OnDemand, Model<std::string>>});
  contenders.push_back({workload, PEER "-views", "mapped", pass<OnDemand, Model<std::string_view>>});
  contenders.push_back({workload, PEER "-dom", "full", pass<DOM, Model<std::string>>});
#ifdef IS_NEWEST
  contenders.push_back({workload, PEER "-builder", "writes", {}, writeAll<Model<std::string>>});
#endif
}

}  // namespace

int main(int count, char **arguments) {
  std::vector<Contender> contenders;
  forEachModel([&]<template <class> class Model>() { append<Model>(contenders); });
  const std::string version = "simdjson " + std::to_string(SIMDJSON_VERSION_MAJOR) + "." +
      std::to_string(SIMDJSON_VERSION_MINOR) + "." + std::to_string(SIMDJSON_VERSION_REVISION) + " (" +
      get_active_implementation()->name() + ", " + compiler + ")";
  return serve(count, arguments, version, contenders);
}
