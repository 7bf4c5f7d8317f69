// SPDX-License-Identifier: Apache-2.0
// Child processes: their start, what they write, and their end, which nobody else waits for.
#pragma once

#include <sys/types.h>

#include <chrono>
#include <cstdint>
#include <functional>
#include <limits>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "base/descriptor.h"

namespace tutti {

/// Where what a child writes goes: to a descriptor, or into memory, where so many bytes are kept of
/// its beginning or of its end.
struct ChildOutput {
  int descriptor = -1;
  int64_t first = 0, last = 0;
};

/// The standard streams of a child.
struct ChildStreams {
  ChildOutput out, error;
  int in = -1;               // a descriptor to read from
  std::string_view input{};  // without one, the text to read
  bool takes_lines = false;  // it reads what say() gives it instead
};

/// What a child may take until it is ended.
struct ChildLimits {
  double seconds = std::numeric_limits<double>::infinity();  // since its start
  double grace = 0;  // seconds between SIGTERM and SIGKILL; with 0 it is killed immediately
  std::function<bool()> is_stopped{};  // asked often: whether to end it now
};

/// How a child has ended, and what it and those that it waited for took.
struct ChildEnd {
  int code = 0;    // the exit code, or 128 + `signal`
  int signal = 0;  // that ended it; 0: none
  double seconds = 0, processor_seconds = 0;
  int64_t peak_bytes = 0;  // resident, code included

  /// "ended with code 1", "was ended by Aborted".
  std::string text() const;
};

/// A process that this one starts. It has the environment of this process and leads a process group
/// of its own, so that a signal reaches what it starts too, and Ctrl-C of the terminal does not. No
/// signal is ignored there, as this process ignores some.
class ChildProcess {
 public:
  /// Starts `words`, a program and its arguments. A name without a slash is looked for on the PATH.
  /// What cannot be started is a UserError of exit code 5.
  ChildProcess(const std::vector<std::string>& words, const ChildStreams& streams);
  /// The same; nullopt if there is no such program.
  static std::unique_ptr<ChildProcess> if_there(const std::vector<std::string>& words,
                                                const ChildStreams& streams);
  /// A copy of this process, in its group and with its streams; nothing in the copy itself. This
  /// process may have no other thread.
  static std::unique_ptr<ChildProcess> forked();
  /// Kills what still runs.
  ~ChildProcess();
  ChildProcess(const ChildProcess&) = delete;
  ChildProcess& operator=(const ChildProcess&) = delete;

  pid_t id() const { return id_; }
  /// Seconds since its start.
  double age() const;
  /// Whether it runs; does not wait.
  bool runs();
  /// How it has ended; nothing before runs() or wait() has seen that.
  const std::optional<ChildEnd>& end() const { return end_; }

  enum class Wait { ended, late, stopped };
  /// Waits for its end. Beyond the limits it is asked to end, with all of its group, and killed
  /// after the grace; the result says whether that was so, and why.
  Wait wait(const ChildLimits& limits = {});

  /// To its group, or to it alone where it was forked. Nothing happens once it has ended.
  void signal(int number) const;
  /// Kills it and waits for its end. The rest of its group is killed even after it has ended.
  void kill();
  /// From now on it outlives this object.
  void let_go() { is_let_go_ = true; }

  /// What is kept of what it has written so far.
  std::string out() const { return out_.text(); }
  std::string error() const { return error_.text(); }
  /// Gives it a line. False where it does not take it now.
  bool say(const std::string& line);

 private:
  struct Kept {
    explicit Kept(const ChildOutput& given);
    std::string text() const;
    void drop_the_rest() const;

    ChildOutput output;
    std::unique_ptr<Descriptor> file;  // in memory; none where the output goes elsewhere
  };

  explicit ChildProcess(const ChildStreams& streams);
  int start(const std::vector<std::string>& words, const ChildStreams& streams);
  pid_t target() const { return leads_group_ ? -id_ : id_; }
  bool look(int options);

  std::chrono::steady_clock::time_point begin_ = std::chrono::steady_clock::now();
  Kept out_, error_;
  std::unique_ptr<Descriptor> lines_;  // where it takes them
  pid_t id_ = 0;                       // 0: it could not be started
  bool leads_group_ = true, is_let_go_ = false;
  std::optional<ChildEnd> end_;
};

}  // namespace tutti
