// SPDX-License-Identifier: Apache-2.0
#include "train/accumulate.h"

#include <bit>

namespace tutti::train {
namespace {

void append(std::vector<backend::Buffer>& to, const std::vector<backend::Buffer>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

/// The arguments of @gradients for one batch on each device.
DeviceBuffers with_batches(Programs& programs, DeviceBuffers arguments,
                           const std::vector<data::Batch>& batches) {
  const DeviceBuffers uploaded = programs.upload(batches);
  for (size_t d = 0; d < uploaded.size(); d++) append(arguments[d], uploaded[d]);
  return arguments;
}

DeviceBuffers gradients_of(Programs& programs, const DeviceBuffers& arguments,
                           const std::vector<data::Batch>& batches) {
  DeviceBuffers all = with_batches(programs, arguments, batches);
  DeviceBuffers sums = programs.take_sums();
  execute(programs.get(step::kGradients, shape_of(batches[0])), all, sums);
  return sums;
}

/// The sum of both, in the memory of the left one.
DeviceBuffers merge(Programs& programs, const task::BatchShape& shape, DeviceBuffers left,
                    DeviceBuffers right) {
  DeviceBuffers arguments = std::move(left);
  for (size_t d = 0; d < right.size(); d++) append(arguments[d], right[d]);
  DeviceBuffers merged(right.size(), std::vector<backend::Buffer>(right[0].size()));
  execute(programs.get(step::kMerge, shape), arguments, merged);
  arguments.clear();
  programs.keep_sums(std::move(right));
  return merged;
}

/// Adds rounds to leaves, and leaves in a binary counter: entry k holds the sum of 2^k leaves, or
/// nothing.
class RoundCounter {
 public:
  RoundCounter(Programs& programs, const task::BatchShape& shape,
               std::span<const int64_t> leaf_sizes)
      : programs_(programs), shape_(shape), leaf_sizes_(leaf_sizes) {}

  /// Computes the next round and adds it.
  void compute(const DeviceBuffers& arguments, const std::vector<data::Batch>& batches) {
    DeviceBuffers sums = gradients_of(programs_, arguments, batches);
    // One round ahead of the device: each that is begun takes memory for its sums.
    if (before_) programs_.backend().wait(std::exchange(before_, nullptr));
    leaf_ = leaf_.empty() ? std::move(sums)
                          : merge(programs_, shape_, std::move(leaf_), std::move(sums));
    before_ = leaf_[0].back();
    if (++rounds_of_leaf_ == leaf_sizes_.front()) carry_leaf();
  }

  /// Whether the host can read what was added where it is.
  bool is_on_host() const { return before_ && programs_.backend().host_memory(before_) != nullptr; }

  /// The sums of the leaf that is under way and of the counter's entries, to each of which those
  /// before it are added.
  std::vector<DeviceBuffers> take() {
    before_ = nullptr;
    levels_.insert(levels_.begin(), std::exchange(leaf_, {}));
    std::erase_if(levels_, [](const DeviceBuffers& level) { return level.empty(); });
    return std::exchange(levels_, {});
  }

  /// The sum of all rounds.
  DeviceBuffers total() {
    DeviceBuffers all;
    for (DeviceBuffers& level : take())
      all = all.empty() ? std::move(level)
                        : merge(programs_, shape_, std::move(level), std::move(all));
    return all;
  }

 private:
  void carry_leaf() {
    DeviceBuffers carry = std::exchange(leaf_, {});
    rounds_of_leaf_ = 0;
    leaf_sizes_ = leaf_sizes_.subspan(1);
    size_t level = 0;
    for (; level < levels_.size() && !levels_[level].empty(); level++) {
      carry = merge(programs_, shape_, std::move(levels_[level]), std::move(carry));
      levels_[level].clear();
    }
    if (level == levels_.size()) levels_.emplace_back();
    levels_[level] = std::move(carry);
    before_ = levels_[level][0].back();
  }

  Programs& programs_;
  const task::BatchShape shape_;
  std::span<const int64_t> leaf_sizes_;  // of those that are not complete
  int64_t rounds_of_leaf_ = 0;           // that were added
  DeviceBuffers leaf_;                   // their sum
  std::vector<DeviceBuffers> levels_;
  backend::Buffer before_;  // of the last round; merging consumes it
};

/// Computes the last round, and tells of each of its sums as soon as it is there, beside those of
/// the other rounds.
void report_last_round(Programs& programs, const DeviceBuffers& arguments,
                       const std::vector<data::Batch>& batches, std::vector<DeviceBuffers> others,
                       const OnSum& on_sum) {
  DeviceBuffers all = with_batches(programs, arguments, batches);
  DeviceBuffers last = programs.take_sums();
  programs.get(step::kGradients, shape_of(batches[0]))
      .run_reporting(all[0], last[0], [&](size_t i) {
        std::vector<backend::Buffer> terms = {last[0][i]};
        for (const DeviceBuffers& sums : others) terms.push_back(sums[0][i]);
        on_sum(i, terms);
      });
  programs.keep_sums(std::move(last));
  for (DeviceBuffers& sums : others) programs.keep_sums(std::move(sums));
}

}  // namespace

DeviceBuffers accumulate_gradients(Programs& programs, const DeviceBuffers& arguments,
                                   const std::vector<std::vector<data::Batch>>& rounds) {
  const auto leaves =
      comm::leaf_sizes(static_cast<int64_t>(rounds.size()), programs.options().most_leaves);
  RoundCounter counter(programs, shape_of(rounds[0][0]), leaves);
  for (const std::vector<data::Batch>& batches : rounds) counter.compute(arguments, batches);
  return counter.total();
}

int64_t sums_alive(std::span<const int64_t> leaf_sizes) {
  int64_t most = 0;
  for (size_t leaf = 0; leaf < leaf_sizes.size(); leaf++)
    most = std::max(most, std::popcount(leaf) + (leaf_sizes[leaf] > 1 ? int64_t{2} : int64_t{1}));
  return most;
}

void report_gradients(Programs& programs, const DeviceBuffers& arguments,
                      const NodeBatches& batches, const OnSum& on_sum) {
  const std::vector<std::vector<data::Batch>>& rounds = batches.rounds;
  RoundCounter counter(programs, shape_of(rounds[0][0]), batches.leaf_sizes);
  for (size_t round = 0; round + 1 < rounds.size(); round++)
    counter.compute(arguments, rounds[round]);
  if (rounds.size() > 1 && !counter.is_on_host()) {
    counter.compute(arguments, rounds.back());
    DeviceBuffers sums = counter.total();
    for (size_t i = 0; i < sums[0].size(); i++) on_sum(i, {&sums[0][i], 1});
    programs.keep_sums(std::move(sums));
    return;
  }
  report_last_round(programs, arguments, rounds.back(), counter.take(), on_sum);
}

}  // namespace tutti::train
