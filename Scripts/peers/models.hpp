// The models of the workloads, with the values and the checksum order of Sources/StreamMapBench/Models. One instance is
// reused for all records.
//
// Each model names its members in the order of the records. Libraries read them with `forEachMember`.
#pragma once

#include "checksum.hpp"

#include <algorithm>
#include <array>
#include <string>
#include <tuple>
#include <utility>
#include <vector>

/// A model, or an object within one.
template <class Type>
concept Object = requires { Type::members; };

template <class Value> constexpr bool isOptional = false;
template <class Text> constexpr bool isOptional<Optional<Text>> = true;

/// The number of values that a record must have for a part of a model.
template <class Value> constexpr int required = isOptional<Value> ? 0 : 1;
template <Object Model>
constexpr int required<Model> =
    std::apply([](auto... member) { return (decltype(member)::required + ...); }, Model::members);

/// The name of a member, and its place in the model.
template <class Model, class Value> struct Member {
  static constexpr int required = ::required<Value>;
  std::string_view name;
  Value Model::*place;
};

/// Calls a function with the name and the place of each member, until it returns false. Returns whether it never did.
/// All of it is inlined, so that each name is compared as a constant.
template <Object Model, class Body> [[gnu::always_inline]] inline bool forEachMember(Model &model, Body body) {
  return [&]<size_t... index>(std::index_sequence<index...>) __attribute__((always_inline)) {
    return (body(std::get<index>(Model::members).name, model.*std::get<index>(Model::members).place) && ...);
  }(std::make_index_sequence<std::tuple_size_v<decltype(Model::members)>>());
}

/// The members of a model in the order in which StreamMap's `encode` writes them. It is that of the record, unless the
/// model names another.
template <Object Model> constexpr const auto &writtenMembers() {
  if constexpr (requires { Model::writtenMembers; }) return Model::writtenMembers; else return Model::members;
}

/// What is written before a value: `{"id":` for the first member of a model, `,"id":` for the others.
template <Object Model, size_t index> constexpr auto writtenKey = [] {
  constexpr std::string_view name = std::get<index>(writtenMembers<Model>()).name;
  std::array<char, name.size() + 4> text{};
  text[0] = index == 0 ? '{' : ',';
  text[1] = '"';
  std::copy(name.begin(), name.end(), text.begin() + 2);
  text[name.size() + 2] = '"';
  text[name.size() + 3] = ':';
  return text;
}();

/// Calls a function with the key, of a size known to the compiler, and the value of each member to write. A value that
/// is absent is left out, as `encode` does. The first member of a model is never absent.
template <Object Model, class Body> [[gnu::always_inline]] inline void forEachWritten(const Model &model, Body body) {
  [&]<size_t... index>(std::index_sequence<index...>) __attribute__((always_inline)) {
    const auto one = [&]<class Value>(const auto &key, const Value &value) __attribute__((always_inline)) {
      if constexpr (isOptional<Value>) {
        if (value.isThere) body(key, value.text);
      } else {
        body(key, value);
      }
    };
    (one(writtenKey<Model, index>, model.*std::get<index>(writtenMembers<Model>()).place), ...);
  }(std::make_index_sequence<std::tuple_size_v<std::remove_cvref_t<decltype(writtenMembers<Model>())>>>());
}

/// Removes the values that the next record may lack.
template <Object Model> void removeOptionals(Model &model) {
  forEachMember(model, []<class Value>(std::string_view, Value &value) {
    if constexpr (isOptional<Value>) value.isThere = false;
    return true;
  });
}

/// `Text` is std::string for models that own their strings, and std::string_view for models that borrow them.
template <class Text> struct Tweet {
  static constexpr std::string_view workload = "tweets";

  struct User {
    int64_t id = 0;
    Text screenName;
    int64_t followers = 0;
    bool isVerified = false;

    static constexpr std::tuple members{
        Member{"id", &User::id},
        Member{"screen_name", &User::screenName},
        Member{"followers_count", &User::followers},
        Member{"verified", &User::isVerified},
    };
  };
  Text createdAt;
  int64_t id = 0;
  Text text;
  User user;
  int64_t retweets = 0, favorites = 0;
  Optional<Text> language;

  static constexpr std::tuple members{
      Member{"created_at", &Tweet::createdAt},
      Member{"id", &Tweet::id},
      Member{"text", &Tweet::text},
      Member{"user", &Tweet::user},
      Member{"retweet_count", &Tweet::retweets},
      Member{"favorite_count", &Tweet::favorites},
      Member{"lang", &Tweet::language},
  };
  static constexpr std::tuple writtenMembers{
      Member{"id", &Tweet::id},
      Member{"created_at", &Tweet::createdAt},
      Member{"text", &Tweet::text},
      Member{"user", &Tweet::user},
      Member{"retweet_count", &Tweet::retweets},
      Member{"favorite_count", &Tweet::favorites},
      Member{"lang", &Tweet::language},
  };

  void add(Checksum &checksum) const {
    checksum.addAll(id, createdAt, text, user.id, user.screenName, user.followers, user.isVerified);
    checksum.addAll(retweets, favorites, language);
  }
};

