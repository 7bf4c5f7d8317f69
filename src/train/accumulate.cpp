// SPDX-License-Identifier: Apache-2.0
#include "train/accumulate.h"

namespace tutti::train {
namespace {

void append(std::vector<backend::Buffer>& to, const std::vector<backend::Buffer>& from) {
  to.insert(to.end(), from.begin(), from.end());
}

DeviceBuffers gradients_of(Programs& programs, DeviceBuffers arguments,
                           const std::vector<data::Batch>& batches) {
  const DeviceBuffers uploaded = programs.upload(batches);
  for (size_t d = 0; d < uploaded.size(); d++) append(arguments[d], uploaded[d]);
  DeviceBuffers sums(uploaded.size(),
                     std::vector<backend::Buffer>(programs.layout().sums().size()));
  execute(programs.get("gradients", shape_of(batches[0])), arguments, sums);
  return sums;
}

DeviceBuffers merge(Programs& programs, const task::BatchShape& shape, DeviceBuffers left,
                    const DeviceBuffers& right) {
  DeviceBuffers arguments = std::move(left);
  for (size_t d = 0; d < right.size(); d++) append(arguments[d], right[d]);
  DeviceBuffers merged(right.size(), std::vector<backend::Buffer>(right[0].size()));
  execute(programs.get("merge", shape), arguments, merged);
  return merged;
}

}  // namespace

DeviceBuffers accumulate_gradients(Programs& programs, const DeviceBuffers& arguments,
                                   const std::vector<std::vector<data::Batch>>& rounds) {
  const task::BatchShape shape = shape_of(rounds[0][0]);
  // A binary counter: entry k holds the sum of 2^k leaves, or nothing.
  std::vector<DeviceBuffers> levels;
  backend::Buffer before;  // of the last round; merging consumes it
  for (const std::vector<data::Batch>& batches : rounds) {
    DeviceBuffers carry = gradients_of(programs, arguments, batches);
    // One round ahead of the device: each that is begun takes memory for its sums.
    if (before) programs.backend().wait(std::exchange(before, nullptr));
    size_t level = 0;
    for (; level < levels.size() && !levels[level].empty(); level++) {
      carry = merge(programs, shape, std::move(levels[level]), carry);
      levels[level].clear();
    }
    if (level == levels.size()) levels.emplace_back();
    levels[level] = std::move(carry);
    before = levels[level][0].back();
  }
  before = nullptr;
  DeviceBuffers all;
  for (DeviceBuffers& level : levels) {
    if (level.empty()) continue;
    all = all.empty() ? std::move(level) : merge(programs, shape, std::move(level), all);
  }
  return all;
}

}  // namespace tutti::train
