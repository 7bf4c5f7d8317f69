// SPDX-License-Identifier: Apache-2.0
// Where a job records which of its processes leads, if no address is known beforehand: a text that
// all of them can read and replace, such as a file on a shared disk. Starting processes and
// newcomers find the job there, even after the machine on which it began is gone.
#pragma once

#include <condition_variable>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <thread>
#include <vector>

#include "comm/socket.h"

namespace tutti::comm {

/// A short text that processes on any machine can read and replace. Each function except name()
/// throws a std::runtime_error if the text cannot be reached.
class SharedText {
 public:
  virtual ~SharedText() = default;
  /// Its name in errors: "file:///shared/job".
  virtual std::string name() const = 0;
  /// nullopt if there is none.
  virtual std::optional<std::string> read() = 0;
  /// Replaces the text if it still is `before`. Returns whether it did.
  virtual bool replace(const std::optional<std::string>& before, const std::string& text) = 0;
  /// Keeps the text alive, for stores that drop it when the process that wrote it dies.
  virtual void renew() = 0;
  /// Removes the text if it still is `text`.
  virtual void remove(const std::string& text) = 0;
};

/// A text in a file, which is replaced atomically. `path` is absolute; throws a UserError if its
/// folder does not exist.
std::unique_ptr<SharedText> shared_file(const std::string& path);

/// Which process leads a job.
struct LeaderEntry {
  std::string run;                 // random id of the job
  int64_t generation = 0;          // 0: its processes have yet to meet
  int port = 0;                    // on which the process listens
  std::vector<std::string> hosts;  // numeric addresses of its machine

  bool operator==(const LeaderEntry&) const = default;
};

/// An entry as a text, sealed with a hash keyed by the job's token, and back. nullopt if the text
/// is incomplete or sealed with another token.
std::string sealed_text(const LeaderEntry& entry, const std::string& token);
std::optional<LeaderEntry> parse_sealed(const std::string& text, const std::string& token);

/// Whether a leading process replaces the entry that it `found` (nullopt: no complete one).
/// `is_new`: its own has not been written yet. An entry of the same run and a later generation
/// stays, because the others continued without this process. One of an earlier run is replaced.
bool is_replaced(const std::optional<LeaderEntry>& found, const LeaderEntry& own, bool is_new);

class Registry {
 public:
  Registry(std::unique_ptr<SharedText> text, std::string token);
  /// Like leave().
  ~Registry();
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  std::string name() const { return text_->name(); }
  /// Which process leads. Throws a std::runtime_error that says why this is unknown.
  LeaderEntry read();
  /// Connects to the process that leads; a std::runtime_error says why it cannot be reached.
  Socket connect(TimePoint end);

  /// Makes this process the leader. A thread writes that into the text, again if the text gets
  /// lost, and warns if it cannot. Generation 0 begins a run; any other belongs to the run that was
  /// read or begun before.
  void lead(int64_t generation, std::vector<std::string> hosts, int port);
  /// Removes this process's entry if it is still there.
  void leave();

 private:
  void keep();
  void check_entry(const LeaderEntry& own);

  const std::unique_ptr<SharedText> text_;
  const std::string token_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string run_;
  std::optional<LeaderEntry> own_;  // nullopt: another process leads
  bool is_changed_ = false, ends_ = false;

  std::string written_, problem_;  // used by the thread only
  LeaderEntry last_;               // likewise: whose text is written_
  std::thread thread_;
};

}  // namespace tutti::comm
