// SPDX-License-Identifier: Apache-2.0
// An address that a command writes to as if it were a folder: a folder of this machine, which a
// thread copies to the address while the command runs.
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
  /// `place`: where the folder (files/) and what is known of the address are kept. One process at a
  /// time may have it: otherwise a UserError.
  Mirror(std::unique_ptr<Store> store, Url url, Path place);
  ~Mirror();
  Mirror(const Mirror&) = delete;
  Mirror& operator=(const Mirror&) = delete;

  const Path& folder() const { return folder_; }
  /// Brings what the address has. Files that an earlier process wrote and did not copy stay, unless
  /// the address has others by now.
  void pull();
  /// Begins with an empty folder, whatever an earlier process left in it.
  void empty();
  /// Copies what changes in the folder from now on, in a thread of low priority. What is not
  /// written whole is not copied: a name with a dot at its start. Failures are warnings and tried
  /// again.
  void watch();
  /// Copies what is left and ends the thread. Throws what the last attempt did.
  void finish();
  /// Removes the folder, when all is at the address.
  void remove();

 private:
  struct Known {
    SeenFile file;
    std::string version;
  };

  void read_known();
  void write_known();
  void forget(const std::string& name);
  /// One look at the folder. `waits`: for files that are still growing.
  void push(bool waits);
  void run();

  std::unique_ptr<Store> store_;
  Url url_;
  Path place_, folder_;
  FolderLock lock_;
  std::mutex guard_;  // of what follows
  std::map<std::string, Known> known_;
  std::map<std::string, SeenFile> before_;
  std::condition_variable wake_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace tutti::storage
