// SPDX-License-Identifier: Apache-2.0
#include "comm/setbacks.h"

#include <algorithm>
#include <utility>

#include "base/error.h"
#include "base/text.h"

namespace tutti::comm {

void Setbacks::note_step() {
  for (const std::string& host : newcomers_) failed_admissions_.erase(host);
  newcomers_.clear();
  since_step_ = 0;
  note_departure();
}

void Setbacks::note_departure() {
  failures_ = 0;
  blamed_.clear();
}

void Setbacks::note_failure(const std::string& who, const std::string& cause) {
  since_step_++;
  failures_++;
  blamed_[who]++;
  cause_ = cause;
  for (const std::string& host : std::exchange(newcomers_, {})) failed_admissions_[host]++;
}

void Setbacks::note_newcomer(const std::string& host) {
  if (std::find(newcomers_.begin(), newcomers_.end(), host) == newcomers_.end())
    newcomers_.push_back(host);
}

void Setbacks::expect_few() const {
  if (failures_ < kMostSetbacks) return;
  std::vector<std::string> counts;
  for (const auto& [who, count] : blamed_) counts.push_back(fmt::format("{} {}x", who, count));
  io_error(
      "the processes met {} times without finishing a step, because connections broke: to {}. The "
      "last time: {}. Check the cables, network cards and switches of these machines (`ip -s link` "
      "counts damaged and lost packets), and test the links with `tutti doctor --distributed`",
      failures_, fmt::join(counts, ", to "), escaped(cause_));
}

std::vector<std::string> Setbacks::take_hopeless() {
  std::vector<std::string> hosts;
  std::erase_if(failed_admissions_, [&](const auto& one) {
    if (one.second < kMostAdmissions) return false;
    hosts.push_back(one.first);
    return true;
  });
  return hosts;
}

}  // namespace tutti::comm
