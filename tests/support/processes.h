// SPDX-License-Identifier: Apache-2.0
// Runs a function in several processes, or in several threads, one for each rank of a job.
#pragma once

#include <sys/wait.h>
#include <unistd.h>

#include <csignal>
#include <functional>
#include <string>
#include <thread>
#include <vector>

#include "base/error.h"

namespace tutti::test {

using OfRank = std::function<std::string(int64_t rank)>;

/// What the function gives or throws, as a text.
inline std::string result_of(const OfRank& function, int64_t rank) {
  try {
    return function(rank);
  } catch (const std::exception& error) {
    return std::string("error: ") + error.what();
  }
}

/// The results by rank. Each rank is a process of its own.
class Processes {
 public:
  Processes(int64_t ranks, const OfRank& function) {
    for (int64_t rank = 0; rank < ranks; rank++) {
      int ends[2];
      check(::pipe(ends) == 0, "no pipe");
      const pid_t child = ::fork();
      check(child >= 0, "no process");
      if (child == 0) {
        ::close(ends[0]);
        // As the program does: a library may write to a process that is gone.
        std::signal(SIGPIPE, SIG_IGN);
        const std::string text = result_of(function, rank);
        for (size_t at = 0; at < text.size();) {
          const ssize_t written = ::write(ends[1], text.data() + at, text.size() - at);
          if (written <= 0) break;
          at += static_cast<size_t>(written);
        }
        ::_exit(0);
      }
      ::close(ends[1]);
      children_.push_back(child);
      pipes_.push_back(ends[0]);
    }
  }
  Processes(const Processes&) = delete;
  Processes& operator=(const Processes&) = delete;
  ~Processes() {
    for (const int pipe : pipes_) ::close(pipe);
  }

  pid_t id(int64_t rank) const { return children_.at(static_cast<size_t>(rank)); }
  /// Waits for all; a process that was killed gives an empty text.
  std::vector<std::string> results() {
    std::vector<std::string> all;
    for (size_t rank = 0; rank < children_.size(); rank++) {
      std::string& text = all.emplace_back();
      char piece[4096];
      for (ssize_t got; (got = ::read(pipes_[rank], piece, sizeof piece)) > 0;)
        text.append(piece, static_cast<size_t>(got));
      ::waitpid(children_[rank], nullptr, 0);
    }
    return all;
  }

 private:
  std::vector<pid_t> children_;
  std::vector<int> pipes_;
};

inline std::vector<std::string> run_processes(int64_t ranks, const OfRank& function) {
  return Processes(ranks, function).results();
}

inline std::vector<std::string> run_threads(int64_t ranks, const OfRank& function) {
  std::vector<std::string> results(static_cast<size_t>(ranks));
  std::vector<std::thread> threads;
  for (int64_t rank = 0; rank < ranks; rank++)
    threads.emplace_back(
        [&, rank] { results[static_cast<size_t>(rank)] = result_of(function, rank); });
  for (std::thread& thread : threads) thread.join();
  return results;
}

}  // namespace tutti::test
