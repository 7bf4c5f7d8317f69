// SPDX-License-Identifier: Apache-2.0
// A server in Python that a test starts as a child process; it prints its port first.
#pragma once

#include <fmt/format.h>

#include <memory>
#include <string>
#include <vector>

#include "base/child.h"
#include "base/error.h"
#include "base/pipe.h"
#include "http/client.h"

namespace tutti::test {

class PythonServer {
 public:
  /// `script`: below the folder of the sources.
  explicit PythonServer(const std::string& script, const std::vector<std::string>& arguments = {}) {
    Pipe pipe;
    std::vector<std::string> words = {"python3", "-B", TUTTI_SOURCE_DIR "/" + script};
    words.insert(words.end(), arguments.begin(), arguments.end());
    process_ =
        std::make_unique<ChildProcess>(words, ChildStreams{.out = {pipe.writer()}, .error = {2}});
    pipe.close(1);
    char text[16] = {};
    for (size_t size = 0;
         size < 15 && ::read(pipe.reader(), text + size, 1) == 1 && text[size] != '\n';)
      size++;
    port_ = std::stoi(text);
  }

  std::string address() const { return fmt::format("http://127.0.0.1:{}", port_); }
  /// The body of an answer.
  std::string ask(const std::string& path) const {
    return http::Client().send({"GET", address() + path, {}, {}, {}}).body;
  }

 private:
  std::unique_ptr<ChildProcess> process_;
  int port_ = 0;
};

}  // namespace tutti::test
