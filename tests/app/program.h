// SPDX-License-Identifier: Apache-2.0
// Runs the built program as a child process, as a user's shell does.
#pragma once

#include <fcntl.h>
#include <spawn.h>
#include <sys/wait.h>

#include <cstdlib>
#include <string>
#include <utility>
#include <vector>

#include "base/files.h"
#include "support/temporary_folder.h"

namespace tutti::test {

struct Outcome {
  int code = -1;  // 128 + the signal's number where one ended it
  std::string out;
  std::string err;
};

using Environment = std::vector<std::pair<std::string, std::string>>;

/// Runs `tutti WORDS` with this standard input. Its environment has only these variables, and how
/// XLA is to compile (support/pjrt.h). `wrapper` is a command that runs the words after it, such as
/// {"timeout", "3"}.
inline Outcome run_tutti(const std::vector<std::string>& words, const std::string& input = "",
                         const Environment& environment = {},
                         const std::vector<std::string>& wrapper = {}) {
  const TemporaryFolder folder;
  const auto in = folder.path() / "in", out = folder.path() / "out", err = folder.path() / "err";
  write_file_atomically(in, input);
  std::vector<std::string> texts = wrapper;
  texts.emplace_back(TUTTI_PROGRAM);
  texts.insert(texts.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  std::vector<std::string> settings;
  for (const auto& [name, value] : environment) settings.push_back(name + "=" + value);
  if (const char* flags = std::getenv("XLA_FLAGS"))
    settings.push_back(fmt::format("XLA_FLAGS={}", flags));
  std::vector<char*> variables;
  for (std::string& setting : settings) variables.push_back(setting.data());
  variables.push_back(nullptr);

  constexpr int kWrite = O_WRONLY | O_CREAT;
  posix_spawn_file_actions_t files;
  posix_spawn_file_actions_init(&files);
  posix_spawn_file_actions_addopen(&files, 0, in.c_str(), O_RDONLY, 0);
  posix_spawn_file_actions_addopen(&files, 1, out.c_str(), kWrite, 0600);
  posix_spawn_file_actions_addopen(&files, 2, err.c_str(), kWrite, 0600);
  pid_t child = 0;
  const int failure =
      posix_spawnp(&child, arguments[0], &files, nullptr, arguments.data(), variables.data());
  posix_spawn_file_actions_destroy(&files);
  if (failure != 0) throw std::runtime_error("cannot start " + texts[0]);
  int status = 0;
  ::waitpid(child, &status, 0);
  return {WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status), read_file(out),
          read_file(err)};
}

}  // namespace tutti::test
