// SPDX-License-Identifier: Apache-2.0
// The server that stands in for object stores (stand_in.py), as a child process.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <map>
#include <string>

#include "base/error.h"
#include "base/percent_encoding.h"
#include "base/process.h"
#include "storage/store.h"
#include "support/temporary_folder.h"

namespace tutti::test {

class StandIn {
 public:
  explicit StandIn(const std::string& public_key = "") {
    int ends[2];
    check(::pipe2(ends, O_CLOEXEC) == 0, "no pipe");
    std::vector<std::string> words = {"python3", "-B",
                                      TUTTI_SOURCE_DIR "/tests/storage/stand_in.py"};
    if (!public_key.empty()) words.insert(words.end(), {"--public_key", public_key});
    id_ = start_process(words, {.out = ends[1], .error = 2});
    ::close(ends[1]);
    char text[16] = {};
    for (size_t size = 0; size < 15 && ::read(ends[0], text + size, 1) == 1 && text[size] != '\n';)
      size++;
    ::close(ends[0]);
    port_ = std::stoi(text);
  }
  ~StandIn() {
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
  }
  StandIn(const StandIn&) = delete;
  StandIn& operator=(const StandIn&) = delete;

  std::string address() const { return fmt::format("http://127.0.0.1:{}", port_); }

  /// Of the requests whose address has `match`, each `every`th fails so, `count` times.
  void fail(const std::string& fault, int count, const std::string& match = "", int every = 1) {
    ask(fmt::format("/control?fault={}&count={}&match={}&every={}", fault, count,
                    percent_encoded(match), every));
  }
  int faults() { return std::stoi(ask("/control/done")); }
  /// The requests since the last fail(), a line each.
  std::string log() { return ask("/control/log"); }

  /// What finds this server with a key.
  std::map<std::string, std::string> variables() const {
    return {{"AWS_ENDPOINT_URL", address()},
            {"AWS_ACCESS_KEY_ID", "AKIDTEST"},
            {"AWS_SECRET_ACCESS_KEY", "test-secret-key"},
            {"AWS_EC2_METADATA_DISABLED", "true"},
            {"STORAGE_EMULATOR_HOST", address()},
            {"HOME", folder_.path().string()}};
  }

 private:
  std::string ask(const std::string& path) {
    return storage::Http().send({"GET", address() + path, {}, {}, {}}).body;
  }

  TemporaryFolder folder_;
  pid_t id_ = 0;
  int port_ = 0;
};

inline storage::Variables lookup(std::map<std::string, std::string> values) {
  return [values = std::move(values)](const char* name) -> std::optional<std::string> {
    const auto found = values.find(name);
    return found == values.end() ? std::nullopt : std::optional(found->second);
  };
}

}  // namespace tutti::test
