// SPDX-License-Identifier: Apache-2.0
// Lets a command write to an address as if it were a folder: a local folder, which a thread copies
// to the address while the command runs.
#pragma once

#include <condition_variable>
#include <map>
#include <mutex>
#include <thread>

#include "storage/store.h"
#include "storage/tree.h"

namespace tutti::storage {

class Mirror {
 public:
  /// `place` keeps the folder (files/) and the known state of the address. Throws a UserError if
  /// another process uses it.
  Mirror(std::unique_ptr<Store> store, Url url, Path place);
  ~Mirror();
  Mirror(const Mirror&) = delete;
  Mirror& operator=(const Mirror&) = delete;

  const Path& folder() const { return folder_; }
  /// Fetches the contents of the address. Files that an earlier process wrote but did not copy
  /// stay, unless they have changed at the address since.
  void pull();
  /// Begins with an empty folder, discarding anything left by an earlier process.
  void empty();
  /// Copies further changes in the folder, in a low-priority thread. Skips names that begin with a
  /// dot, which mark unfinished files. Logs failures as warnings and retries.
  void watch();
  /// Copies the rest and ends the thread. Throws the last attempt's error.
  void finish();
  /// Removes the folder once everything is at the address.
  void remove();

 private:
  struct Known {
    SeenFile file;
    std::string version;
  };

  void read_known();
  void write_known();
  void forget(const std::string& name);
  /// Scans the folder once. `waits`: for files that are still growing.
  void push(bool waits);
  void run();

  std::unique_ptr<Store> store_;
  Url url_;
  Path place_, folder_;
  FolderLock lock_;
  std::mutex guard_;  // guards the following
  std::map<std::string, Known> known_;
  std::map<std::string, SeenFile> before_;
  std::condition_variable wake_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace tutti::storage
