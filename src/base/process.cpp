// SPDX-License-Identifier: Apache-2.0
#include "base/process.h"

#include <fcntl.h>
#include <spawn.h>
#include <unistd.h>

#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/error.h"
#include "base/text.h"

extern char** environ;

namespace tutti {
namespace {

/// Gives the reason of a failure as errno has it, or 0.
int spawn(const std::vector<std::string>& words, const ProcessFiles& given, pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  if (given.in < 0)
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  else
    posix_spawn_file_actions_adddup2(&files, given.in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, given.out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, given.error, STDERR_FILENO);
  posix_spawnattr_init(&attributes);
  sigset_t standard;
  sigemptyset(&standard);
  for (const int signal : {SIGPIPE, SIGXFSZ, SIGTERM, SIGINT, SIGHUP, SIGUSR1})
    sigaddset(&standard, signal);
  posix_spawnattr_setsigdefault(&attributes, &standard);
  posix_spawnattr_setpgroup(&attributes, 0);
  posix_spawnattr_setflags(&attributes, POSIX_SPAWN_SETPGROUP | POSIX_SPAWN_SETSIGDEF);
  const int failure =
      ::posix_spawnp(&child, arguments[0], &files, &attributes, arguments.data(), environ);
  posix_spawn_file_actions_destroy(&files);
  posix_spawnattr_destroy(&attributes);
  return failure;
}

[[noreturn]] void fail_to_start(const std::string& program, int failure) {
  io_error("{}: cannot be run: {}", escaped(program), std::strerror(failure));
}

}  // namespace

std::optional<pid_t> start_process_if_there(const std::vector<std::string>& words,
                                            const ProcessFiles& files) {
  pid_t child = 0;
  const int failure = spawn(words, files, child);
  if (failure == ENOENT) return std::nullopt;
  if (failure != 0) fail_to_start(words[0], failure);
  return child;
}

pid_t start_process(const std::vector<std::string>& words, const ProcessFiles& files) {
  const auto child = start_process_if_there(words, files);
  if (!child) fail_to_start(words[0], ENOENT);
  return *child;
}

}  // namespace tutti
