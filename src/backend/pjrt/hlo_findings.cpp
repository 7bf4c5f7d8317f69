// SPDX-License-Identifier: Apache-2.0
#include "backend/pjrt/hlo_findings.h"

#include <fmt/format.h>

#include "base/text.h"

namespace tutti::backend::pjrt {
namespace {

/// What a compiler makes of float32 operands in default precision.
std::string_view default_of_float(std::string_view kind) {
  if (kind == "tpu") return ", which a TPU's matrix unit rounds to bf16";
  if (kind == "cuda") return ", which cores with tf32 may round to 10 bits of mantissa";
  return "";
}

std::string product_text(const HloProduct& product, double all, std::string_view kind) {
  const bool has_float = product.left == "f32" || product.right == "f32";
  const std::string operands = product.left == product.right
                                   ? product.left
                                   : fmt::format("{} and {}", product.left, product.right);
  return fmt::format("{} of {} with results in {}, in {} precision{}: {:.3g} % of the FLOPs",
                     counted(static_cast<int64_t>(product.count), "product"), operands,
                     product.result, product.precision,
                     has_float && product.precision == "default" ? default_of_float(kind) : "",
                     all > 0 ? 100 * product.flops / all : 0);
}

/// How many instructions of fusions compute in float32 between narrower types.
int64_t wide_fusions(const HloProgram& program) {
  int64_t count = 0;
  for (const auto& computation : program.computations) {
    bool narrows = false, widens = false;
    for (const auto& instruction : computation.instructions) {
      if (instruction.opcode != "convert" || instruction.operands.size() != 1) continue;
      const int64_t from = computation.instructions[instruction.operands[0]].shape.element;
      const auto is_wide = [](int64_t type) { return hlo_type_name(type) == "f32"; };
      const auto is_narrow = [](int64_t type) {
        const std::string_view name = hlo_type_name(type);
        return name == "bf16" || name == "f16";
      };
      widens |= is_narrow(from) && is_wide(instruction.shape.element);
      narrows |= is_wide(from) && is_narrow(instruction.shape.element);
    }
    count += narrows && widens ? 1 : 0;
  }
  return count;
}

}  // namespace

std::vector<std::string> precision_findings(const HloProgram& program, const HloCosts& costs,
                                            std::string_view kind) {
  std::vector<std::string> findings;
  const double all = costs.product_flops();
  for (const HloProduct& product : costs.products())
    findings.push_back(product_text(product, all, kind));
  if (findings.empty()) findings.emplace_back("no matrix products");
  if (const int64_t wide = wide_fusions(program); wide > 0)
    findings.push_back(fmt::format("{} of narrow operands and results in f32 between them",
                                   counted(wide, "fusion")));
  const HloFlags& flags = program.flags;
  if (!flags.known) {
    findings.emplace_back("the program does not tell the compiler's settings");
    return findings;
  }
  if (flags.excess_precision)
    findings.emplace_back(
        "xla_allow_excess_precision is on: roundings to a narrow type and back may be left out");
  if (flags.fast_min_max)
    findings.emplace_back("xla_gpu_enable_fast_min_max is on: minima and maxima may lose NaN");
  if (flags.fast_math)
    findings.emplace_back("xla_enable_fast_math is on: arithmetic may be reordered");
  if (flags.flush_denormals)
    findings.emplace_back("xla_gpu_ftz is on: numbers below 1.2e-38 become 0");
  if (!flags.excess_precision && !flags.fast_min_max && !flags.fast_math && !flags.flush_denormals)
    findings.emplace_back("no setting of the compiler that changes results is on");
  return findings;
}

}  // namespace tutti::backend::pjrt
