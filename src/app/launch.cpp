// SPDX-License-Identifier: Apache-2.0
// `tutti launch`: starts the processes of a job on this machine and watches over them. Where one
// fails the others go on, and it is started again if it may be. Where all have failed, all are.
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
#include "train/checkpoint.h"

namespace tutti::app {
namespace {

constexpr std::chrono::seconds kEndTime{5};    // in which the others end when one is done
constexpr std::chrono::seconds kStopTime{30};  // for SIGTERM to take effect
constexpr std::chrono::milliseconds kLookTime{20};
constexpr std::chrono::seconds kFirstPause{
    1};  // before a restart; each time twice as long, to 32 s

using JobClock = std::chrono::steady_clock;
using JobTime = JobClock::time_point;

volatile std::sig_atomic_t asked_to_stop = 0;

void ask_to_stop(int) {
  asked_to_stop = 1;
}

void watch_for_stop() {
  struct sigaction action = {};
  action.sa_handler = ask_to_stop;
  for (const int signal : {SIGTERM, SIGINT, SIGHUP, SIGUSR1}) sigaction(signal, &action, nullptr);
}

constexpr const char* kResume = "--resume_from_checkpoint";

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

/// Whether an exit code says that others ended a process, as where a machine is taken back.
bool comes_from_outside(int code) {
  return code == 128 + SIGKILL || code == 128 + SIGTERM;
}

/// The newest checkpoint's step of the training that the words describe; 0 where there is none.
int64_t newest_step(const std::vector<std::string>& words) {
  constexpr std::string_view kFlag = "--output_dir";
  std::string output;
  for (size_t k = 0; k < words.size(); k++) {
    if (words[k] == kFlag && k + 1 < words.size()) output = words[k + 1];
    if (words[k].starts_with(fmt::format("{}=", kFlag))) output = words[k].substr(kFlag.size() + 1);
  }
  const auto found = train::list_checkpoints(output);
  return output.empty() || found.empty() ? 0 : found.back().step;
}

/// How all processes failed.
struct Failure {
  int code = 0;
  int64_t step = 0;  // of the newest checkpoint

  bool operator==(const Failure&) const = default;
};

/// The processes of one start. Where one fails the others go on without it, and it is started again
/// as long as there are restarts left.
class Children {
 public:
  /// `restarts`: how often processes may be started again, counted down.
  Children(std::vector<std::string> words, int64_t& restarts)
      : words_(std::move(words)), restarts_(restarts) {}
  ~Children() { end(SIGKILL, std::chrono::seconds(0)); }

  void start(int64_t rank, const std::vector<Setting>& set) { start({0, rank, 0, set}, words_); }

