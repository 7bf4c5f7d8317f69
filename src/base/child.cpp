// SPDX-License-Identifier: Apache-2.0
#include "base/child.h"

#include <fcntl.h>
#include <spawn.h>
#include <sys/mman.h>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <csignal>
#include <cstring>

#include "base/error.h"
#include "base/text.h"

extern char** environ;

namespace tutti {
namespace {

std::unique_ptr<Descriptor> file_in_memory(const char* name) {
  return std::make_unique<Descriptor>(::memfd_create(name, MFD_CLOEXEC), "a file in memory");
}

/// Gives the reason of a failure as errno has it, or 0.
int spawn(const std::vector<std::string>& words, int in, int out, int error, pid_t& child) {
  std::vector<char*> arguments;
  for (const std::string& word : words) arguments.push_back(const_cast<char*>(word.c_str()));
  arguments.push_back(nullptr);
  posix_spawn_file_actions_t files;
  posix_spawnattr_t attributes;
  posix_spawn_file_actions_init(&files);
  if (in < 0)
    posix_spawn_file_actions_addopen(&files, STDIN_FILENO, "/dev/null", O_RDONLY, 0);
  else
    posix_spawn_file_actions_adddup2(&files, in, STDIN_FILENO);
  posix_spawn_file_actions_adddup2(&files, out, STDOUT_FILENO);
  posix_spawn_file_actions_adddup2(&files, error, STDERR_FILENO);
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

double processor_time(const timeval& time) {
  return static_cast<double>(time.tv_sec) + 1e-6 * static_cast<double>(time.tv_usec);
}

}  // namespace

std::string ChildEnd::text() const {
  return signal != 0 ? fmt::format("was ended by {}", ::strsignal(signal))
                     : fmt::format("ended with code {}", code);
}

ChildProcess::Kept::Kept(const ChildOutput& given) : output(given) {
  if (output.descriptor >= 0) return;
  file = file_in_memory("output");
  output.descriptor = file->number();
  ::fcntl(output.descriptor, F_SETFL, O_APPEND);  // else several who write write over each other
}

std::string ChildProcess::Kept::text() const {
  struct stat found {};
  if (!file || ::fstat(file->number(), &found) != 0) return "";
  const off_t size = std::min<off_t>(found.st_size, std::max(output.first, output.last));
  std::string text(static_cast<size_t>(size), '\0');
  const off_t begin = output.first > 0 ? 0 : found.st_size - size;
  const ssize_t got = ::pread(file->number(), text.data(), text.size(), begin);
  text.resize(static_cast<size_t>(std::max<ssize_t>(0, got)));
  return text;
}

/// Gives back the memory of what is not kept, where that is much.
void ChildProcess::Kept::drop_the_rest() const {
  constexpr off_t kBlock = 512, kMuch = off_t{1} << 20;  // bytes
  const off_t size = std::max(output.first, output.last);
  struct stat found {};
  if (!file || ::fstat(file->number(), &found) != 0 || found.st_blocks * kBlock < size + kMuch)
    return;
  ::fallocate(file->number(), FALLOC_FL_PUNCH_HOLE | FALLOC_FL_KEEP_SIZE, output.first,
              found.st_size - size);
}

ChildProcess::ChildProcess(const ChildStreams& streams)
    : out_(streams.out), error_(streams.error) {}

ChildProcess::ChildProcess(const std::vector<std::string>& words, const ChildStreams& streams)
    : ChildProcess(streams) {
  if (const int failure = start(words, streams); failure != 0) fail_to_start(words[0], failure);
}

std::unique_ptr<ChildProcess> ChildProcess::if_there(const std::vector<std::string>& words,
                                                     const ChildStreams& streams) {
  std::unique_ptr<ChildProcess> child(new ChildProcess(streams));
  const int failure = child->start(words, streams);
  if (failure == ENOENT) return nullptr;
  if (failure != 0) fail_to_start(words[0], failure);
  return child;
}

std::unique_ptr<ChildProcess> ChildProcess::forked() {
  std::unique_ptr<ChildProcess> child(new ChildProcess({.out = {1}, .error = {2}}));
  child->leads_group_ = false;
  child->id_ = ::fork();
  if (child->id_ < 0) io_error("a process cannot be started: {}", std::strerror(errno));
  return child->id_ == 0 ? nullptr : std::move(child);
}

ChildProcess::~ChildProcess() {
  if (id_ > 0 && !end_ && !is_let_go_) kill();
}

int ChildProcess::start(const std::vector<std::string>& words, const ChildStreams& streams) {
  std::unique_ptr<Descriptor> in;
  if (streams.takes_lines) {
    // Not a pipe: to write into one whose reader has gone is a signal.
    int ends[2] = {-1, -1};
    const bool made = ::socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, ends) == 0;
    in = std::make_unique<Descriptor>(made ? ends[0] : -1, "a pair of sockets");
    lines_ = std::make_unique<Descriptor>(ends[1], "a pair of sockets");
  } else if (!streams.input.empty()) {
    in = file_in_memory("input");
    write_all(in->number(), "a program's input", streams.input);
    ::lseek(in->number(), 0, SEEK_SET);
  }
  return spawn(words, in ? in->number() : streams.in, out_.output.descriptor,
               error_.output.descriptor, id_);
}

double ChildProcess::age() const {
  return std::chrono::duration<double>(std::chrono::steady_clock::now() - begin_).count();
}

bool ChildProcess::look(int options) {
  int status = 0;
  rusage usage{};
  if (retried([&] { return ::wait4(id_, &status, options, &usage); }) == 0) return true;
  const int signal = WIFSIGNALED(status) ? WTERMSIG(status) : 0;
  end_ = {.code = signal != 0 ? 128 + signal : WEXITSTATUS(status),
          .signal = signal,
          .seconds = age(),
          .processor_seconds = processor_time(usage.ru_utime) + processor_time(usage.ru_stime),
          .peak_bytes = static_cast<int64_t>(usage.ru_maxrss) * 1024};
  return false;
}

bool ChildProcess::runs() {
  if (end_) return false;
  out_.drop_the_rest();
  error_.drop_the_rest();
  return look(WNOHANG);
}

ChildProcess::Wait ChildProcess::wait(const ChildLimits& limits) {
  constexpr useconds_t kFirstPause = 500, kLongestPause = 5000;
  Wait wait = Wait::ended;
  double told = 0;
  for (useconds_t pause = kFirstPause; runs(); pause = std::min(2 * pause, kLongestPause)) {
    if (wait != Wait::ended) {
      if (age() > told + limits.grace) signal(SIGKILL);
    } else if (const bool is_stopped = limits.is_stopped && limits.is_stopped();
               is_stopped || age() > limits.seconds) {
      wait = is_stopped ? Wait::stopped : Wait::late;
      told = age();
      signal(limits.grace > 0 ? SIGTERM : SIGKILL);
    }
    ::usleep(pause);
  }
  return wait;
}

void ChildProcess::signal(int number) const {
  if (!end_) ::kill(target(), number);
}

void ChildProcess::kill() {
  if (leads_group_ || !end_) ::kill(target(), SIGKILL);
  if (!end_) look(0);
}

bool ChildProcess::say(const std::string& line) {
  if (!lines_ || !runs()) return false;
  const std::string text = line + "\n";
  const ssize_t sent =
      ::send(lines_->number(), text.data(), text.size(), MSG_NOSIGNAL | MSG_DONTWAIT);
  return sent == static_cast<ssize_t>(text.size());
}

}  // namespace tutti
