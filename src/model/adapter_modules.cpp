// SPDX-License-Identifier: Apache-2.0
#include "model/adapter_modules.h"

#include <algorithm>
#include <cmath>
#include <optional>
#include <set>

#include "base/error.h"
#include "base/text.h"
#include "model/module_names.h"

namespace tutti::model {
namespace {

constexpr std::string_view kAllLinear = "all-linear";
constexpr const char* kAnyModule = ".*?\\.[^.]*";

/// PEFT gives no adapter to what is saved whole, nor to what is inside of it.
bool is_kept_from_adapters(const AdapterConfig& config, std::string_view name) {
  return is_named(config.excluded, name) ||
         std::any_of(config.saved.begin(), config.saved.end(), [&](const std::string& saved) {
           return matches_all(name, "(?:|.*\\.)", saved, "(?:|\\..*)");
         });
}

bool is_in_layers(const AdapterConfig& config, std::string_view name) {
  if (config.layers.empty()) return true;
  std::optional<int64_t> number;
  if (config.layers_patterns.empty()) number = layer_number(name, kAnyModule);
  for (const std::string& pattern : config.layers_patterns)
    if (!number) number = layer_number(name, pattern);
  return number &&
         std::find(config.layers.begin(), config.layers.end(), *number) != config.layers.end();
}

/// The value of the first pattern that matches the last parts of a name.
template <typename T>
T first_match(const std::vector<std::pair<std::string, T>>& patterns, std::string_view name,
              T fallback) {
  for (const auto& [pattern, value] : patterns)
    if (matches_all(name, "(?:.*\\.)?", pattern)) return value;
  return fallback;
}

void check_adapted(const AdapterConfig& config, const AdaptedModule& module,
                   std::string_view where) {
  if (module.kind == AdaptedModule::Kind::other)
    user_error("{}: target_modules: {} is chosen, expected linear modules and embeddings", where,
               module.name);
  if (module.kind == AdaptedModule::Kind::embedding && config.dora)
    user_error("{}: use_dora: the embedding {} is chosen, expected linear modules", where,
               module.name);
}

/// The last parts of the names, each once: what may be chosen.
std::string names_to_choose(std::span<const AdaptedModule> modules) {
  std::vector<std::string> names;
  for (const AdaptedModule& module : modules) {
    const std::string name = module.name.substr(module.name.rfind('.') + 1);
    if (module.kind != AdaptedModule::Kind::other &&
        std::find(names.begin(), names.end(), name) == names.end())
      names.push_back(name);
  }
  return fmt::format("{}", fmt::join(names, ", "));
}

bool takes_adapter(const AdapterConfig& config, const AdaptedModule& module) {
  if (!is_all_linear(config.targets.pattern)) return is_target(config, module.name);
  return module.kind == AdaptedModule::Kind::linear && !module.output_head &&
         !is_kept_from_adapters(config, module.name);
}

}  // namespace

std::string weight_of(const AdaptedModule& module) {
  return module.shares.empty() ? module.name + ".weight" : module.shares;
}

bool is_all_linear(std::string_view targets) {
  std::string lower(targets);
  for (char& c : lower) c = c >= 'A' && c <= 'Z' ? static_cast<char>(c + ('a' - 'A')) : c;
  return lower == kAllLinear;
}

void write_out_targets(AdapterConfig& config, std::span<const AdaptedModule> modules) {
  if (!is_all_linear(config.targets.pattern)) return;
  const auto chosen = adapted_modules(config, modules, "all-linear");
  std::set<std::string> whole, last;
  for (const AdaptedModule& module : chosen) {
    whole.insert(module.name);
    last.insert(module.name.substr(module.name.rfind('.') + 1));
  }
  config.targets = {{last.begin(), last.end()}, {}};
  const auto others = std::count_if(modules.begin(), modules.end(), [&](const auto& module) {
    return is_target(config, module.name);
  });
  if (static_cast<size_t>(others) != chosen.size())
    config.targets.list = {whole.begin(), whole.end()};
}

bool is_target(const AdapterConfig& config, std::string_view name) {
  if (is_kept_from_adapters(config, name)) return false;
  if (!config.targets.pattern.empty()) return is_named(config.targets, name);
  const auto& list = config.targets.list;
  if (std::find(list.begin(), list.end(), name) != list.end()) return true;  // in any layer
  return is_listed(list, name) && is_in_layers(config, name);
}

std::vector<AdaptedModule> adapted_modules(const AdapterConfig& config,
                                           std::span<const AdaptedModule> modules,
                                           std::string_view where) {
  std::vector<AdaptedModule> chosen;
  for (const AdaptedModule& module : modules) {
    if (!takes_adapter(config, module)) continue;
    check_adapted(config, module, where);
    chosen.push_back(module);
  }
  if (chosen.empty())
    user_error("{}: target_modules: found {}, which chooses no module; expected some of {}", where,
               config.targets.pattern.empty()
                   ? escaped(fmt::format("{}", fmt::join(config.targets.list, ", ")))
                   : "the pattern \"" + escaped(config.targets.pattern) + "\"",
               names_to_choose(modules));
  return chosen;
}

void expect_all_targets(const AdapterConfig& config, std::span<const AdaptedModule> modules,
                        std::string_view where) {
  std::vector<std::string> unknown;
  for (const std::string& target : config.targets.list)
    if (std::none_of(modules.begin(), modules.end(),
                     [&](const AdaptedModule& module) { return is_listed({target}, module.name); }))
      unknown.push_back(escaped(target));
  if (!unknown.empty())
    user_error("{}: target_modules: {} names no module, expected some of {}", where,
               fmt::join(unknown, ", "), names_to_choose(modules));
}

std::vector<AdaptedModule> saved_modules(const AdapterConfig& config,
                                         std::span<const AdaptedModule> modules,
                                         std::string_view where) {
  std::vector<AdaptedModule> chosen;
  const auto ends = [](const AdaptedModule& module, const std::string& last) {
    std::string_view name = module.name;  // or that of a module which it is a part of
    while (!name.ends_with(last) && name.find('.') != name.npos)
      name = name.substr(0, name.rfind('.'));
    return name.ends_with(last);
  };
  for (const std::string& last : config.saved)
    if (std::none_of(modules.begin(), modules.end(),
                     [&](const AdaptedModule& module) { return ends(module, last); }))
      user_error("{}: modules_to_save: found \"{}\", which ends no module's name", where,
                 escaped(last));
  for (const AdaptedModule& module : modules)
    if (std::any_of(config.saved.begin(), config.saved.end(),
                    [&](const std::string& last) { return ends(module, last); }))
      chosen.push_back(module);
  return chosen;
}

int64_t adapter_rank(const AdapterConfig& config, std::string_view module) {
  return first_match(config.rank_pattern, module, config.rank);
}

double adapter_scale(const AdapterConfig& config, std::string_view module) {
  const auto rank = static_cast<double>(adapter_rank(config, module));
  return first_match(config.alpha_pattern, module, config.alpha) /
         (config.rslora ? std::sqrt(rank) : rank);
}

}  // namespace tutti::model
