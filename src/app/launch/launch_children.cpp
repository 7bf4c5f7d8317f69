// SPDX-License-Identifier: Apache-2.0
#include "app/launch/launch_children.h"

#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>
#include <iterator>
#include <thread>

#include "app/process/environment.h"
#include "base/descriptor.h"
#include "base/error.h"
#include "base/log.h"

namespace tutti::app {
namespace {

using JobClock = std::chrono::steady_clock;

constexpr std::chrono::milliseconds kPollInterval{20};
// Before a restart; each time twice as long, to 32 s.
constexpr std::chrono::seconds kFirstPause{1};
constexpr const char* kPipe = "TUTTI_LAUNCHER_PIPE";  // where a child reports that it takes part

/// A child's message, short enough that writes do not interleave.
struct Told {
  pid_t process = 0;
  bool is_first = false;
};

volatile std::sig_atomic_t asked_to_stop = 0;

void ask_to_stop(int) {
  asked_to_stop = 1;
}

constexpr int kSignals = 128;  // above it: the number of the signal that ended a process

/// Executes the program with these words, after a fork.
[[noreturn]] void become(const std::vector<std::string>& words, const std::vector<Setting>& set,
                         pid_t parent, int pipe) {
  ::prctl(PR_SET_PDEATHSIG, SIGTERM);
  if (::getppid() != parent) ::_exit(1);  // it died before
  ::fcntl(pipe, F_SETFD, 0);              // stays open
  ::setenv(kPipe, std::to_string(pipe).c_str(), /*overwrite=*/1);
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
    if (one > kSignals) return 2;
    return one == static_cast<int>(ExitCode::io) ? 0 : 1;
  };
  return first && certainty(*first) >= certainty(code) ? *first : code;
}

void tell_launcher(bool is_first) {
  const auto number = environment_variable(kPipe);
  if (!number) return;
  const int pipe = std::atoi(number->c_str());
  struct stat status;
  if (::fstat(pipe, &status) != 0 || !S_ISFIFO(status.st_mode)) return;  // another's descriptor
  const Told told{::getpid(), is_first};
  if (retried([&] { return ::write(pipe, &told, sizeof told); }) != sizeof told)
    log_warning("cannot tell the launcher that this process takes part: {}", std::strerror(errno));
}

Children::Children(const RestartedCommand& command, std::vector<std::string> words,
                   int64_t& restarts, bool are_all)
    : command_(command),
      words_(std::move(words)),
      restarts_(restarts),
      are_all_(are_all),
      pipe_(O_NONBLOCK) {}

void Children::start(int64_t rank, const std::vector<Setting>& set) {
  start({.process = nullptr, .rank = rank, .starts = 0, .set = set}, words_);
}

int Children::wait() {
  while (!running_.empty() || (!waiting_.empty() && !done_)) {
    if (asked_to_stop != 0) {
      asked_to_stop = 0;
      waiting_.clear();
      for (const Child& child : running_) child.process->signal(SIGTERM);
    }
    if (!collect_ended()) std::this_thread::sleep_for(kPollInterval);
    start_again();
    end_newcomers();
  }
  return code();
}

int Children::code() const {
  // The job's output is complete once the writing process has succeeded. If it is on another
  // machine, that machine's launcher reports it.
  constexpr int kDone = static_cast<int>(ExitCode::done);
  if (!done_) return stopped_.value_or(failed_.value_or(kDone));
  if (are_all_ && first_code_.value_or(kDone) != kDone) return *first_code_;
  return killed_.value_or(kDone);
}

void Children::start(Child child, const std::vector<std::string>& words) {
  const pid_t parent = ::getpid();
  child.process = ChildProcess::forked();
  if (!child.process) become(words, child.set, parent, pipe_.writer());
  child.starts++;
  child.takes_part = child.is_first = false;
  running_.push_back(std::move(child));
}

bool Children::collect_ended() {
  for (const Child& child : running_) {
    if (child.process->runs()) continue;
    const ChildEnd& end = *child.process->end();
    if (is_failure(end.code))
      log_warning("process {} {}", child.rank,
                  end.signal == 0 ? fmt::format("ended with exit code {}", end.code)
                                  : fmt::format("was ended by signal {}", end.signal));
  }
  read_reports();  // including messages of those that have just ended
  const auto begin = std::stable_partition(running_.begin(), running_.end(),
                                           [](const Child& one) { return !one.process->end(); });
  std::vector<Child> ended(std::make_move_iterator(begin), std::make_move_iterator(running_.end()));
  running_.erase(begin, running_.end());
  // Records failures first: they are settled if another process succeeded at the same time.
  std::stable_partition(ended.begin(), ended.end(),
                        [](const Child& one) { return is_failure(one.process->end()->code); });
  const bool any = !ended.empty();
  for (Child& child : ended) note_end(std::move(child));
  return any;
}

void Children::read_reports() {
  Told told;
  while (retried([&] { return ::read(pipe_.reader(), &told, sizeof told); }) == sizeof told)
    for (Child& child : running_) {
      const bool is_it = child.process->id() == told.process;
      if (is_it) has_met_ = child.takes_part = true;
      // It has replaced a failed one, whose end may not be recorded yet.
      if (told.is_first) child.is_first = is_it;
      if (is_it && told.is_first) first_code_.reset();
    }
}

bool Children::has_members() const {
  return std::any_of(running_.begin(), running_.end(),
                     [](const Child& child) { return child.takes_part; });
}

bool Children::has_job() const {
  const bool others_go_on =
      !are_all_ || std::any_of(running_.begin(), running_.end(), [](const Child& child) {
        return child.takes_part || child.starts == 1;
      });
  return others_go_on && !done_ && !stopped_;
}

void Children::note_end(Child child) {
  const int code = child.process->end()->code;
  if (child.is_first) first_code_ = code;
  // Nobody takes over its unfinished work.
  if (done_ && code > kSignals && !child.is_newcomer()) killed_ = code;
  if (code == static_cast<int>(ExitCode::done)) done_ = true;
  if (code != static_cast<int>(ExitCode::done) && !is_failure(code)) stopped_ = code;
  if (!is_failure(code)) return;
  failed_ = cause_of(failed_, code);
  // A process that others, on other machines, rejected would be rejected again.
  const bool is_unwanted = has_met_ && !child.takes_part && !has_members();
  if (!has_job() || is_unwanted || code == static_cast<int>(ExitCode::usage) || restarts_ == 0)
    return;
  restarts_--;
  const auto pause = kFirstPause * (int64_t{1} << std::min<int64_t>(child.starts - 1, 5));
  log_warning("process {} is restarted in {} s and joins the others; {} restarts are left",
              child.rank, pause.count(), restarts_);
  waiting_.push_back({std::move(child), JobClock::now() + pause});
}

void Children::start_again() {
  if (!has_job()) waiting_.clear();  // there is nothing to join
  std::vector<Child> due;
  std::erase_if(waiting_, [&](Waiting& one) {
    if (one.begin > JobClock::now()) return false;
    due.push_back(std::move(one.child));
    return true;
  });
  for (Child& child : due) {
    std::vector<std::string> words = words_;
    // Any other rank asks rank 0 whether the job runs. If nobody here knows, because all processes
    // of several machines may have failed, rank 0 restarts from the newest checkpoint.
    if (child.rank == 0 && !has_members() && has_met_) words = command_.resuming();
    if (child.rank == 0 && has_members()) words.emplace_back("--join");
    start(std::move(child), words);
  }
}

void Children::end_newcomers() {
  if (has_job() || stopped_) return;
  const bool none = std::none_of(running_.begin(), running_.end(),
                                 [](const Child& child) { return child.is_newcomer(); });
  if (none) return;
  if (!done_) log_warning("no process is left for the restarted ones to join");
  std::erase_if(running_, [](const Child& child) { return child.is_newcomer(); });  // kills it
}

}  // namespace tutti::app
