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

namespace {

using Text = std::string_view;

/// A wanted member. Each model has its own numbers. `none` is any other member.
using Member = int;
constexpr Member none = 0;

/// The wanted members of each model. `find` returns the member for a name within the object `parent` or the record
/// itself, and `set` stores its value. Each counts the required members.

struct TweetFields {
  using Model = Tweet<std::string>;
  enum : Member { id = 1, createdAt, text, user, userID, screenName, followers, verified, retweets, favorites, lang };
  static constexpr int required = 9;

  static Member find(Member parent, Text name) {
    if (parent == user) {
      if (name == "id") return userID;
      if (name == "screen_name") return screenName;
      if (name == "followers_count") return followers;
      if (name == "verified") return verified;
      return none;
    }
    switch (name.size()) {
    case 2: return name == "id" ? id : none;
    case 4: return name == "text" ? text : name == "user" ? user : name == "lang" ? lang : none;
    case 10: return name == "created_at" ? createdAt : none;
    case 13: return name == "retweet_count" ? retweets : none;
    case 14: return name == "favorite_count" ? favorites : none;
    default: return none;
    }
  }
  static bool isObject(Member member) { return member == user; }
  static void begin(Model &tweet) { tweet.hasLanguage = false; }

  static int set(Model &tweet, Member member, Text value) {
    switch (member) {
    case createdAt: tweet.createdAt = value; return 1;
    case text: tweet.text = value; return 1;
    case screenName: tweet.screenName = value; return 1;
    case lang: tweet.language = value; tweet.hasLanguage = true; return 0;
    default: return 0;
    }
  }
  static int set(Model &tweet, Member member, int64_t value) {
    switch (member) {
    case id: tweet.id = value; return 1;
    case userID: tweet.userID = value; return 1;
    case followers: tweet.followers = value; return 1;
    case retweets: tweet.retweets = value; return 1;
    case favorites: tweet.favorites = value; return 1;
    default: return 0;
    }
  }
  static int set(Model &, Member, double) { return 0; }
  static int set(Model &tweet, Member member, bool value) {
    if (member != verified) return 0;
    tweet.isVerified = value;
    return 1;
  }
};

struct SparseTweetFields {
  using Model = SparseTweet<std::string>;
  enum : Member { id = 1, user, screenName, lang };
  static constexpr int required = 2;

  static Member find(Member parent, Text name) {
    if (parent == user) return name == "screen_name" ? screenName : none;
    return name == "id" ? id : name == "user" ? user : name == "lang" ? lang : none;
  }
  static bool isObject(Member member) { return member == user; }
  static void begin(Model &tweet) { tweet.hasLanguage = false; }

  static int set(Model &tweet, Member member, Text value) {
    if (member == screenName) { tweet.screenName = value; return 1; }
    if (member == lang) { tweet.language = value; tweet.hasLanguage = true; }
    return 0;
  }
  static int set(Model &tweet, Member member, int64_t value) {
    if (member != id) return 0;
    tweet.id = value;
    return 1;
  }
  static int set(Model &, Member, double) { return 0; }
  static int set(Model &, Member, bool) { return 0; }
};

struct EventFields {
  using Model = Event<std::string>;
  enum : Member { id = 1, type, actor, login, repo, repoName, createdAt, isPublic };
  static constexpr int required = 6;

  static Member find(Member parent, Text name) {
    if (parent == actor) return name == "login" ? login : none;
    if (parent == repo) return name == "name" ? repoName : none;
    switch (name.size()) {
    case 2: return name == "id" ? id : none;
    case 4: return name == "type" ? type : name == "repo" ? repo : none;
    case 5: return name == "actor" ? actor : none;
    case 6: return name == "public" ? isPublic : none;
    case 10: return name == "created_at" ? createdAt : none;
    default: return none;
    }
  }
  static bool isObject(Member member) { return member == actor || member == repo; }
  static void begin(Model &) {}

