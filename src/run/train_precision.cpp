// SPDX-License-Identifier: Apache-2.0
#include "run/train_precision.h"

#include <charconv>

#include "base/text.h"

namespace tutti::run {

std::string named_precision(const StepSettings& settings) {
  std::string precision = settings.precision;
  for (const auto& [given, name] :
       {std::pair(settings.bf16, "bf16"), std::pair(settings.fp16, "fp16")}) {
    if (given && precision != "auto" && precision != name)
      user_error("--{} contradicts --precision {}; give one of them", name, precision);
    if (given) precision = name;
  }
  return precision;
}

std::optional<step::LossScale> loss_scale_of(const StepSettings& settings,
                                             pass::Precision precision) {
  const std::string& given = settings.loss_scale;
  if (precision != pass::Precision::fp16) {
    if (!given.empty())
      user_error(
          "--loss_scale {}: gradients of {} are not scaled; expected --precision fp16 with it",
          escaped(given), pass::name_of(precision));
    return std::nullopt;
  }
  step::LossScale scale;
  scale.growth_interval = settings.loss_scale_growth_interval;
  if (given.empty() || given == "dynamic") return scale;
  scale.is_dynamic = false;
  const char* const end = given.data() + given.size();
  const auto [at, failure] = std::from_chars(given.data(), end, scale.first);
  if (failure != std::errc() || at != end || !(scale.first >= 1 && scale.first <= 0x1p100))
    user_error("--loss_scale {}: expected dynamic, or a number from 1 to 2^100", escaped(given));
  return scale;
}

std::optional<pass::MemoryBudget> memory_budget_of(const StepSettings& settings) {
  const std::string& given = settings.memory_budget;
  if (settings.gradient_checkpointing && !given.empty() && given != "min")
    user_error("--gradient_checkpointing contradicts --memory_budget {}; give one of them",
               escaped(given));
  if (given.empty() && !settings.gradient_checkpointing) return std::nullopt;
  if (given.empty() || given == "min") return pass::MemoryBudget{};
  double number = 0;
  const char* const end = given.data() + given.size();
  const auto [at, failure] = std::from_chars(given.data(), end, number);
  const std::string_view unit(at, static_cast<size_t>(end - at));
  const std::pair<std::string_view, double> units[] = {
      {"B", 1}, {"KiB", 0x1p10}, {"MiB", 0x1p20}, {"GiB", 0x1p30}, {"TiB", 0x1p40}};
  if (failure == std::errc() && unit == "%" && number > 0 && number <= 100)
    return pass::MemoryBudget{{}, number / 100};
  for (const auto& [name, bytes] : units)
    if (failure == std::errc() && unit == name && number > 0 && number * bytes <= 0x1p60)
      return pass::MemoryBudget{static_cast<int64_t>(number * bytes)};
  user_error(
      "--memory_budget {}: expected bytes with a unit, such as 1.5GiB or 800MiB; a share of a "
      "step's usual memory, such as 60%; or min",
      escaped(given));
}

int64_t padding_of(const StepSettings& settings) {
  const std::string& given = settings.pad_to_multiple_of;
  if (given.empty() || given == "auto") return 1;
  int64_t multiple = 0;
  const char* const end = given.data() + given.size();
  const auto [at, failure] = std::from_chars(given.data(), end, multiple);
  if (failure != std::errc() || at != end || multiple < 1 || multiple > 1024)
    user_error("--pad_to_multiple_of {}: expected auto, or a number from 1 to 1024",
               escaped(given));
  return multiple;
}

bool offloads_optimizer(const StepSettings& settings, const backend::Backend& backend) {
  const std::string& given = settings.offload_optimizer;
  if (given.empty()) return false;
  return given != "cpu" || !backend.capabilities().is_own_processor;
}

train::HostPlace host_place(const StepSettings& settings, int threads) {
  const std::string& given = settings.offload_optimizer;
  return {threads, given == "cpu" ? Path() : Path(given)};
}

void expect_offload_folder(const StepSettings& settings) {
  const Path folder = Path(settings.offload_optimizer).parent_path();
  if (!folder.empty() && !std::filesystem::is_directory(folder))
    user_error(
        "--offload_optimizer {}: there is no folder {}; expected cpu, or a file in a folder that "
        "has room for the moments",
        escaped(settings.offload_optimizer), escaped(folder.string()));
}

}  // namespace tutti::run
