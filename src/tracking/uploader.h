// SPDX-License-Identifier: Apache-2.0
// Uploads a run while it trains, in a thread of its own: a server that is slow or away costs the
// training nothing, and what it has not got waits in the run's files.
#pragma once

#include <chrono>
#include <condition_variable>
#include <mutex>
#include <thread>

#include "tracking/run_upload.h"

namespace tutti::tracking {

class Uploader {
 public:
  Uploader(MlflowServer server, Path folder, std::function<std::string(std::string)> shown);
  /// Ends the thread after the request that it waits for, if any.
  ~Uploader();
  Uploader(const Uploader&) = delete;
  Uploader& operator=(const Uploader&) = delete;

  /// Uploads what is left, and says so where that fails: it tries once, and each request has half a
  /// minute.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void run();
  /// One attempt; gives how long to wait before the next one.
  std::chrono::seconds attempt();
  void warn(const std::string& problem);

  MlflowClient client_;
  const Path folder_;
  RunUpload upload_;
  std::chrono::seconds pause_{0};  // doubled as long as the server is away
  bool refused_ = false;           // nothing more is sent
  bool warned_ = false;
  std::mutex guard_;  // of what follows
  std::condition_variable wake_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace tutti::tracking
