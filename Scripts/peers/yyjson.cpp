// State: the memory of yyjson's documents, for the whole run.
//
// yyjson's immutable document, one for each line. It checks everything: RFC 8259 and UTF-8. The memory of a document is
// in a pool, its fastest allocator. Members are looked up in document order, its fastest mode. The member iterator
// begins again if a member is not next.
#include "models.hpp"
#include "worker.hpp"

#include <algorithm>
#include <yyjson.h>

namespace {

/// The members of an object. A look-up continues after the previous one.
struct Object {
  yyjson_obj_iter members;

  explicit Object(yyjson_val *value) { isThere = yyjson_obj_iter_init(value, &members); }

  bool isThere;

  yyjson_val *operator[](std::string_view name) {
    return isThere ? yyjson_obj_iter_getn(&members, name.data(), name.size()) : nullptr;
  }
};

template <class Text> bool take(yyjson_val *value, Text &text) {
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

/// A string, null or an absent member.
template <class Text> bool takeOptional(yyjson_val *value, Text &text, bool &isThere) {
  isThere = value != nullptr && !yyjson_is_null(value);
  return !isThere || take(value, text);
}

template <class Text> bool read(Object object, Tweet<Text> &tweet) {
  if (!take(object["created_at"], tweet.createdAt) || !take(object["id"], tweet.id)) return false;
  if (!take(object["text"], tweet.text)) return false;
  Object user(object["user"]);
  return take(user["id"], tweet.userID) && take(user["screen_name"], tweet.screenName) &&
      take(user["followers_count"], tweet.followers) && take(user["verified"], tweet.isVerified) &&
      take(object["retweet_count"], tweet.retweets) && take(object["favorite_count"], tweet.favorites) &&
      takeOptional(object["lang"], tweet.language, tweet.hasLanguage);
}

template <class Text> bool read(Object object, SparseTweet<Text> &tweet) {
  return take(object["id"], tweet.id) && take(Object(object["user"])["screen_name"], tweet.screenName) &&
      takeOptional(object["lang"], tweet.language, tweet.hasLanguage);
}

template <class Text> bool read(Object object, Event<Text> &event) {
  return take(object["type"], event.type) && take(object["created_at"], event.createdAt) &&
      take(Object(object["actor"])["login"], event.actor) && take(Object(object["repo"])["name"], event.repository) &&
      take(object["public"], event.isPublic) && take(object["id"], event.id);
}

template <class Text> bool read(Object object, LogLine<Text> &line) {
  return take(object["ts"], line.time) && take(object["level"], line.level) &&
      take(object["service"], line.service) && take(object["host"], line.host) &&
      takeOptional(object["trace_id"], line.traceID, line.hasTraceID) && take(object["latency_ms"], line.latency) &&
      take(object["status"], line.status) && take(object["bytes"], line.bytes) && take(object["path"], line.path) &&
      take(object["ok"], line.isOK);
}

template <class Text> bool read(Object object, Track<Text> &track) {
  if (!take(object["id"], track.id) || !take(object["name"], track.name)) return false;
  yyjson_arr_iter pairs, numbers;
  if (!yyjson_arr_iter_init(object["points"], &pairs)) return false;
  track.points.clear();
  while (yyjson_val *pair = yyjson_arr_iter_next(&pairs)) {
    typename Track<Text>::Point point;
    if (yyjson_arr_size(pair) != 2 || !yyjson_arr_iter_init(pair, &numbers)) return false;
    if (!take(yyjson_arr_iter_next(&numbers), point.x) || !take(yyjson_arr_iter_next(&numbers), point.y)) return false;
    track.points.push_back(point);
  }
  return true;
}

template <class Text> bool read(Object object, Article<Text> &article) {
  return take(object["id"], article.id) && take(object["title"], article.title) && take(object["body"], article.body);
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
  Model model;
  forEachLine(input, [&](const char *line, size_t size) {
    yyjson_alc allocator;
    yyjson_alc_pool_init(&allocator, pool.data(), pool.size());
    yyjson_read_err error;
    // yyjson does not change the text without the flag for that.
    yyjson_doc *document = yyjson_read_opts(const_cast<char *>(line), size, YYJSON_READ_NOFLAG, &allocator, &error);
    if (document == nullptr || !read(Object(yyjson_doc_get_root(document)), model)) {
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
