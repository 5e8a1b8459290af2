// The models of the workloads, with the fields and checksum order of Sources/StreamMapBench/Models. One instance is
// reused for all records.
#pragma once

#include "checksum.hpp"

#include <string>
#include <vector>

/// `Text` is std::string for models that own their strings, and std::string_view for models that borrow them.
template <class Text> struct Tweet {
  static constexpr std::string_view workload = "tweets";
  int64_t id = 0;
  Text createdAt, text;
  int64_t userID = 0;
  Text screenName;
  int64_t followers = 0;
  bool isVerified = false;
  int64_t retweets = 0, favorites = 0;
  bool hasLanguage = false;
  Text language;

  void add(Checksum &checksum) const {
    checksum.add(id);
    checksum.add(std::string_view(createdAt));
    checksum.add(std::string_view(text));
    checksum.add(userID);
    checksum.add(std::string_view(screenName));
    checksum.add(followers);
    checksum.add(isVerified);
    checksum.add(retweets);
    checksum.add(favorites);
    if (hasLanguage) checksum.add(std::string_view(language)); else checksum.addAbsent();
  }
};

template <class Text> struct SparseTweet {
  static constexpr std::string_view workload = "tweets-sparse";
  int64_t id = 0;
  Text screenName;
  bool hasLanguage = false;
  Text language;

  void add(Checksum &checksum) const {
    checksum.add(id);
    checksum.add(std::string_view(screenName));
    if (hasLanguage) checksum.add(std::string_view(language)); else checksum.addAbsent();
  }
};

template <class Text> struct Event {
  static constexpr std::string_view workload = "events";
  Text id, type, actor, repository, createdAt;
  bool isPublic = false;

  void add(Checksum &checksum) const {
    checksum.add(std::string_view(id));
    checksum.add(std::string_view(type));
    checksum.add(std::string_view(actor));
    checksum.add(std::string_view(repository));
    checksum.add(std::string_view(createdAt));
    checksum.add(isPublic);
  }
};

template <class Text> struct LogLine {
  static constexpr std::string_view workload = "logs";
  Text time, level, service, host;
  bool hasTraceID = false;
  Text traceID;
  double latency = 0;
  int64_t status = 0, bytes = 0;
  Text path;
  bool isOK = false;

  void add(Checksum &checksum) const {
    checksum.add(std::string_view(time));
    checksum.add(std::string_view(level));
    checksum.add(std::string_view(service));
    checksum.add(std::string_view(host));
    if (hasTraceID) checksum.add(std::string_view(traceID)); else checksum.addAbsent();
    checksum.add(latency);
    checksum.add(status);
    checksum.add(bytes);
    checksum.add(std::string_view(path));
    checksum.add(isOK);
  }
};

template <class Text> struct Track {
  static constexpr std::string_view workload = "points";
  struct Point {
    double x, y;
  };
  int64_t id = 0;
  Text name;
  std::vector<Point> points;

  void add(Checksum &checksum) const {
    checksum.add(id);
    checksum.add(std::string_view(name));
    checksum.add(int64_t(points.size()));
    for (const Point &point : points) {
      checksum.add(point.x);
      checksum.add(point.y);
    }
  }
};

template <class Text> struct Article {
  static constexpr std::string_view workload = "escapes";
  int64_t id = 0;
  Text title, body;

  void add(Checksum &checksum) const {
    checksum.add(id);
    checksum.add(std::string_view(title));
    checksum.add(std::string_view(body));
  }
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
