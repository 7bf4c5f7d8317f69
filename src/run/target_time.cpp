// SPDX-License-Identifier: Apache-2.0
#include "run/target_time.h"

#include <algorithm>

namespace tutti::run {
namespace {

using backend::pjrt::HloProduct;
using backend::pjrt::HloStep;

/// The name of an operand's type among a device's rates.
std::string rate_name(const HloProduct& product) {
  for (const std::string* type : {&product.left, &product.right})
    if (*type == "f32" || *type == "f64") return "f32";
  return product.left == "f16" ? "fp16" : product.left;
}

double rate_of(const DeviceSpec& device, const std::string& name) {
  const auto found = device.products.find(name);
  return found == device.products.end() ? 0 : found->second;
}

}  // namespace

double product_rate(const HloProduct& product, const DeviceSpec& device) {
  const std::string name = rate_name(product);
  const bool is_default = product.precision == "default";
  if (name == "f32" && is_default && rate_of(device, "tf32") > 0) return rate_of(device, "tf32");
  if (const double rate = rate_of(device, name); rate > 0) return rate;
  if (name == "f32" && rate_of(device, "bf16") > 0)
    return rate_of(device, "bf16") / (is_default ? 1 : product.precision == "high" ? 3 : 6);
  double slowest = 0;
  for (const auto& [type, rate] : device.products)
    slowest = slowest == 0 ? rate : std::min(slowest, rate);
  return slowest;
}

TargetTime target_time(const backend::pjrt::HloCosts& costs, const DeviceSpec& device) {
  TargetTime time;
  time.product_flops = costs.product_flops();
  time.other_flops = costs.other_flops();
  time.bytes = costs.bytes();
  const double memory_rate = device.memory_rate * device.memory_efficiency;
  for (const HloStep& step : costs.steps) {
    double products = 0;
    for (const HloProduct& product : step.products) {
      const double rate = product_rate(product, device) * device.product_efficiency;
      products += rate > 0 ? product.flops / rate : 0;
    }
    if (step.overlaps) continue;
    const double memory = step.bytes / memory_rate;
    const double longest = std::max({products, memory, device.launch_seconds});
    time.seconds += step.runs * longest;
    (longest == products ? time.products
     : longest == memory ? time.memory
                         : time.launches) += step.runs * longest;
  }
  // Concurrent copies use the same memory.
  const double all_bytes = time.bytes / memory_rate;
  time.memory += std::max(0.0, all_bytes - time.seconds);
  time.seconds = std::max(time.seconds, all_bytes);
  return time;
}

void TargetTime::add(const TargetTime& other, double times) {
  seconds += times * other.seconds;
  products += times * other.products;
  memory += times * other.memory;
  launches += times * other.launches;
  product_flops += times * other.product_flops;
  other_flops += times * other.other_flops;
  bytes += times * other.bytes;
}

std::string TargetTime::limit() const {
  if (products >= memory && products >= launches) return "matrix products";
  return memory >= launches ? "memory" : "launches";
}

}  // namespace tutti::run
