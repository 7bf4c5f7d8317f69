// SPDX-License-Identifier: Apache-2.0
// Where a job says which of its processes leads, if no address is known before: in a text that all
// of them can read and replace, as a file on a shared disk. Processes that begin, and newcomers,
// find the job there, also after the machine on which it began is gone.
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

/// A short text that processes on any machine can read and replace. Each function but name() throws
/// a std::runtime_error where the text cannot be reached.
class SharedText {
 public:
  virtual ~SharedText() = default;
  /// As errors name it: "file:///shared/job".
  virtual std::string name() const = 0;
  /// Nothing where there is none.
  virtual std::optional<std::string> read() = 0;
  /// Replaces the text, unless it is not `before` any more. Returns whether it did.
  virtual bool replace(const std::optional<std::string>& before, const std::string& text) = 0;
  /// Says that this process lives, where a text is forgotten when the process that wrote it dies.
  virtual void renew() = 0;
  /// Removes the text, unless it is not `text` any more.
  virtual void remove(const std::string& text) = 0;
};

/// The text is a file, which is written whole. `path` is absolute; a UserError where its folder
/// does not exist.
std::unique_ptr<SharedText> shared_file(const std::string& path);

/// Which process leads a job.
struct LeaderEntry {
  std::string run;                 // of the job; random
  int64_t generation = 0;          // 0: its processes have yet to meet
  int port = 0;                    // that the process listens at
  std::vector<std::string> hosts;  // numeric addresses of its machine

  bool operator==(const LeaderEntry&) const = default;
};

/// An entry as a text, sealed with a hash of it that needs the job's token, and back. Nothing where
/// the text is not whole, or is sealed with another token.
std::string sealed_text(const LeaderEntry& entry, const std::string& token);
std::optional<LeaderEntry> parse_sealed(const std::string& text, const std::string& token);

/// Whether a process that leads replaces the entry that it found, nothing where there was none that
/// is whole. `is_new`: its own has not been there yet. An entry of the same run and a later
/// generation stays, as the others have gone on without this process. One of an earlier run is
/// replaced.
bool is_replaced(const std::optional<LeaderEntry>& found, const LeaderEntry& own, bool is_new);

class Registry {
 public:
  Registry(std::unique_ptr<SharedText> text, std::string token);
  /// Like leave().
  ~Registry();
  Registry(const Registry&) = delete;
  Registry& operator=(const Registry&) = delete;

  std::string name() const { return text_->name(); }
  /// Which process leads. Throws a std::runtime_error that says why this is not known.
  LeaderEntry read();
  /// Connects to the process that leads; a std::runtime_error says why it cannot be reached.
  Socket connect(TimePoint end);

  /// This process leads from now on. A thread writes that into the text, and again where the text
  /// gets lost, and warns where it cannot. Generation 0 begins a run; any other is of the run that
  /// was read or begun before.
  void lead(int64_t generation, std::vector<std::string> hosts, int port);
  /// Removes the entry of this process, if it is still there.
  void leave();

 private:
  void keep();
  void check_entry(const LeaderEntry& own);

  const std::unique_ptr<SharedText> text_;
  const std::string token_;

  std::mutex mutex_;
  std::condition_variable changed_;
  std::string run_;
  std::optional<LeaderEntry> own_;  // nothing: another process leads
  bool is_changed_ = false, ends_ = false;

  std::string written_, problem_;  // of the thread alone
  LeaderEntry last_;               // likewise: whose text is written_
  std::thread thread_;
};

}  // namespace tutti::comm
