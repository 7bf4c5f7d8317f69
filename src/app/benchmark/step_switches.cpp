// SPDX-License-Identifier: Apache-2.0
#include "app/benchmark/step_switches.h"

#include "app/shell/arguments.h"
#include "backend/registry.h"
#include "base/version.h"
#include "format/argument_values.h"

namespace tutti::app {
namespace {

constexpr const char* kBudgets[] = {"80%", "65%", "50%", "40%", "30%", "20%", "min"};

/// A change to the plain steps that can be combined with others.
struct Part {
  std::string name, flags;
  std::function<void(run::BenchmarkSettings&)> change;
};

/// The switches measured alone, all together, and all but one.
std::vector<Part> parts_of(const run::BenchmarkSettings& plain, const Path& folder) {
  const std::string file = (folder / "moments").string();
  std::vector<Part> parts = {
      {"bf16", "--precision bf16", [](auto& a) { a.precision = "bf16"; }},
      {"memory budget min", "--memory_budget min", [](auto& a) { a.memory_budget = "min"; }},
      {"moments in a file", "--offload_optimizer FILE",
       [file](auto& a) { a.offload_optimizer = file; }},
      {"padding 8", "--pad_to_multiple_of 8", [](auto& a) { a.pad_to_multiple_of = "8"; }}};
  if (plain.per_device_train_batch_size % 4 == 0)
    parts.push_back(
        {"micro-batches of a quarter", "as --auto_find_batch_size makes them", [](auto& a) {
           a.per_device_train_batch_size /= 4;
           a.gradient_accumulation_steps *= 4;
         }});
  return parts;
}

}  // namespace

std::vector<std::string> flags_of(run::BenchmarkSettings arguments) {
  run::BenchmarkSettings fresh;
  const ArgumentList given = list_arguments(arguments), usual = list_arguments(fresh);
  std::vector<std::string> words;
  for (size_t i = 0; i < given.size(); i++)
    if (const std::string value = format::text_of(given[i]); value != format::text_of(usual[i])) {
      words.push_back("--" + given[i].name);
      words.push_back(value);
    }
  return words;
}

run::BenchmarkSettings plain_of(const run::BenchmarkSettings& arguments) {
  run::BenchmarkSettings plain = arguments;
  static_cast<run::StepSettings&>(plain) = {};
  plain.precision = "f32";
  plain.report.clear();
  plain.repeats = run::BenchmarkSettings().repeats;
  return plain;
}

bool can_profile(const run::BenchmarkSettings& arguments) {
  return backend::capabilities_of(arguments.backend).profiles;
}

bool is_shown_closely(const std::string& name) {
  return name == "bf16" || name == "memory budget 50%" || name == "memory budget min";
}

std::vector<Switch> switches_of(const run::BenchmarkSettings& plain, const Path& folder) {
  std::vector<Switch> all;
  const auto add = [&](const std::string& name, const std::string& flags, const auto& change) {
    Switch one{name, flags, plain};
    change(one.arguments);
    one.arguments.profile = is_shown_closely(name) && can_profile(plain);
    all.push_back(std::move(one));
  };
  const std::vector<Part> parts = parts_of(plain, folder);
  add("fp16 and loss scaling", "--precision fp16", [](auto& a) { a.precision = "fp16"; });
  for (const Part& part : parts)
    if (part.name != "memory budget min") add(part.name, part.flags, part.change);
  for (const char* budget : kBudgets)
    add(fmt::format("memory budget {}", budget), fmt::format("--memory_budget {}", budget),
        [&](auto& a) { a.memory_budget = budget; });
  if (!backend::capabilities_of(plain.backend).is_own_processor)  // which has no memory besides
    add("moments in host memory", "--offload_optimizer cpu",
        [](auto& a) { a.offload_optimizer = "cpu"; });
  add("padding auto", "--pad_to_multiple_of auto", [](auto& a) { a.pad_to_multiple_of = "auto"; });
  const auto all_but = [&](const Part* left_out) {
    return [&parts, left_out](auto& a) {
      for (const Part& part : parts)
        if (&part != left_out) part.change(a);
    };
  };
  add("all together", "bf16, budget min, FILE, padding 8, micro-batches", all_but(nullptr));
  for (const Part& part : parts)
    add("all but " + part.name, "without " + part.flags, all_but(&part));
  return all;
}

}  // namespace tutti::app
