// SPDX-License-Identifier: Apache-2.0
#include "app/compiled_work.h"

namespace tutti::app {
namespace {

std::optional<double> cost_of(const backend::pjrt::CompiledProgram& program, const char* name) {
  const auto found = program.costs.find(name);
  if (found == program.costs.end() || found->second < 0) return std::nullopt;
  return found->second;
}

}  // namespace

CompiledWork work_of(const backend::pjrt::CompiledProgram& program) {
  return {cost_of(program, "flops"), cost_of(program, "bytes accessed"), std::nullopt};
}

}  // namespace tutti::app
