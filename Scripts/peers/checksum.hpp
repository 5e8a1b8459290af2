// State: the sum over the finished records, and the hash of the current one.
//
// The checksum of Sources/StreamMapBench/Measuring/Checksum.swift, where it is documented. Both must give the same
// numbers.
#pragma once

#include <bit>
#include <cstdint>
#include <cstring>
#include <string_view>

/// A string that may be null or absent.
template <class Text> struct Optional {
  bool isThere = false;
  Text text;
};

class Checksum {
public:
  enum class Strings { everyByte, ends };

  explicit Checksum(Strings strings) : strings(strings) {}

  Strings kind() const { return strings; }

  uint64_t total() const { return sum; }
  uint64_t records() const { return count; }

  void endRecord() {
    sum += record ^ record >> 32;
    count += 1;
    record = start;
  }

  void add(int64_t value) { mix(uint64_t(value)); }
  void add(double value) { mix(std::bit_cast<uint64_t>(value)); }
  void add(bool value) { mix(value ? yes : no); }
  void addAbsent() { mix(absent); }

  template <class Text> void add(const Optional<Text> &value) {
    if (value.isThere) add(std::string_view(value.text)); else addAbsent();
  }

  /// Adds the values of a record in their order.
  template <class... Values> void addAll(const Values &...values) { (add(values), ...); }

  void add(std::string_view text) {
    const size_t size = text.size();
    mix(size);
    if (size < 8) {
      uint64_t word = 0;
      for (size_t index = 0; index < size; index++) word = word << 8 | uint8_t(text[index]);
      mix(word);
      return;
    }
    if (strings == Strings::everyByte) {
      for (size_t offset = 0; offset < size - 8; offset += 8) mix(load(text.data() + offset));
    } else {
      mix(load(text.data()));
    }
    mix(load(text.data() + size - 8));
  }

private:
  static constexpr uint64_t start = 0x517C'C1B7'2722'0A95;
  static constexpr uint64_t yes = 0xD1B5'4A32'D192'ED03;
  static constexpr uint64_t no = 0x8CB9'2BA7'2F3D'8DD7;
  static constexpr uint64_t absent = 0xA5A5'A5A5'A5A5'A5A5;

  static uint64_t load(const char *bytes) {
    uint64_t word;
    std::memcpy(&word, bytes, sizeof word);
    return word;
  }

  void mix(uint64_t value) {
    record = std::rotl(record, 5) ^ value;
    record *= 0x9E37'79B9'7F4A'7C15;
  }

  uint64_t sum = 0;
  uint64_t count = 0;
  uint64_t record = start;
  Strings strings;
};
