// SPDX-License-Identifier: Apache-2.0
// `tutti launch`: starts the processes of a job on this machine and watches over them. Where one
// fails, it ends the others, and starts all again if it may.
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <chrono>
#include <csignal>
#include <cstring>
#include <thread>

#include "app/environment.h"
#include "app/job_place.h"
#include "app/output.h"
#include "base/log.h"
#include "base/text.h"
#include "comm/rendezvous.h"

namespace tutti::app {
namespace {

constexpr std::chrono::seconds kEndTime{5};    // in which the others see that one failed
constexpr std::chrono::seconds kStopTime{30};  // for SIGTERM to take effect
constexpr std::chrono::milliseconds kLookTime{20};

volatile std::sig_atomic_t asked_to_stop = 0;

void ask_to_stop(int) {
  asked_to_stop = 1;
}

void watch_for_stop() {
  struct sigaction action = {};
  action.sa_handler = ask_to_stop;
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR1}) sigaction(signal, &action, nullptr);
}

using Setting = std::pair<std::string, std::string>;

/// Becomes the program with these words; what follows a fork.
[[noreturn]] void become(const std::vector<std::string>& words, const std::vector<Setting>& set,
                         pid_t parent) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(1);  // it died before
  for (const auto& [name, value] : set) ::setenv(name.c_str(), value.c_str(), /*overwrite=*/1);
  std::vector<std::string> texts = {"tutti"};
  texts.insert(texts.end(), words.begin(), words.end());
  std::vector<char*> arguments;
  for (std::string& text : texts) arguments.push_back(text.data());
  arguments.push_back(nullptr);
  ::execv("/proc/self/exe", arguments.data());
  ::_exit(static_cast<int>(ExitCode::io));
}

/// Whether an exit code is neither success nor that of an orderly stop.
bool is_failure(int code) {
  return code != static_cast<int>(ExitCode::done) && code != static_cast<int>(ExitCode::stopped) &&
         code != static_cast<int>(ExitCode::interrupted);
}

/// The processes of one start.
class Children {
 public:
  ~Children() { end(SIGKILL, std::chrono::seconds(0)); }

  void start(const std::vector<std::string>& words, const std::vector<Setting>& set) {
    const pid_t parent = ::getpid(), child = ::fork();
    if (child < 0) io_error("a process cannot be started: {}", std::strerror(errno));
    if (child == 0) become(words, set, parent);
    running_.push_back({child, static_cast<int64_t>(running_.size())});
  }

  /// Waits until all have ended; when one has failed, ends the others. The exit code of the one
  /// that failed first, else of the last.
  int wait() {
    while (!running_.empty() && !has_failed_) {
      if (asked_to_stop != 0) {
        asked_to_stop = 0;
        signal_all(SIGTERM);
      }
      if (!look()) std::this_thread::sleep_for(kLookTime);
    }
    if (has_failed_ && !end(0, kEndTime) && !end(SIGTERM, kStopTime)) end(SIGKILL, kStopTime);
    return code_;
  }

 private:
  struct Child {
    pid_t id;
    int64_t number;
  };

  void signal_all(int signal) const {
    for (const Child& child : running_) ::kill(child.id, signal);
  }

  /// Sends all a signal and waits for their end; whether all have ended.
  bool end(int signal, std::chrono::seconds limit) {
    signal_all(signal);
    const auto last = std::chrono::steady_clock::now() + limit;
    while (!running_.empty()) {
      if (look()) continue;
      if (std::chrono::steady_clock::now() > last) return false;
      std::this_thread::sleep_for(kLookTime);
    }
    return true;
  }

  /// Takes note of all that have ended; whether any has. Of those that failed at a time, one that a
  /// signal ended is the cause: the others fail because it is gone.
  bool look() {
    const bool had_failed = has_failed_;
    bool by_signal = false;
    std::string what;
    const size_t before = running_.size();
    std::erase_if(running_, [&](const Child& child) {
      int status = 0;
      if (::waitpid(child.id, &status, WNOHANG) != child.id) return false;
      const int code = WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status);
      if (is_failure(code) && !had_failed &&
          (!has_failed_ || (WIFSIGNALED(status) && !by_signal))) {
        has_failed_ = true;
        by_signal = WIFSIGNALED(status);
        code_ = code;
        what = by_signal ? fmt::format("was ended by signal {}", WTERMSIG(status))
                         : fmt::format("ended with exit code {}", code);
        what = fmt::format("process {} {}", child.number, what);
      }
      if (!has_failed_) code_ = code;
      return true;
    });
    if (!what.empty()) log_warning("{}", what);
    return running_.size() != before;
  }

  std::vector<Child> running_;
  bool has_failed_ = false;
  int code_ = 0;
};

/// What each process finds in its environment, besides its ranks.
std::vector<Setting> common_settings(const LaunchArguments& a) {
  const bool alone = a.nnodes == 1;
  const std::string host = alone && a.master_addr.empty() ? "127.0.0.1" : a.master_addr;
  int64_t port = a.master_port.value_or(29500);
  if (alone && !a.master_port) port = comm::port_of(comm::listen_at(host, 0));
  std::vector<Setting> set = {{"WORLD_SIZE", std::to_string(a.nnodes * a.nproc_per_node)},
                              {"LOCAL_WORLD_SIZE", std::to_string(a.nproc_per_node)},
                              {"MASTER_ADDR", host},
                              {"MASTER_PORT", std::to_string(port)}};
  if (alone && !environment_variable("TUTTI_TOKEN"))
    set.emplace_back("TUTTI_TOKEN", comm::random_hex(16));
  return set;
}

int run_once(const LaunchArguments& a, const std::vector<std::string>& words) {
  const std::vector<Setting> common = common_settings(a);
  Children children;
  for (int64_t local = 0; local < a.nproc_per_node; local++) {
    std::vector<Setting> own = common;
    own.emplace_back("RANK", std::to_string(a.node_rank * a.nproc_per_node + local));
    own.emplace_back("LOCAL_RANK", std::to_string(local));
    children.start(words, own);
  }
  return children.wait();
}

void expect_whole(const LaunchArguments& a, const std::vector<std::string>& words) {
  if (words.empty())
    user_error(
        "tutti launch: the command is missing; expected it after --: tutti launch "
        "--nproc_per_node {} -- train ...",
        a.nproc_per_node);
  if (a.node_rank >= a.nnodes)
    user_error("--node_rank {}: expected 0 to {}, as --nnodes is {}", a.node_rank, a.nnodes - 1,
               a.nnodes);
  if (a.nnodes == 1) return;
  if (a.master_addr.empty())
    user_error("--master_addr is missing: the name or address of machine 0");
  if (a.max_restarts > 0)
    user_error("--max_restarts {}: expected 0 with --nnodes {}, as each machine would start alone",
               a.max_restarts, a.nnodes);
}

}  // namespace

ExitCode run_launch(const GlobalOptions& global, const LaunchArguments& arguments) {
  std::vector<std::string> words = global.words;
  expect_whole(arguments, words);
  watch_for_stop();
  for (int64_t restarts = 0;; restarts++) {
    const int code = run_once(arguments, words);
    const bool may_help = is_failure(code) && code != static_cast<int>(ExitCode::usage);
    if (!may_help || restarts >= arguments.max_restarts) return static_cast<ExitCode>(code);
    log_warning("all processes are started again: {} of {} times", restarts + 1,
                arguments.max_restarts);
    if (restarts == 0 && words.front() == "train")
      words.insert(words.end(), {"--resume_from_checkpoint", "auto"});
  }
}

}  // namespace tutti::app