template <class Text> struct SparseTweet {
  static constexpr std::string_view workload = "tweets-sparse";

  struct User {
    Text screenName;

    static constexpr std::tuple members{Member{"screen_name", &User::screenName}};
  };
  int64_t id = 0;
  User user;
  Optional<Text> language;

  static constexpr std::tuple members{
      Member{"id", &SparseTweet::id},
      Member{"user", &SparseTweet::user},
      Member{"lang", &SparseTweet::language},
  };

  void add(Checksum &checksum) const { checksum.addAll(id, user.screenName, language); }
};

template <class Text> struct Event {
  static constexpr std::string_view workload = "events";

  struct Actor {
    Text login;

    static constexpr std::tuple members{Member{"login", &Actor::login}};
  };
  struct Repository {
    Text name;

    static constexpr std::tuple members{Member{"name", &Repository::name}};
  };
  Text type, createdAt;
  Actor actor;
  Repository repository;
  bool isPublic = false;
  Text id;

  static constexpr std::tuple members{
      Member{"type", &Event::type},
      Member{"created_at", &Event::createdAt},
      Member{"actor", &Event::actor},
      Member{"repo", &Event::repository},
      Member{"public", &Event::isPublic},
      Member{"id", &Event::id},
  };
  static constexpr std::tuple writtenMembers{
      Member{"id", &Event::id},
      Member{"type", &Event::type},
      Member{"actor", &Event::actor},
      Member{"repo", &Event::repository},
      Member{"created_at", &Event::createdAt},
      Member{"public", &Event::isPublic},
  };

  void add(Checksum &checksum) const {
    checksum.addAll(id, type, actor.login, repository.name, createdAt, isPublic);
  }
};

template <class Text> struct LogLine {
  static constexpr std::string_view workload = "logs";

  Text time, level, service, host;
  Optional<Text> traceID;
  double latency = 0;
  int64_t status = 0, bytes = 0;
  Text path;
  bool isOK = false;

  static constexpr std::tuple members{
      Member{"ts", &LogLine::time},
      Member{"level", &LogLine::level},
      Member{"service", &LogLine::service},
      Member{"host", &LogLine::host},
      Member{"trace_id", &LogLine::traceID},
      Member{"latency_ms", &LogLine::latency},
      Member{"status", &LogLine::status},
      Member{"bytes", &LogLine::bytes},
      Member{"path", &LogLine::path},
      Member{"ok", &LogLine::isOK},
  };

  void add(Checksum &checksum) const {
    checksum.addAll(time, level, service, host, traceID, latency, status, bytes, path, isOK);
  }
};

struct Point {
  double x, y;
};

template <class Text> struct Track {
  static constexpr std::string_view workload = "points";

  int64_t id = 0;
  Text name;
  std::vector<Point> points;

  static constexpr std::tuple members{
      Member{"id", &Track::id},
      Member{"name", &Track::name},
      Member{"points", &Track::points},
  };

  void add(Checksum &checksum) const {
    checksum.addAll(id, name, int64_t(points.size()));
    for (const Point &point : points) checksum.addAll(point.x, point.y);
  }
};

template <class Text> struct Article {
  static constexpr std::string_view workload = "escapes";

  int64_t id = 0;
  Text title, body;

  static constexpr std::tuple members{
      Member{"id", &Article::id},
      Member{"title", &Article::title},
      Member{"body", &Article::body},
  };

  void add(Checksum &checksum) const { checksum.addAll(id, title, body); }
};

/// Calls a template with each model.
template <class Visitor> void forEachModel(Visitor visitor) {
  visitor.template operator()<Tweet>();
  visitor.template operator()<SparseTweet>();
  visitor.template operator()<Event>();
  visitor.template operator()<LogLine>();
  visitor.template operator()<Track>();
  visitor.template operator()<Article>();
}
