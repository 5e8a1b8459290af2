// The passes of the contenders that write JSON, as in Sources/StreamMapBench/Contenders/Contender+Encoding.swift.
//
// A pass writes as many models as the file has records. It reuses the first 10,000 models to bound memory. The first
// pass reads, writes and reads every record again; the checksum is of the second reading. It is not timed.
#pragma once

#include "checksum.hpp"
#include "worker.hpp"

#include <string_view>
#include <vector>

template <class Model> class Shelf {
public:
  /// - readAll: calls a function with the model of each record of the file.
  /// - write: writes a model. Returns the text, which is valid until the next call.
  /// - read: reads a model from a text.
  template <class ReadAll, class Write, class Read>
  size_t pass(const Input &input, Checksum &checksum, ReadAll readAll, Write write, Read read) {
    if (models.empty()) {
      Model again;
      readAll(input, [&](const Model &model) {
        if (models.size() < capacity) models.push_back(model);
        read(write(model), again);
        for (Checksum *sum : {&everyByte, &ends}) {
          again.add(*sum);
          sum->endRecord();
        }
      });
    }
    checksum = checksum.kind() == Checksum::Strings::everyByte ? everyByte : ends;
    size_t bytes = 0;
    for (uint64_t record = 0; record < checksum.records();) {
      const uint64_t rest = std::min<uint64_t>(models.size(), checksum.records() - record);
      for (uint64_t index = 0; index < rest; index++) bytes += write(models[index]).size();
      record += rest;
    }
    return bytes;
  }

private:
  static constexpr size_t capacity = 10'000;

  std::vector<Model> models;
  Checksum everyByte{Checksum::Strings::everyByte}, ends{Checksum::Strings::ends};
};
