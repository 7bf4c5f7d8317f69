// SPDX-License-Identifier: Apache-2.0
// The optimizer beside a device: the host has the moments and computes AdamW, so that a device
// needs no memory for them. On a device that shares the host's memory, they can lie in a file.
#pragma once

#include "base/mapped_memory.h"
#include "kernel/adamw.h"
#include "train/programs.h"

namespace tutti::train {

/// Where the host keeps the moments, and how it computes.
struct HostPlace {
  int threads = 1;
  Path file = {};  // see MappedMemory; empty: they are in memory
};

class HostOptimizer {
 public:
  /// Moments of zeros for the layout of a state whose moments are float32.
  HostOptimizer(const step::StateLayout& layout, const HostPlace& place);

  /// Whether a field of the state is a moment, which the host has and no device.
  bool has(size_t field) const { return field >= first_ && field - first_ < moments_.size(); }
  ir::Tensor read(size_t field) const;
  /// The same into `out`, which has exactly the moment's bytes.
  void read_into(size_t field, std::span<std::byte> out) const;
  void write(size_t field, const ir::Tensor& tensor);

  /// Does what @apply does, with the same bits where @apply computes AdamW as the cpu backend does.
  /// `sums` are those of each device, and the result is the report of the first one. The device
  /// computes norm and factors (@prepare). Then the host updates one parameter after the other
  /// where it is or, if the device has memory of its own, in a copy, while the next one comes.
  step::Report<backend::Buffer> update(Programs& programs, DeviceBuffers& state,
                                       DeviceBuffers sums);

 private:
  struct Moment {
    ir::Type type;
    size_t begin;  // bytes in memory_
  };
  static std::vector<Moment> moments_of(const step::StateLayout& layout);
  float* at(size_t field) const {
    return reinterpret_cast<float*>(memory_.data() + moments_[field - first_].begin);
  }
  template <class Work>
  void each_piece(size_t field, const Work& work) const;
  /// Of one parameter, whose moments are the fields `first` and `second`.
  void update(const kernel::AdamwStep& step, const float* gradient, float* parameter, size_t first,
              size_t second);
  void update_copies(Programs& programs, DeviceBuffers& state, const kernel::AdamwStep& step,
                     std::vector<backend::Buffer> gradients);

  size_t first_;  // the first moment's field
  std::vector<Moment> moments_;
  MappedMemory memory_;
  Team team_;
};

}  // namespace tutti::train
