// State: the memory of yyjson's documents, and the order of their members, for the whole run.
//
// yyjson's immutable document, one for each line. It checks everything: RFC 8259 and UTF-8. The memory of a document is
// in a pool, its fastest allocator. Members are looked up in document order, its fastest mode, in which a look-up
// continues after the previous one. If the records have their members in other orders, it iterates over all of them
// instead, which is faster there.
//
// yyjson-writer makes a mutable document of each model and writes it. Both are in one pool, and the document has the
// strings of the model without a copy. yyjson has no writer without a document.
#include "models.hpp"
#include "worker.hpp"
#include "writing.hpp"

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

/// Reads one record.
template <class Model>
void read(std::vector<char> &pool, const char *line, size_t size, uint64_t number, Model &model) {
  yyjson_alc allocator;
  yyjson_alc_pool_init(&allocator, pool.data(), pool.size());
  yyjson_read_err error;
  // yyjson does not change the text without the flag for that.
  yyjson_doc *document = yyjson_read_opts(const_cast<char *>(line), size, YYJSON_READ_NOFLAG, &allocator, &error);
  if (document == nullptr || !take(yyjson_doc_get_root(document), model)) {
    fail("record " + std::to_string(number) + ": " + (document == nullptr ? error.msg : "a value is missing"));
  }
  yyjson_doc_free(document);
}

template <class Model> void pass(const Input &input, Checksum &checksum) {
  // Found in the untimed pass, which is the first.
  static std::vector<char> pool = room(input);
  isInOrder = input.isInOrder;
  Model model;
  forEachLine(input, [&](const char *line, size_t size) {
    read(pool, line, size, checksum.records() + 1, model);
    model.add(checksum);
    checksum.endRecord();
  });
}

yyjson_mut_val *make(yyjson_mut_doc *document, const std::string &text) {
  return yyjson_mut_strn(document, text.data(), text.size());
}

yyjson_mut_val *make(yyjson_mut_doc *document, int64_t number) { return yyjson_mut_sint(document, number); }
yyjson_mut_val *make(yyjson_mut_doc *document, double number) { return yyjson_mut_real(document, number); }
yyjson_mut_val *make(yyjson_mut_doc *document, bool flag) { return yyjson_mut_bool(document, flag); }

yyjson_mut_val *make(yyjson_mut_doc *document, const std::vector<Point> &points) {
  yyjson_mut_val *pairs = yyjson_mut_arr(document);
  for (const Point &point : points) {
    yyjson_mut_val *pair = yyjson_mut_arr_add_arr(document, pairs);
    yyjson_mut_arr_add_real(document, pair, point.x);
    yyjson_mut_arr_add_real(document, pair, point.y);
  }
  return pairs;
}

template <Object Model> yyjson_mut_val *make(yyjson_mut_doc *document, const Model &model) {
  yyjson_mut_val *object = yyjson_mut_obj(document);
  forEachWritten(model, [&](const auto &key, const auto &value) {
    // The key is between {" or ," and ":.
    yyjson_mut_obj_add(object, yyjson_mut_strn(document, key.data() + 2, key.size() - 4), make(document, value));
  });
  return object;
}

/// Writes a model. The text is in the pool.
template <Object Model> std::string_view written(std::vector<char> &pool, const Model &model) {
  yyjson_alc allocator;
  yyjson_alc_pool_init(&allocator, pool.data(), pool.size());
  yyjson_mut_doc *document = yyjson_mut_doc_new(&allocator);
  size_t size = 0;
  char *text = nullptr;
  if (document != nullptr) {
    yyjson_mut_doc_set_root(document, make(document, model));
    text = yyjson_mut_write_opts(document, YYJSON_WRITE_NOFLAG, &allocator, &size, nullptr);
  }
  if (text == nullptr) fail("a model cannot be written");
  return {text, size};
}

template <Object Model> size_t writeAll(const Input &input, Checksum &checksum) {
  static Shelf<Model> shelf;
  static std::vector<char> pool = room(input), writerPool(pool.size() + (1 << 16));
  // It writes in the order of its own.
  isInOrder = false;
  const auto readAll = [](const Input &input, auto body) {
    Model model;
    uint64_t number = 0;
    forEachLine(input, [&](const char *line, size_t size) {
      read(pool, line, size, ++number, model);
      body(std::as_const(model));
    });
  };
  const auto write = [](const Model &model) { return written(writerPool, model); };
  const auto again = [](std::string_view text, Model &model) { read(pool, text.data(), text.size(), 0, model); };
  return shelf.pass(input, checksum, readAll, write, again);
}

template <template <class> class Model> void append(std::vector<Contender> &contenders) {
  const std::string workload(Model<std::string>::workload);
  contenders.push_back({workload, "yyjson", "full", pass<Model<std::string>>, {}});
  contenders.push_back({workload, "yyjson-writer", "writes", {}, writeAll<Model<std::string>>});
}

}  // namespace

int main(int count, char **arguments) {
  std::vector<Contender> contenders;
  forEachModel([&]<template <class> class Model>() { append<Model>(contenders); });
  return serve(count, arguments, "yyjson " YYJSON_VERSION_STRING " (" + compiler + ")", contenders);
}
