// SPDX-License-Identifier: Apache-2.0
#include "train/shares.h"

#include <algorithm>
#include <numeric>

#include "base/error.h"

namespace tutti::train {
namespace {

constexpr double kKept = 0.8;   // how much of its weight a step has after another one
constexpr double kGain = 0.05;  // of a step's time, without which shares stay

/// The time until the slowest process is done.
double time_of(const std::vector<int64_t>& shares, std::span<const float> seconds) {
  double longest = 0;
  for (size_t rank = 0; rank < shares.size(); rank++)
    longest = std::max(longest, static_cast<double>(shares[rank]) * seconds[rank]);
  return longest;
}

/// With the mean for those that are not known, or nothing where none is.
std::vector<float> completed(std::span<const float> seconds) {
  const double sum = std::accumulate(seconds.begin(), seconds.end(), 0.0);
  const auto known =
      seconds.size() - static_cast<size_t>(std::count(seconds.begin(), seconds.end(), 0.0F));
  if (known == 0) return {};
  std::vector<float> all(seconds.begin(), seconds.end());
  std::replace(all.begin(), all.end(), 0.0F, static_cast<float>(sum / static_cast<double>(known)));
  return all;
}

}  // namespace

void Pace::add(const StepTimes& step) {
  const auto add_to = [](double& mean, double value) { mean = kKept * mean + value; };
  add_to(waited_, step.waited);
  add_to(hidden_, step.hidden);
  add_to(exposed_, step.exposed);
  add_to(all_, step.all);
  if (step.tokens == 0 || ++steps_ == 1) return;
  add_to(busy_, step.busy);
  add_to(tokens_, static_cast<double>(step.tokens));
}

float Pace::seconds_per_token() const {
  return steps_ < 3 ? 0.0F : static_cast<float>(busy_ / tokens_);
}

std::vector<int64_t> balanced_shares(std::span<const float> seconds, int64_t micro_batches) {
  const auto ranks = static_cast<int64_t>(seconds.size());
  std::vector<float> known = completed(seconds);
  if (known.empty()) known.assign(seconds.size(), 1.0F);
  std::vector<int64_t> shares(seconds.size(), micro_batches >= ranks ? 1 : 0);
  // Each of the others goes to the process that would be done with it first.
  for (int64_t left = micro_batches - shares[0] * ranks; left > 0; left--) {
    size_t best = 0;
    const auto time_with_it = [&](size_t rank) {
      return static_cast<double>(shares[rank] + 1) * known[rank];
    };
    for (size_t rank = 1; rank < shares.size(); rank++)
      if (time_with_it(rank) < time_with_it(best)) best = rank;
    shares[best]++;
  }
  return shares;
}

std::vector<int64_t> next_shares(const std::vector<int64_t>& shares,
                                 std::span<const float> seconds) {
  check(shares.size() == seconds.size(), "{} shares of {} processes", shares.size(),
        seconds.size());
  for (size_t rank = 0; rank < shares.size(); rank++)
    if (shares[rank] > 0 && seconds[rank] <= 0) return shares;
  const std::vector<float> known = completed(seconds);
  const int64_t all = std::accumulate(shares.begin(), shares.end(), int64_t{0});
  const std::vector<int64_t> balanced = balanced_shares(seconds, all);
  return time_of(balanced, known) < (1 - kGain) * time_of(shares, known) ? balanced : shares;
}

}  // namespace tutti::train