  static int set(Model &event, Member member, Text value) {
    switch (member) {
    case id: event.id = value; return 1;
    case type: event.type = value; return 1;
    case login: event.actor = value; return 1;
    case repoName: event.repository = value; return 1;
    case createdAt: event.createdAt = value; return 1;
    default: return 0;
    }
  }
  static int set(Model &, Member, int64_t) { return 0; }
  static int set(Model &, Member, double) { return 0; }
  static int set(Model &event, Member member, bool value) {
    if (member != isPublic) return 0;
    event.isPublic = value;
    return 1;
  }
};

struct LogFields {
  using Model = LogLine<std::string>;
  enum : Member { ts = 1, level, service, host, traceID, latency, status, bytes, path, ok };
  static constexpr int required = 9;

  static Member find(Member, Text name) {
    switch (name.size()) {
    case 2: return name == "ts" ? ts : name == "ok" ? ok : none;
    case 4: return name == "host" ? host : name == "path" ? path : none;
    case 5: return name == "level" ? level : name == "bytes" ? bytes : none;
    case 6: return name == "status" ? status : none;
    case 7: return name == "service" ? service : none;
    case 8: return name == "trace_id" ? traceID : none;
    case 10: return name == "latency_ms" ? latency : none;
    default: return none;
    }
  }
  static bool isObject(Member) { return false; }
  static void begin(Model &line) { line.hasTraceID = false; }

  static int set(Model &line, Member member, Text value) {
    switch (member) {
    case ts: line.time = value; return 1;
    case level: line.level = value; return 1;
    case service: line.service = value; return 1;
    case host: line.host = value; return 1;
    case path: line.path = value; return 1;
    case traceID: line.traceID = value; line.hasTraceID = true; return 0;
    default: return 0;
    }
  }
  static int set(Model &line, Member member, int64_t value) {
    switch (member) {
    case status: line.status = value; return 1;
    case bytes: line.bytes = value; return 1;
    case latency: line.latency = double(value); return 1;
    default: return 0;
    }
  }
  static int set(Model &line, Member member, double value) {
    if (member != latency) return 0;
    line.latency = value;
    return 1;
  }
  static int set(Model &line, Member member, bool value) {
    if (member != ok) return 0;
    line.isOK = value;
    return 1;
  }
};

struct ArticleFields {
  using Model = Article<std::string>;
  enum : Member { id = 1, title, body };
  static constexpr int required = 3;

  static Member find(Member, Text name) {
    return name == "id" ? id : name == "title" ? title : name == "body" ? body : none;
  }
  static bool isObject(Member) { return false; }
  static void begin(Model &) {}

  static int set(Model &article, Member member, Text value) {
    if (member == title) { article.title = value; return 1; }
    if (member == body) { article.body = value; return 1; }
    return 0;
  }
  static int set(Model &article, Member member, int64_t value) {
    if (member != id) return 0;
    article.id = value;
    return 1;
  }
  static int set(Model &, Member, double) { return 0; }
  static int set(Model &, Member, bool) { return 0; }
};

/// The handler of a record whose wanted values are in the record or in its direct member objects.
template <class Fields> struct Handler {
  typename Fields::Model model;
  int depth = 0;
  Member parent = none, member = none;
  int found = 0;

  void begin() {
    depth = found = 0;
    parent = member = none;
    Fields::begin(model);
  }
  bool isWhole() const { return found >= Fields::required; }

  template <class Value> bool set(Value value) {
    if (member != none) found += Fields::set(model, member, value);
    return true;
  }

  bool Null() { return true; }
  bool Bool(bool value) { return set(value); }
  bool Int(int value) { return set(int64_t(value)); }
  bool Uint(unsigned value) { return set(int64_t(value)); }
  bool Int64(int64_t value) { return set(value); }
  bool Uint64(uint64_t value) { return value <= uint64_t(INT64_MAX) && set(int64_t(value)); }
  bool Double(double value) { return set(value); }
  bool RawNumber(const char *, rapidjson::SizeType, bool) { return false; }
  bool String(const char *text, rapidjson::SizeType size, bool) { return set(Text(text, size)); }
  bool Key(const char *text, rapidjson::SizeType size, bool) {
    const bool isWanted = depth == 1 || (depth == 2 && parent != none);
    member = isWanted ? Fields::find(depth == 1 ? none : parent, Text(text, size)) : none;
    return true;
  }
  bool StartObject() {
    if (++depth == 2 && member != none && Fields::isObject(member)) parent = member;
    member = none;
    return true;
  }
  bool EndObject(rapidjson::SizeType) {
    if (--depth == 1) parent = none;
    return true;
  }
  bool StartArray() { return StartObject(); }
  bool EndArray(rapidjson::SizeType) { return EndObject(0); }
};

/// The handler of a record with an array of pairs.
struct TrackHandler {
  enum : Member { id = 1, name, points };
  Track<std::string> model;
  int depth = 0;
  Member member = none;
  int found = 0, count = 0;

