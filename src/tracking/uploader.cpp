// SPDX-License-Identifier: Apache-2.0
#include "tracking/uploader.h"

#include "base/log.h"
#include "base/text.h"
#include "tracking/mlflow_errors.h"

namespace tutti::tracking {
namespace {

constexpr std::chrono::seconds kPollInterval{1}, kLongestPause{60};

}  // namespace

Uploader::Uploader(MlflowServer server, Path folder, std::function<std::string(std::string)> shown)
    : client_(std::move(server)),
      folder_(std::move(folder)),
      upload_(client_, folder_, std::move(shown)),
      thread_([this] { run(); }) {}

Uploader::~Uploader() {
  {
    const std::lock_guard lock(guard_);
    ends_ = true;
  }
  wake_.notify_all();
  if (thread_.joinable()) thread_.join();
}

void Uploader::run() {
  std::chrono::seconds pause{0};
  std::unique_lock lock(guard_);
  while (!ends_ && !refused_) {
    wake_.wait_for(lock, pause, [&] { return ends_; });
    if (ends_) return;
    lock.unlock();
    pause = attempt();
    lock.lock();
  }
}

std::chrono::seconds Uploader::attempt() {
  const bool was_met = !upload_.run_id().empty();
  try {
    upload_.send();
    if (!was_met) log_info("MLflow has this run as {}", escaped(upload_.run_id()));
    pause_ = std::chrono::seconds{0};
    return kPollInterval;
  } catch (const ServerIsAway& away) {
    warn(away.what());
    pause_ = std::min(kLongestPause, std::max(2 * pause_, kPollInterval));
    return std::max(pause_, std::min(kLongestPause, std::chrono::seconds(away.retry_seconds())));
  } catch (const std::exception& error) {
    warn(error.what());
    refused_ = true;
    return kLongestPause;
  }
}

void Uploader::warn(const std::string& problem) {
  if (!warned_)
    log_warning("{}; the training continues, and data not yet sent waits in {}", problem,
                escaped(folder_.string(), 1000));
  warned_ = true;
}

void Uploader::finish() {
  {
    const std::lock_guard lock(guard_);
    ends_ = true;
  }
  wake_.notify_all();
  thread_.join();
  bool is_sent = false;
  if (!refused_) {
    warned_ = true;  // what follows says it
    attempt();
    is_sent = !upload_.run_id().empty();
  }
  if (!is_sent)
    log_warning("the server lacks a part of this run; `tutti sync {} mlflow` sends it",
                escaped(folder_.string(), 1000));
}

}  // namespace tutti::tracking
