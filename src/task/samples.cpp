// SPDX-License-Identifier: Apache-2.0
#include "task/samples.h"

#include <algorithm>
#include <cmath>
#include <numeric>

#include "base/text.h"
#include "data/loader.h"

namespace tutti::task {
namespace {

/// An epoch that no training comes to, so that its order is no training's.
constexpr uint32_t kShareEpoch = UINT32_MAX;

std::vector<size_t> shared_samples(const Reading& reading, size_t count) {
  const double wanted = std::ceil(reading.share->share * static_cast<double>(count));
  const auto validation = static_cast<size_t>(wanted);
  if (validation == 0 || validation >= count)
    user_error("--validation_split {}: found {}, expected enough for both splits",
               reading.share->share, counted(static_cast<int64_t>(count), "sample"));
  const std::vector<int64_t> order =
      data::epoch_order(static_cast<int64_t>(count), reading.share->seed, kShareEpoch);
  const bool validates = reading.split == Split::validation;
  const auto border = order.begin() + static_cast<std::ptrdiff_t>(validation);
  std::vector<size_t> samples(validates ? order.begin() : border, validates ? border : order.end());
  std::sort(samples.begin(), samples.end());
  return samples;
}

}  // namespace

std::vector<size_t> samples_of(const Reading& reading, size_t count) {
  std::vector<size_t> samples(count);
  std::iota(samples.begin(), samples.end(), size_t{0});
  if (reading.share) samples = shared_samples(reading, count);
  if (reading.max_samples && std::cmp_less(*reading.max_samples, samples.size()))
    samples.resize(static_cast<size_t>(*reading.max_samples));
  return samples;
}

}  // namespace tutti::task
