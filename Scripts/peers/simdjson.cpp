// simdjson's two APIs for a file of many documents: On-Demand (`iterate_many`) and DOM (`parse_many`).
//
// On-Demand requests the members in the order of the records, which is its fastest mode. A required member must be at
// its place. If the records have their members in other orders, both APIs iterate over all of them instead, which is
// faster there.
// Built without simdjson's helper thread: every contender has one thread.
#ifdef SIMDJSON_THREADS_ENABLED
#error "simdjson would use a second thread"
#endif

// The name of the contenders. It is defined for a release other than the installed one.
#ifndef PEER
#define PEER "simdjson"
#endif

#include "models.hpp"
#include "worker.hpp"

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

template <class API, Object Model> error_code read(typename API::Object &object, Model &model) {
  return API::isInOrder ? lookUp<API>(object, model) : iterate<API>(object, model);
}

template <class API, Object Model> void readAll(const Input &input, Checksum &checksum) {
  static typename API::Parser parser;
  Model model;
  typename API::Documents documents;
  check(API::parse(parser, input).get(documents), checksum);
  for (auto document : documents) {
    typename API::Object object;
    check(document.get_object().get(object), checksum);
    check(read<API>(object, model), checksum);
    model.add(checksum);
    checksum.endRecord();
  }
  if (documents.truncated_bytes() != 0) fail("the last record is incomplete");
}

template <class API, Object Model> void pass(const Input &input, Checksum &checksum) {
  input.isInOrder ? readAll<API, Model>(input, checksum) : readAll<AnyOrder<API>, Model>(input, checksum);
}

template <template <class> class Model> void append(std::vector<Contender> &contenders) {
  const std::string workload(Model<std::string>::workload);
  contenders.push_back({workload, PEER, "mapped", pass<OnDemand, Model<std::string>>});
  contenders.push_back({workload, PEER "-views", "mapped", pass<OnDemand, Model<std::string_view>>});
  contenders.push_back({workload, PEER "-dom", "full", pass<DOM, Model<std::string>>});
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
