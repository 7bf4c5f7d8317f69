// SPDX-License-Identifier: Apache-2.0
// The time of a program compiled by a device's own compiler, from the device's peaks.
#pragma once

#include <string>

#include "backend/pjrt/hlo_costs.h"
#include "run/device_list.h"

namespace tutti::run {

/// Minimum seconds of one run: each step takes the longest of its products, its bytes and its
/// launch; copies that nothing waits for take only memory time.
struct TargetTime {
  double seconds = 0;
  double products = 0, memory = 0, launches = 0;  // of the steps limited by each
  double product_flops = 0, other_flops = 0, bytes = 0;

  /// Adds `times` runs of another program.
  void add(const TargetTime& other, double times);
  /// "matrix products", "memory" or "launches", whichever takes most of the time.
  std::string limit() const;
};

TargetTime target_time(const backend::pjrt::HloCosts& costs, const DeviceSpec& device);

/// FLOP/s of products of that kind on a device. A device with tf32 computes float32 in default
/// precision as tf32; one without float32 products uses bf16 passes: one, three for "high" and six
/// for "highest". Types without a rate use the slowest known rate.
double product_rate(const backend::pjrt::HloProduct& product, const DeviceSpec& device);

}  // namespace tutti::run
