// SPDX-License-Identifier: Apache-2.0
// How long a device takes for a program that its own compiler has made, by the device's peaks.
#pragma once

#include <string>

#include "backend/pjrt/hlo_costs.h"
#include "run/device_list.h"

namespace tutti::run {

/// Seconds of one run, at least: each step takes the longest of its products, its bytes and its
/// launch; copies that others do not wait for take only the memory's time.
struct TargetTime {
  double seconds = 0;
  double products = 0, memory = 0, launches = 0;  // of the steps that wait for each of these
  double product_flops = 0, other_flops = 0, bytes = 0;

  /// Adds `times` runs of another program.
  void add(const TargetTime& other, double times);
  /// "matrix products", "memory" or "launches": which of them most of the time goes to.
  std::string limit() const;
};

TargetTime target_time(const backend::pjrt::HloCosts& costs, const DeviceSpec& device);

/// FLOP/s at which a device computes products of that kind. Float32 in default precision is
/// computed as tf32 by a device that has it, and by one without float32 products in passes of bf16:
/// one, three where "high" and six where "highest" is asked for. Types without a rate take the
/// slowest that there is.
double product_rate(const backend::pjrt::HloProduct& product, const DeviceSpec& device);

}  // namespace tutti::run
