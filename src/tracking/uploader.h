// SPDX-License-Identifier: Apache-2.0
// Uploads a run while it trains, in its own thread: a slow or unreachable server costs the training
// nothing, and unsent data waits in the run's files.
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
  /// Ends the thread after its pending request, if any.
  ~Uploader();
  Uploader(const Uploader&) = delete;
  Uploader& operator=(const Uploader&) = delete;

  /// Uploads the rest, and logs a failure: it tries once, and each request may take half a minute.
  void finish();

 private:
  using Clock = std::chrono::steady_clock;

  void run();
  /// Makes one attempt; returns the pause before the next one.
  std::chrono::seconds attempt();
  void warn(const std::string& problem);

  MlflowClient client_;
  const Path folder_;
  RunUpload upload_;
  std::chrono::seconds pause_{0};  // doubled while the server is away
  bool refused_ = false;           // nothing more is sent
  bool warned_ = false;
  std::mutex guard_;  // guards the following
  std::condition_variable wake_;
  bool ends_ = false;
  std::thread thread_;
};

}  // namespace tutti::tracking
