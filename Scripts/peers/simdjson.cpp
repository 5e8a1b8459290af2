// simdjson's two APIs for a file of many documents: On-Demand (`iterate_many`) and DOM (`parse_many`).
//
// On-Demand requests the fields in document order, which is its fastest mode. A required field must be at its place.
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

using namespace simdjson;

namespace {

/// The number of bytes indexed at a time. No size from 16 KiB to 2 MiB was faster than this one, which is about
/// simdjson's own default. A record must fit.
constexpr size_t batch = size_t(1) << 20;

/// Ends the pass if a record differs from the records of the workload.
void check(error_code error, const Checksum &checksum) {
  if (error) fail("record " + std::to_string(checksum.records() + 1) + ": " + error_message(error));
}

// MARK: On-Demand

template <class Text> error_code take(simdjson_result<ondemand::value> value, Text &text) {
  std::string_view view;
  SIMDJSON_TRY(value.get_string().get(view));
  text = view;
  return SUCCESS;
}

/// A string, null or an absent member. A miss reaches the end of the object, so the search starts over.
template <class Text>
error_code takeOptional(ondemand::object &object, std::string_view name, Text &text, bool &isThere) {
  ondemand::value value;
  isThere = false;
  const error_code error = object.find_field(name).get(value);
  if (error == NO_SUCH_FIELD) return object.reset().error();
  SIMDJSON_TRY(error);
  if (value.is_null()) return SUCCESS;
  isThere = true;
  return take(simdjson_result<ondemand::value>(std::move(value)), text);
}

template <class Text> error_code read(ondemand::object object, Tweet<Text> &tweet) {
  SIMDJSON_TRY(take(object.find_field("created_at"), tweet.createdAt));
  SIMDJSON_TRY(object.find_field("id").get(tweet.id));
  SIMDJSON_TRY(take(object.find_field("text"), tweet.text));
  ondemand::object user;
  SIMDJSON_TRY(object.find_field("user").get(user));
  SIMDJSON_TRY(user.find_field("id").get(tweet.userID));
  SIMDJSON_TRY(take(user.find_field("screen_name"), tweet.screenName));
  SIMDJSON_TRY(user.find_field("followers_count").get(tweet.followers));
  SIMDJSON_TRY(user.find_field("verified").get(tweet.isVerified));
  SIMDJSON_TRY(object.find_field("retweet_count").get(tweet.retweets));
  SIMDJSON_TRY(object.find_field("favorite_count").get(tweet.favorites));
  return takeOptional(object, "lang", tweet.language, tweet.hasLanguage);
}

template <class Text> error_code read(ondemand::object object, SparseTweet<Text> &tweet) {
  SIMDJSON_TRY(object.find_field("id").get(tweet.id));
  ondemand::object user;
  SIMDJSON_TRY(object.find_field("user").get(user));
  SIMDJSON_TRY(take(user.find_field("screen_name"), tweet.screenName));
  return takeOptional(object, "lang", tweet.language, tweet.hasLanguage);
}

template <class Text> error_code read(ondemand::object object, Event<Text> &event) {
  SIMDJSON_TRY(take(object.find_field("type"), event.type));
  SIMDJSON_TRY(take(object.find_field("created_at"), event.createdAt));
  SIMDJSON_TRY(take(object.find_field("actor").find_field("login"), event.actor));
  SIMDJSON_TRY(take(object.find_field("repo").find_field("name"), event.repository));
  SIMDJSON_TRY(object.find_field("public").get(event.isPublic));
  return take(object.find_field("id"), event.id);
}

template <class Text> error_code read(ondemand::object object, LogLine<Text> &line) {
  SIMDJSON_TRY(take(object.find_field("ts"), line.time));
  SIMDJSON_TRY(take(object.find_field("level"), line.level));
  SIMDJSON_TRY(take(object.find_field("service"), line.service));
  SIMDJSON_TRY(take(object.find_field("host"), line.host));
  SIMDJSON_TRY(takeOptional(object, "trace_id", line.traceID, line.hasTraceID));
  SIMDJSON_TRY(object.find_field("latency_ms").get(line.latency));
  SIMDJSON_TRY(object.find_field("status").get(line.status));
  SIMDJSON_TRY(object.find_field("bytes").get(line.bytes));
  SIMDJSON_TRY(take(object.find_field("path"), line.path));
  return object.find_field("ok").get(line.isOK);
}

template <class Text> error_code read(ondemand::object object, Track<Text> &track) {
  SIMDJSON_TRY(object.find_field("id").get(track.id));
  SIMDJSON_TRY(take(object.find_field("name"), track.name));
  ondemand::array pairs;
  SIMDJSON_TRY(object.find_field("points").get(pairs));
  track.points.clear();
  for (auto pair : pairs) {
    double coordinates[2];
    size_t count = 0;
    ondemand::array numbers;
    SIMDJSON_TRY(pair.get(numbers));
    for (auto number : numbers) {
      if (count == 2) return INDEX_OUT_OF_BOUNDS;
      SIMDJSON_TRY(number.get(coordinates[count++]));
    }
    if (count != 2) return INDEX_OUT_OF_BOUNDS;
    track.points.push_back({coordinates[0], coordinates[1]});
  }
  return SUCCESS;
}

template <class Text> error_code read(ondemand::object object, Article<Text> &article) {
  SIMDJSON_TRY(object.find_field("id").get(article.id));
  SIMDJSON_TRY(take(object.find_field("title"), article.title));
  return take(object.find_field("body"), article.body);
}

template <class Model> void onDemand(const Input &input, Checksum &checksum) {
  static ondemand::parser parser;
  Model model;
  ondemand::document_stream documents;
  check(parser.iterate_many(input.data, input.size, batch).get(documents), checksum);
  for (auto document : documents) {
    ondemand::object object;
    check(document.get_object().get(object), checksum);
    check(read(object, model), checksum);
    model.add(checksum);
    checksum.endRecord();
  }
  if (documents.truncated_bytes() != 0) fail("the last record is incomplete");
}

// MARK: DOM

template <class Text> error_code takeOptional(dom::object object, const char *name, Text &text, bool &isThere) {
  dom::element value;
  isThere = false;
  const error_code error = object[name].get(value);
  if (error == NO_SUCH_FIELD) return SUCCESS;
  SIMDJSON_TRY(error);
  if (value.is_null()) return SUCCESS;
  isThere = true;
  std::string_view view;
  SIMDJSON_TRY(value.get(view));
  text = view;
  return SUCCESS;
}

template <class Text> error_code take(simdjson_result<dom::element> value, Text &text) {
  std::string_view view;
  SIMDJSON_TRY(value.get(view));
  text = view;
  return SUCCESS;
}

template <class Text> error_code read(dom::object object, Tweet<Text> &tweet) {
  SIMDJSON_TRY(object["id"].get(tweet.id));
  SIMDJSON_TRY(take(object["created_at"], tweet.createdAt));
  SIMDJSON_TRY(take(object["text"], tweet.text));
  dom::object user;
  SIMDJSON_TRY(object["user"].get(user));
  SIMDJSON_TRY(user["id"].get(tweet.userID));
  SIMDJSON_TRY(take(user["screen_name"], tweet.screenName));
  SIMDJSON_TRY(user["followers_count"].get(tweet.followers));
  SIMDJSON_TRY(user["verified"].get(tweet.isVerified));
  SIMDJSON_TRY(object["retweet_count"].get(tweet.retweets));
  SIMDJSON_TRY(object["favorite_count"].get(tweet.favorites));
  return takeOptional(object, "lang", tweet.language, tweet.hasLanguage);
}

template <class Text> error_code read(dom::object object, SparseTweet<Text> &tweet) {
  SIMDJSON_TRY(object["id"].get(tweet.id));
  SIMDJSON_TRY(take(object["user"]["screen_name"], tweet.screenName));
  return takeOptional(object, "lang", tweet.language, tweet.hasLanguage);
}

template <class Text> error_code read(dom::object object, Event<Text> &event) {
  SIMDJSON_TRY(take(object["id"], event.id));
  SIMDJSON_TRY(take(object["type"], event.type));
  SIMDJSON_TRY(take(object["actor"]["login"], event.actor));
  SIMDJSON_TRY(take(object["repo"]["name"], event.repository));
  SIMDJSON_TRY(take(object["created_at"], event.createdAt));
  return object["public"].get(event.isPublic);
}

template <class Text> error_code read(dom::object object, LogLine<Text> &line) {
  SIMDJSON_TRY(take(object["ts"], line.time));
  SIMDJSON_TRY(take(object["level"], line.level));
  SIMDJSON_TRY(take(object["service"], line.service));
  SIMDJSON_TRY(take(object["host"], line.host));
  SIMDJSON_TRY(takeOptional(object, "trace_id", line.traceID, line.hasTraceID));
  SIMDJSON_TRY(object["latency_ms"].get(line.latency));
  SIMDJSON_TRY(object["status"].get(line.status));
  SIMDJSON_TRY(object["bytes"].get(line.bytes));
  SIMDJSON_TRY(take(object["path"], line.path));
  return object["ok"].get(line.isOK);
}

template <class Text> error_code read(dom::object object, Track<Text> &track) {
  SIMDJSON_TRY(object["id"].get(track.id));
  SIMDJSON_TRY(take(object["name"], track.name));
  dom::array pairs;
  SIMDJSON_TRY(object["points"].get(pairs));
  track.points.clear();
  for (dom::element pair : pairs) {
    double coordinates[2];
    size_t count = 0;
    dom::array numbers;
    SIMDJSON_TRY(pair.get(numbers));
    for (dom::element number : numbers) {
      if (count == 2) return INDEX_OUT_OF_BOUNDS;
      SIMDJSON_TRY(number.get(coordinates[count++]));
    }
    if (count != 2) return INDEX_OUT_OF_BOUNDS;
    track.points.push_back({coordinates[0], coordinates[1]});
  }
  return SUCCESS;
}

template <class Text> error_code read(dom::object object, Article<Text> &article) {
  SIMDJSON_TRY(object["id"].get(article.id));
  SIMDJSON_TRY(take(object["title"], article.title));
  return take(object["body"], article.body);
}

template <class Model> void dom(const Input &input, Checksum &checksum) {
  static dom::parser parser;
  Model model;
  dom::document_stream documents;
  check(parser.parse_many(input.data, input.size, batch).get(documents), checksum);
  for (auto document : documents) {
    dom::object object;
    check(document.get(object), checksum);
    check(read(object, model), checksum);
    model.add(checksum);
    checksum.endRecord();
  }
  if (documents.truncated_bytes() != 0) fail("the last record is incomplete");
}

template <template <class> class Model> void append(std::vector<Contender> &contenders) {
  const std::string workload(Model<std::string>::workload);
  contenders.push_back({workload, PEER, "mapped", onDemand<Model<std::string>>});
  contenders.push_back({workload, PEER "-views", "mapped", onDemand<Model<std::string_view>>});
  contenders.push_back({workload, PEER "-dom", "full", dom<Model<std::string>>});
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
