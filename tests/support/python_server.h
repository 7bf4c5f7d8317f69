// SPDX-License-Identifier: Apache-2.0
// A server in Python that a test starts as a child process; it prints its port first.
#pragma once

#include <fcntl.h>
#include <fmt/format.h>
#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <string>
#include <vector>

#include "base/error.h"
#include "base/process.h"
#include "storage/http.h"

namespace tutti::test {

class PythonServer {
 public:
  /// `script`: below the folder of the sources.
  explicit PythonServer(const std::string& script, const std::vector<std::string>& arguments = {}) {
    int ends[2];
    check(::pipe2(ends, O_CLOEXEC) == 0, "no pipe");
    std::vector<std::string> words = {"python3", "-B", TUTTI_SOURCE_DIR "/" + script};
    words.insert(words.end(), arguments.begin(), arguments.end());
    id_ = start_process(words, {.out = ends[1], .error = 2});
    ::close(ends[1]);
    char text[16] = {};
    for (size_t size = 0; size < 15 && ::read(ends[0], text + size, 1) == 1 && text[size] != '\n';)
      size++;
    ::close(ends[0]);
    port_ = std::stoi(text);
  }
  ~PythonServer() {
    ::kill(id_, SIGKILL);
    ::waitpid(id_, nullptr, 0);
  }
  PythonServer(const PythonServer&) = delete;
  PythonServer& operator=(const PythonServer&) = delete;

  std::string address() const { return fmt::format("http://127.0.0.1:{}", port_); }
  /// The body of an answer.
  std::string ask(const std::string& path) const {
    return storage::Http().send({"GET", address() + path, {}, {}, {}}).body;
  }

 private:
  pid_t id_ = 0;
  int port_ = 0;
};

}  // namespace tutti::test
