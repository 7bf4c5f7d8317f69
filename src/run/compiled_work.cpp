// SPDX-License-Identifier: Apache-2.0
#include "run/compiled_work.h"

#include <algorithm>

#include "base/error.h"
#include "base/log.h"
#include "run/target_time.h"

namespace tutti::run {
namespace {

std::optional<double> cost_of(const backend::pjrt::CompiledProgram& program, const char* name) {
  const auto found = program.costs.find(name);
  if (found == program.costs.end() || found->second < 0) return std::nullopt;
  return found->second;
}

CompiledWork work_of_costs(const backend::pjrt::CompiledProgram& program, const DeviceSpec& device,
                           const std::string& precision) {
  CompiledWork work;
  work.flops = cost_of(program, "flops");
  work.bytes = cost_of(program, "bytes accessed");
  const auto rate = device.products.find(precision);
  if (!work.flops || !work.bytes || rate == device.products.end()) return work;
  const double computing = *work.flops / rate->second, moving = *work.bytes / device.memory_rate;
  work.limited_by = computing > moving ? "matrix products" : "memory";
  work.least_seconds = std::max(computing, moving);
  return work;
}

}  // namespace

CompiledWork work_of(const backend::pjrt::CompiledProgram& program, const DeviceSpec& device,
                     const std::string& precision) {
  if (program.optimized.empty()) return work_of_costs(program, device, precision);
  try {
    const auto hlo = backend::pjrt::read_hlo(program.optimized, program.optimized_format);
    const TargetTime time = target_time(backend::pjrt::costs_of(hlo), device);
    CompiledWork work;
    work.flops = time.product_flops + time.other_flops;
    work.bytes = time.bytes;
    if (*work.flops > 0) work.matrix_share = time.product_flops / *work.flops;
    work.least_seconds = time.seconds;
    work.limited_by = time.limit();
    return work;
  } catch (const UserError& error) {
    log_warning("@{}: its work is the compiler's own count: {}", program.function, error.what());
    return work_of_costs(program, device, precision);
  }
}

}  // namespace tutti::run
