// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/dropped_steps.h"

#include <map>
#include <nlohmann/json.hpp>

namespace tutti::data {
namespace {

using nlohmann::json;

constexpr const char* kPartsOfSteps[] = {"normalizer", "pre_tokenizer"};

/// Calls visit(step) for a part, and of a Sequence for each of its parts.
template <typename Part, typename Visit>
void for_each_step(Part& part, Visit visit) {
  if (!part.is_object()) return;
  for (const char* list : {"normalizers", "pretokenizers"}) {
    const auto found = part.find(list);
    if (found == part.end() || !found->is_array()) continue;
    for (auto& each : *found) for_each_step(each, visit);
    return;
  }
  visit(part);
}

std::string type_of_step(const json& step) {
  const auto type = step.find("type");
  return type != step.end() && type->is_string() ? type->get<std::string>() : "";
}

/// What makes a step another one than a step of the same type: not its flags, but what it looks
/// for.
std::string name_of_step(const json& step) {
  const std::string type = type_of_step(step);
  const auto member = [&](const char* key, const json& fallback) {
    const auto found = step.find(key);
    return (found == step.end() ? fallback : *found).dump();
  };
  return type + member("pattern", nullptr) + (type == "ByteLevel" ? member("use_regex", true) : "");
}

bool has_word(std::string_view words, std::string_view word) {
  return (" " + std::string(words) + " ").find(" " + std::string(word) + " ") != std::string::npos;
}

}  // namespace

std::string keep_dropped_steps(const json& file, const ClassRules& rules, json& made) {
  std::map<std::string, json> of_class;
  for (const char* key : kPartsOfSteps)
    for_each_step(made[key], [&](const json& step) { of_class[name_of_step(step)] = step; });
  std::string dropped;
  json kept = json::object();
  for (const char* key : kPartsOfSteps) {
    kept[key] = file.contains(key) ? file.at(key) : json();
    for_each_step(kept[key], [&](json& step) {
      const auto found = of_class.find(name_of_step(step));
      if (found != of_class.end())
        step = found->second;
      else if (dropped.empty() && !has_word(rules.replaces, type_of_step(step)))
        dropped = type_of_step(step);
    });
  }
  if (!dropped.empty()) made.update(kept);
  return dropped;
}

}  // namespace tutti::data