  void begin() {
    depth = found = 0;
    member = none;
    model.points.clear();
  }
  bool isWhole() const { return found >= 3; }

  bool number(double value) {
    if (depth != 3 || member != points) return true;
    if (count == 2) return false;
    Track<std::string>::Point &point = model.points.back();
    (count++ == 0 ? point.x : point.y) = value;
    return true;
  }
  bool integer(int64_t value) {
    if (depth != 1 || member != id) return number(double(value));
    model.id = value;
    found += 1;
    return true;
  }

  bool Null() { return true; }
  bool Bool(bool) { return true; }
  bool Int(int value) { return integer(value); }
  bool Uint(unsigned value) { return integer(value); }
  bool Int64(int64_t value) { return integer(value); }
  bool Uint64(uint64_t value) { return value <= uint64_t(INT64_MAX) && integer(int64_t(value)); }
  bool Double(double value) { return number(value); }
  bool RawNumber(const char *, rapidjson::SizeType, bool) { return false; }
  bool String(const char *text, rapidjson::SizeType size, bool) {
    if (depth != 1 || member != name) return true;
    model.name = Text(text, size);
    found += 1;
    return true;
  }
  bool Key(const char *text, rapidjson::SizeType size, bool) {
    if (depth != 1) return true;
    const Text key(text, size);
    member = key == "id" ? id : key == "name" ? name : key == "points" ? points : none;
    return true;
  }
  bool StartObject() { return ++depth != 0; }
  bool EndObject(rapidjson::SizeType) { return --depth >= 0; }
  bool StartArray() {
    depth += 1;
    if (member == points && depth == 2) found += 1;
    if (member == points && depth == 3) {
      model.points.push_back({0, 0});
      count = 0;
    }
    return true;
  }
  bool EndArray(rapidjson::SizeType) {
    const bool isPair = depth == 3 && member == points;
    depth -= 1;
    return !isPair || count == 2;
  }
};

template <class Handler> void pass(const Input &input, Checksum &checksum) {
  constexpr unsigned flags = rapidjson::kParseStopWhenDoneFlag | rapidjson::kParseFullPrecisionFlag;
  static Handler handler;
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

template <class Handler> void append(std::vector<Contender> &contenders, std::string_view workload) {
  contenders.push_back({std::string(workload), "rapidjson", "syntax", pass<Handler>});
}

}  // namespace

int main(int count, char **arguments) {
  std::vector<Contender> contenders;
  append<Handler<TweetFields>>(contenders, Tweet<std::string>::workload);
  append<Handler<SparseTweetFields>>(contenders, SparseTweet<std::string>::workload);
  append<Handler<EventFields>>(contenders, Event<std::string>::workload);
  append<Handler<LogFields>>(contenders, LogLine<std::string>::workload);
  append<TrackHandler>(contenders, Track<std::string>::workload);
  append<Handler<ArticleFields>>(contenders, Article<std::string>::workload);
  return serve(count, arguments, "RapidJSON " RAPIDJSON_VERSION_STRING " (" + compiler + ")", contenders);
}
