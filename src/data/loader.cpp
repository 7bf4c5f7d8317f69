// SPDX-License-Identifier: Apache-2.0
#include "data/loader.h"

#include <algorithm>
#include <numeric>

#include "base/checked.h"
#include "base/random.h"

namespace tutti::data {
namespace {

constexpr uint32_t kOrderPurpose = 0x6F726472;  // "ordr"

}  // namespace

std::vector<int64_t> epoch_order(int64_t size, uint64_t seed, uint32_t epoch) {
  const Words key = fold_in(fold_in(key_of(seed), kOrderPurpose), epoch);
  std::vector<int64_t> order(static_cast<size_t>(size));
  std::iota(order.begin(), order.end(), int64_t{0});
  // Fisher-Yates; 64 random bits make the bias of the remainder negligible.
  for (size_t i = order.size(); i > 1; i--) {
    const Words words =
        threefry2x32(key, {static_cast<uint32_t>(i), static_cast<uint32_t>(uint64_t{i} >> 32)});
    const uint64_t random = uint64_t{words[0]} << 32 | words[1];
    std::swap(order[i - 1], order[random % i]);
  }
  return order;
}

Loader::Loader(const FeatureSource& source, LoaderOptions options)
    : source_(source), options_(std::move(options)) {
  if (options_.batch < 1)
    user_error("batch size {}: expected at least 1 (--per_device_train_batch_size)",
               options_.batch);
  if (options_.accumulate < 1)
    user_error("accumulation {}: expected at least 1 (--gradient_accumulation_steps)",
               options_.accumulate);
  if (source_.size() < 1) user_error("the data set has no features: nothing to run on");
  checked_multiply(options_.batch, options_.accumulate, "features of a step");
}

void Loader::cut(int64_t batch, int64_t accumulate, Layout layout) {
  check(batch * accumulate == options_.batch * options_.accumulate,
        "{} x {} features of a step instead of {} x {}", batch, accumulate, options_.batch,
        options_.accumulate);
  options_.batch = batch;
  options_.accumulate = accumulate;
  options_.layout = std::move(layout);
}

int64_t Loader::steps_per_epoch() const {
  const int64_t batches = (source_.size() - 1) / options_.batch + 1;
  return (batches - 1) / options_.accumulate + 1;
}

int64_t Loader::steps_of(double epochs) const {
  const double steps = std::ceil(epochs * static_cast<double>(steps_per_epoch()));
  if (!(epochs > 0) || steps > 1e15)
    user_error("{} epochs: expected a positive number of reasonable size (--num_train_epochs)",
               epochs);
  return static_cast<int64_t>(steps);
}

int64_t Loader::features_before(int64_t step) const {
  const int64_t epochs = step / steps_per_epoch(), rest = step % steps_per_epoch();
  return epochs * source_.size() +
         std::min(rest * options_.batch * options_.accumulate, source_.size());
}

std::vector<int64_t> Loader::indices(int64_t step, int64_t micro) {
  check(step >= 0 && micro >= 0 && micro < micro_batches(), "step {}, micro-batch {}", step, micro);
  const int64_t epoch = step / steps_per_epoch();
  const int64_t step_in_epoch = step % steps_per_epoch();
  const int64_t begin = (step_in_epoch * micro_batches() + micro) * features_together();
  if (begin >= source_.size()) return {};
  const int64_t count = std::min(features_together(), source_.size() - begin);

  std::vector<int64_t> result(static_cast<size_t>(count));
  if (!options_.shuffle) {
    std::iota(result.begin(), result.end(), begin);
    return result;
  }
  if (epoch != ordered_epoch_) {
    order_ = epoch_order(source_.size(), options_.seed, checked_cast<uint32_t>(epoch, "epoch"));
    ordered_epoch_ = epoch;
  }
  std::copy_n(order_.begin() + begin, count, result.begin());
  return result;
}

int64_t Loader::tokens_between(int64_t first, int64_t last) {
  int64_t tokens = 0;
  for (int64_t step = first; step < last; step++)
    for (int64_t micro = 0; micro < micro_batches(); micro++)
      for (const int64_t feature : indices(step, micro)) tokens += source_.length(feature);
  return tokens;
}

RowPlan Loader::rows(int64_t step, int64_t micro) {
  std::vector<int32_t> lengths;
  for (const int64_t index : indices(step, micro)) lengths.push_back(source_.length(index));
  return plan_rows(lengths, features_together(), options_.layout);
}

Batch Loader::batch(int64_t step, int64_t micro) {
  const auto epoch = checked_cast<uint32_t>(step / steps_per_epoch(), "epoch");
  const std::unique_ptr<FeatureSource> changed = source_.in_epoch(options_.seed, epoch);
  return make_batch(changed ? *changed : source_, indices(step, micro), features_together(),
                    options_.layout);
}

}  // namespace tutti::data
