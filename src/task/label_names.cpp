// SPDX-License-Identifier: Apache-2.0
#include "task/label_names.h"

#include <algorithm>
#include <charconv>
#include <optional>

#include "base/error.h"
#include "base/text.h"

namespace tutti::task {
namespace {

std::optional<int64_t> whole_number(const std::string& text) {
  int64_t value = 0;
  const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
  const bool is_all = error == std::errc() && end == text.data() + text.size();
  return is_all ? std::optional(value) : std::nullopt;
}

}  // namespace

LabelNames LabelNames::of_samples(std::vector<std::string> labels) {
  const bool numbers = std::all_of(labels.begin(), labels.end(),
                                   [](const std::string& label) { return whole_number(label); });
  std::sort(labels.begin(), labels.end(), [&](const std::string& a, const std::string& b) {
    return numbers ? whole_number(a) < whole_number(b) : a < b;
  });
  labels.erase(std::unique(labels.begin(), labels.end()), labels.end());
  LabelNames names;
  names.names_ = std::move(labels);
  return names;
}

LabelNames LabelNames::of_config(const nlohmann::ordered_json& config, const std::string& where) {
  LabelNames names;
  const auto by_id = config.find("id2label");
  if (by_id == config.end() || !by_id->is_object()) return names;
  for (size_t id = 0; id < by_id->size(); id++) {
    const auto name = by_id->find(std::to_string(id));
    if (name == by_id->end() || !name->is_string())
      user_error("{}: id2label has no name for {}, expected one for each id from 0 to {}", where,
                 id, by_id->size() - 1);
    names.names_.push_back(name->get<std::string>());
  }
  return names;
}

bool LabelNames::contains_all(const LabelNames& others) const {
  return std::all_of(others.names_.begin(), others.names_.end(), [&](const std::string& name) {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
  });
}

int32_t LabelNames::id_of(const std::string& label, const std::string& where) const {
  const auto named = std::find(names_.begin(), names_.end(), label);
  if (named != names_.end()) return static_cast<int32_t>(named - names_.begin());
  const std::optional<int64_t> id = whole_number(label);
  if (!id || *id < 0 || *id >= static_cast<int64_t>(size()))
    user_error("{}: the label is \"{}\", expected one of {}", where, escaped(label),
               fmt::join(names_, ", "));
  return static_cast<int32_t>(*id);
}

void LabelNames::write(nlohmann::ordered_json& config) const {
  config["id2label"] = config["label2id"] = nlohmann::ordered_json::object();
  for (size_t id = 0; id < size(); id++) {
    config["id2label"][std::to_string(id)] = names_[id];
    config["label2id"][names_[id]] = id;
  }
}

}  // namespace tutti::task
