// State: the file in memory, for the whole run.
//
// The common code of the C++ peers: a process that holds a file and makes one pass for each line of its input.
//
//     check CONTENDER    a pass whose checksum includes every byte of every string
//     time CONTENDER     a timed pass, whose checksum includes the ends of strings
//
// It answers each line with one line of JSON. At the start it prints one line with its contenders.
#pragma once

#include "checksum.hpp"

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <fcntl.h>
#include <functional>
#include <iostream>
#include <string>
#include <sys/mman.h>
#include <sys/stat.h>
#include <unistd.h>
#include <vector>

[[noreturn]] inline void fail(const std::string &reason) {
  std::fprintf(stderr, "%s\n", reason.c_str());
  std::exit(1);
}

/// The bytes of a file, followed by readable padding.
struct Input {
  static constexpr size_t padding = 64;
  const char *data = nullptr;
  size_t size = 0;
  /// Whether the members of each record are in the order of its model.
  bool isInOrder = true;

  explicit Input(const std::string &path) {
    const int file = open(path.c_str(), O_RDONLY);
    struct stat status {};
    if (file < 0 || fstat(file, &status) != 0) fail(path + " cannot be read");
    size = size_t(status.st_size);
    // Anonymous memory in large pages is faster than a mapping of the file, which has small pages.
    const size_t page = size_t(2) << 20, room = (size + padding + page) / page * page;
    void *memory = mmap(nullptr, room, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
    if (memory == MAP_FAILED) fail("no memory for " + path);
#ifdef MADV_HUGEPAGE
    madvise(memory, room, MADV_HUGEPAGE);
#endif
    char *bytes = static_cast<char *>(memory);
    for (size_t done = 0; done < size;) {
      const ssize_t count = read(file, bytes + done, size - done);
      if (count <= 0) fail(path + " cannot be read");
      done += size_t(count);
    }
    close(file);
    data = bytes;
  }
};

/// The compiler of the program.
#if defined(__clang__)
inline const std::string compiler = "clang " + std::to_string(__clang_major__);
#else
inline const std::string compiler = "g++ " + std::to_string(__GNUC__);
#endif

struct Contender {
  std::string workload, name, validation;
  /// A pass that reads.
  std::function<void(const Input &, Checksum &)> pass;
  /// A pass that writes. Returns the number of bytes. A contender has one of the two.
  std::function<size_t(const Input &, Checksum &)> write;
};

/// The workload of the same values whose members are in the order of its model: `logs` for `logs-shuffled` and
/// `logs-mixed`.
inline std::string inOrder(std::string workload) {
  for (const std::string suffix : {"-shuffled", "-mixed"}) {
    if (workload.ends_with(suffix)) workload.resize(workload.size() - suffix.size());
  }
  return workload;
}

/// Serves the contenders of one workload until the input ends.
inline int serve(int count, char **arguments, const std::string &version, std::vector<Contender> all) {
  if (count != 3) fail(std::string("usage: ") + arguments[0] + " WORKLOAD FILE");
  const std::string workload = arguments[1], model = inOrder(workload);
  Input input(arguments[2]);
  input.isInOrder = model == workload;
  std::erase_if(all, [&](const Contender &contender) { return contender.workload != model; });
  std::string names;
  for (const Contender &contender : all) {
    names += names.empty() ? "" : ", ";
    names += "{\"contender\": \"" + contender.name + "\", \"validation\": \"" + contender.validation + "\"}";
  }
  if (names.empty()) fail("no contender for the workload " + workload);
  std::printf("{\"version\": \"%s\", \"contenders\": [%s]}\n", version.c_str(), names.c_str());
  std::fflush(stdout);
  std::string line;
  while (std::getline(std::cin, line)) {
    const size_t space = line.find(' ');
    const std::string kind = line.substr(0, space);
    const std::string name = space == std::string::npos ? "" : line.substr(space + 1);
    const auto wanted = std::ranges::find(all, name, &Contender::name);
    if (wanted == all.end() || (kind != "check" && kind != "time")) fail("unknown request '" + line + "'");
    Checksum checksum(kind == "check" ? Checksum::Strings::everyByte : Checksum::Strings::ends);
    const auto start = std::chrono::steady_clock::now();
    size_t bytes = input.size;
    if (wanted->write) bytes = wanted->write(input, checksum); else wanted->pass(input, checksum);
    const std::chrono::duration<double> time = std::chrono::steady_clock::now() - start;
    std::printf(
        "{\"workload\": \"%s\", \"contender\": \"%s\", \"pass\": \"%s\", \"bytes\": %zu, \"records\": %llu, "
        "\"seconds\": %.9f, \"checksum\": \"%016llx\"}\n",
        workload.c_str(), name.c_str(), kind.c_str(), bytes, (unsigned long long)checksum.records(),
        time.count(), (unsigned long long)checksum.total());
    std::fflush(stdout);
  }
  return 0;
}
