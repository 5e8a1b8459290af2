// State: the memory of yyjson's documents, and the order of their members, for the whole run.
//
// yyjson's immutable document, one for each line. It checks everything: RFC 8259 and UTF-8. The memory of a document is
// in a pool, its fastest allocator. Members are looked up in document order, its fastest mode, in which a look-up
// continues after the previous one. If the records have their members in other orders, it iterates over all of them
// instead, which is faster there.
#include "models.hpp"
#include "worker.hpp"

#include <algorithm>
#include <yyjson.h>

namespace {

/// Whether the members of each record are in the order of its model.
bool isInOrder = true;

template <Object Model> bool take(yyjson_val *value, Model &model);

bool take(yyjson_val *value, std::string &text) {
  if (!yyjson_is_str(value)) return false;
  text = std::string_view(yyjson_get_str(value), yyjson_get_len(value));
  return true;
}

bool take(yyjson_val *value, int64_t &number) {
  if (!yyjson_is_int(value) || (yyjson_is_uint(value) && yyjson_get_uint(value) > uint64_t(INT64_MAX))) return false;
  number = yyjson_get_sint(value);
  return true;
}

bool take(yyjson_val *value, double &number) {
  number = yyjson_get_num(value);
  return yyjson_is_num(value);
}

bool take(yyjson_val *value, bool &flag) {
  flag = yyjson_get_bool(value);
  return yyjson_is_bool(value);
}

bool take(yyjson_val *value, Optional<std::string> &optional) {
  optional.isThere = value != nullptr && !yyjson_is_null(value);
  return !optional.isThere || take(value, optional.text);
}

bool take(yyjson_val *value, std::vector<Point> &points) {
  yyjson_arr_iter pairs, numbers;
  if (!yyjson_arr_iter_init(value, &pairs)) return false;
  points.clear();
  while (yyjson_val *pair = yyjson_arr_iter_next(&pairs)) {
    Point point;
    if (yyjson_arr_size(pair) != 2 || !yyjson_arr_iter_init(pair, &numbers)) return false;
    if (!take(yyjson_arr_iter_next(&numbers), point.x) || !take(yyjson_arr_iter_next(&numbers), point.y)) return false;
    points.push_back(point);
  }
  return true;
}

/// Looks up each member of the model.
template <Object Model> bool lookUp(yyjson_obj_iter &members, Model &model) {
  return forEachMember(model, [&](std::string_view name, auto &place) {
    return take(yyjson_obj_iter_getn(&members, name.data(), name.size()), place);
  });
}

/// Finds the place of each member of the record.
template <Object Model> bool iterate(yyjson_obj_iter &members, Model &model) {
  removeOptionals(model);
  int missing = required<Model>;
  while (yyjson_val *key = yyjson_obj_iter_next(&members)) {
    const std::string_view name(yyjson_get_str(key), yyjson_get_len(key));
    bool isTaken = true;
    forEachMember(model, [&]<class Place>(std::string_view wanted, Place &place) {
      if (name != wanted) return true;
      isTaken = take(yyjson_obj_iter_get_val(key), place);
      missing -= required<Place>;
      return false;
    });
    if (!isTaken) return false;
  }
  return missing <= 0;
}

template <Object Model> bool take(yyjson_val *value, Model &model) {
  yyjson_obj_iter members;
  if (!yyjson_obj_iter_init(value, &members)) return false;
  return isInOrder ? lookUp(members, model) : iterate(members, model);
}

/// Calls a function with each line that is not empty.
template <class Body> void forEachLine(const Input &input, Body body) {
  const char *start = input.data, *const end = input.data + input.size;
  while (start < end) {
    const char *feed = static_cast<const char *>(std::memchr(start, '\n', size_t(end - start)));
    const char *stop = feed == nullptr ? end : feed;
    if (stop > start) body(start, size_t(stop - start));
    start = stop + 1;
  }
}

/// The memory that the longest line needs.
std::vector<char> room(const Input &input) {
  size_t longest = 0;
  forEachLine(input, [&](const char *, size_t size) { longest = std::max(longest, size); });
  return std::vector<char>(yyjson_read_max_memory_usage(longest, YYJSON_READ_NOFLAG) + 4096);
}

template <class Model> void pass(const Input &input, Checksum &checksum) {
  // Found in the untimed pass, which is the first.
  static std::vector<char> pool = room(input);
  isInOrder = input.isInOrder;
  Model model;
  forEachLine(input, [&](const char *line, size_t size) {
    yyjson_alc allocator;
    yyjson_alc_pool_init(&allocator, pool.data(), pool.size());
    yyjson_read_err error;
    // yyjson does not change the text without the flag for that.
    yyjson_doc *document = yyjson_read_opts(const_cast<char *>(line), size, YYJSON_READ_NOFLAG, &allocator, &error);
    if (document == nullptr || !take(yyjson_doc_get_root(document), model)) {
      const std::string reason = document == nullptr ? error.msg : "a value is missing";
      fail("record " + std::to_string(checksum.records() + 1) + ": " + reason);
    }
    model.add(checksum);
    checksum.endRecord();
    yyjson_doc_free(document);
  });
}

template <template <class> class Model> void append(std::vector<Contender> &contenders) {
  contenders.push_back({std::string(Model<std::string>::workload), "yyjson", "full", pass<Model<std::string>>});
}

}  // namespace

int main(int count, char **arguments) {
  std::vector<Contender> contenders;
  forEachModel([&]<template <class> class Model>() { append<Model>(contenders); });
  return serve(count, arguments, "yyjson " YYJSON_VERSION_STRING " (" + compiler + ")", contenders);
}