  /// Waits until all have ended. 0 where one ended with success, as the job is done then; else the
  /// code of a stop, else that of the one that failed first.
  int wait() {
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

 private:
  struct Child {
    pid_t id;
    int64_t rank;  // that it began with
    int64_t starts;
    std::vector<Setting> set;
  };
  struct Waiting {
    Child child;
    JobTime begin;
  };

  void start(Child child, const std::vector<std::string>& words) {
    const pid_t parent = ::getpid();
    child.id = ::fork();
    if (child.id < 0) io_error("a process cannot be started: {}", std::strerror(errno));
    if (child.id == 0) become(words, child.set, parent);
    child.starts++;
    running_.push_back(std::move(child));
  }

  void signal_all(int signal) const {
    for (const Child& child : running_) ::kill(child.id, signal);
  }

  /// Sends all a signal and waits for their end; whether all have ended.
  bool end(int signal, std::chrono::seconds limit) {
    signal_all(signal);
    const auto last = JobClock::now() + limit;
    while (!running_.empty()) {
      if (look()) continue;
      if (JobClock::now() > last) return false;
      std::this_thread::sleep_for(kLookTime);
    }
    return true;
  }

  /// Takes note of all that have ended; whether any has.
  bool look() {
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

  void note_end(Child child, int code) {
    if (code == static_cast<int>(ExitCode::done)) done_ = true;
    if (code != static_cast<int>(ExitCode::done) && !is_failure(code)) stopped_ = code;
    if (!is_failure(code)) return;
    // Of those that failed, one that a signal ended is the cause: others may fail because it is
    // gone.
    if (!failed_ || (code > 128 && *failed_ <= 128)) failed_ = code;
    const bool others_go_on = !running_.empty() && !done_ && !stopped_;
    if (!others_go_on || code == static_cast<int>(ExitCode::usage) || restarts_ == 0) return;
    restarts_--;
    const auto pause = kFirstPause * (int64_t{1} << std::min<int64_t>(child.starts - 1, 5));
    log_warning("process {} is started again in {} s and joins the others; {} restarts are left",
                child.rank, pause.count(), restarts_);
    waiting_.push_back({std::move(child), JobClock::now() + pause});
  }

  /// Starts those again whose pause is over.
  void start_again() {
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

  std::vector<std::string> words_;
  int64_t& restarts_;
  std::vector<Child> running_;
  std::vector<Waiting> waiting_;  // to be started again
  bool done_ = false;
  std::optional<int> stopped_, failed_;  // exit codes
};

/// What each process finds in its environment, besides its ranks. Where the port is ours to choose,
/// `reserved` keeps it free.
std::vector<Setting> common_settings(const LaunchArguments& a, comm::Socket& reserved) {
  const bool alone = a.nnodes == 1;
  std::vector<Setting> set = {{"WORLD_SIZE", std::to_string(a.nnodes * a.nproc_per_node)},
                              {"LOCAL_WORLD_SIZE", std::to_string(a.nproc_per_node)}};
  if (a.rendezvous.empty()) {
    const std::string host = alone && a.master_addr.empty() ? "127.0.0.1" : a.master_addr;
    int64_t port = a.master_port.value_or(29500);
    if (alone && !a.master_port) {
      reserved = comm::reserve_port(host);
      port = comm::port_of(reserved);
    }
    set.emplace_back("MASTER_ADDR", host);
    set.emplace_back("MASTER_PORT", std::to_string(port));
  } else {
    set.emplace_back("TUTTI_RENDEZVOUS", a.rendezvous);
  }
  if (alone && !environment_variable("TUTTI_TOKEN"))
    set.emplace_back("TUTTI_TOKEN", comm::random_hex(16));
  return set;
}

int run_once(const LaunchArguments& a, const std::vector<std::string>& words, int64_t& restarts) {
  comm::Socket reserved;
  const std::vector<Setting> common = common_settings(a, reserved);
  Children children(words, restarts);
  for (int64_t local = 0; local < a.nproc_per_node; local++) {
    std::vector<Setting> own = common;
    const int64_t rank = a.node_rank * a.nproc_per_node + local;
    own.emplace_back("RANK", std::to_string(rank));
    own.emplace_back("LOCAL_RANK", std::to_string(local));
    children.start(rank, own);
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
  if (!a.rendezvous.empty() && (!a.master_addr.empty() || a.master_port))
    user_error("--rendezvous with --master_addr or --master_port: expected one of them");
  if (a.nnodes == 1) return;
  if (a.master_addr.empty() && a.rendezvous.empty())
    user_error(
        "--master_addr is missing: the name or address of machine 0; or --rendezvous, where the "
        "machines find each other");
}

}  // namespace

ExitCode run_launch(const GlobalOptions& global, const LaunchArguments& arguments) {
  const bool is_here = arguments.on.empty() && arguments.name.empty() && arguments.down.empty();
  if (!is_here || arguments.list) return run_launch_target(global, arguments);
  std::vector<std::string> words = global.words;
  expect_whole(arguments, words);
  watch_for_stop();
  int64_t restarts = arguments.max_restarts;
  std::optional<Failure> last;
  while (true) {
    const int code = run_once(arguments, words, restarts);
    const bool may_help = is_failure(code) && code != static_cast<int>(ExitCode::usage);
    // Of several machines, each would start alone.
    if (!may_help || restarts == 0 || arguments.nnodes > 1) return static_cast<ExitCode>(code);
    const Failure failure{code, newest_step(words)};
    if (failure == last && !comes_from_outside(code)) {
      log_warning(
          "all processes have failed twice in the same way, with exit code {} after the checkpoint "
          "of step {}, so they are not started again",
          code, failure.step);
      return static_cast<ExitCode>(code);
    }
    last = failure;
    restarts--;
    log_warning("all processes have failed and are started again; {} restarts are left", restarts);
    if (words.front() == "train" && std::find(words.begin(), words.end(), kResume) == words.end())
      words.insert(words.end(), {kResume, "auto"});
  }
}

}  // namespace tutti::app
