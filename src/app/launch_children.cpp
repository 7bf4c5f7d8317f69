// SPDX-License-Identifier: Apache-2.0
#include "app/launch_children.h"

#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

#include <cerrno>
#include <cstring>
#include <thread>

#include "base/error.h"
#include "base/log.h"

namespace tutti::app {
namespace {

using JobClock = std::chrono::steady_clock;

constexpr std::chrono::seconds kEndTime{5};    // in which the others end when one is done
constexpr std::chrono::seconds kStopTime{30};  // for SIGTERM to take effect
constexpr std::chrono::milliseconds kLookTime{20};
constexpr std::chrono::seconds kFirstPause{
    1};  // before a restart; each time twice as long, to 32 s

volatile std::sig_atomic_t asked_to_stop = 0;

void ask_to_stop(int) {
  asked_to_stop = 1;
}

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

}  // namespace

void watch_for_stop() {
  struct sigaction action = {};
  action.sa_handler = ask_to_stop;
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR1}) sigaction(signal, &action, nullptr);
}

bool is_failure(int code) {
  return code != static_cast<int>(ExitCode::done) && code != static_cast<int>(ExitCode::stopped) &&
         code != static_cast<int>(ExitCode::interrupted);
}

int cause_of(std::optional<int> first, int code) {
  const auto certainty = [](int one) {
    if (one > 128) return 2;
    return one == static_cast<int>(ExitCode::io) ? 0 : 1;
  };
  return first && certainty(*first) >= certainty(code) ? *first : code;
}

Children::Children(std::vector<std::string> words, int64_t& restarts)
    : words_(std::move(words)), restarts_(restarts) {}

int Children::wait() {
  while (!running_.empty() || (!waiting_.empty() && !done_)) {
    if (asked_to_stop != 0) {
      asked_to_stop = 0;
      waiting_.clear();
      signal_all(SIGTERM);
    }
    const bool was_done = done_;
    if (!look()) std::this_thread::sleep_for(kLookTime);
    start_again();
    // One that came too late to take part would wait for ever.
    if (done_ && !was_done && !end(0, kEndTime)) end(SIGKILL, kStopTime);
  }
  return done_ ? static_cast<int>(ExitCode::done) : stopped_.value_or(failed_.value_or(0));
}

void Children::start(Child child, const std::vector<std::string>& words) {
  const pid_t parent = ::getpid();
  child.id = ::fork();
  if (child.id < 0) io_error("a process cannot be started: {}", std::strerror(errno));
  if (child.id == 0) become(words, child.set, parent);
  child.starts++;
  running_.push_back(std::move(child));
}

void Children::signal_all(int signal) const {
  for (const Child& child : running_) ::kill(child.id, signal);
}

bool Children::end(int signal, std::chrono::seconds limit) {
  signal_all(signal);
  const auto last = JobClock::now() + limit;
  while (!running_.empty()) {
    if (look()) continue;
    if (JobClock::now() > last) return false;
    std::this_thread::sleep_for(kLookTime);
  }
  return true;
}

bool Children::look() {
  std::vector<Child> ended;
  std::vector<int> codes;
  std::erase_if(running_, [&](const Child& child) {
    int status = 0;
    if (::waitpid(child.id, &status, WNOHANG) != child.id) return false;
    codes.push_back(WIFEXITED(status) ? WEXITSTATUS(status) : 128 + WTERMSIG(status));
    if (is_failure(codes.back()))
      log_warning("process {} {}", child.rank,
                  WIFEXITED(status) ? fmt::format("ended with exit code {}", codes.back())
                                    : fmt::format("was ended by signal {}", WTERMSIG(status)));
    ended.push_back(child);
    return true;
  });
  for (size_t k = 0; k < ended.size(); k++) note_end(std::move(ended[k]), codes[k]);
  return !ended.empty();
}

void Children::note_end(Child child, int code) {
  if (code == static_cast<int>(ExitCode::done)) done_ = true;
  if (code != static_cast<int>(ExitCode::done) && !is_failure(code)) stopped_ = code;
  if (!is_failure(code)) return;
  failed_ = cause_of(failed_, code);
  const bool others_go_on = !running_.empty() && !done_ && !stopped_;
  if (!others_go_on || code == static_cast<int>(ExitCode::usage) || restarts_ == 0) return;
  restarts_--;
  const auto pause = kFirstPause * (int64_t{1} << std::min<int64_t>(child.starts - 1, 5));
  log_warning("process {} is started again in {} s and joins the others; {} restarts are left",
              child.rank, pause.count(), restarts_);
  waiting_.push_back({std::move(child), JobClock::now() + pause});
}

void Children::start_again() {
  if (running_.empty() || done_ || stopped_) waiting_.clear();  // there is nothing to join
  std::vector<Child> due;
  std::erase_if(waiting_, [&](const Waiting& one) {
    if (one.begin > JobClock::now()) return false;
    due.push_back(one.child);
    return true;
  });
  for (Child& child : due) {
    std::vector<std::string> words = words_;
    // Any other rank asks rank 0 whether the job runs.
    if (child.rank == 0) words.emplace_back("--join");
    start(std::move(child), words);
  }
}

}  // namespace tutti::app
