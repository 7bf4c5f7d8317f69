// SPDX-License-Identifier: Apache-2.0
#include "task/label_names.h"

#include <algorithm>
#include <charconv>

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

bool equal_without_case(std::string_view a, std::string_view b) {
  const auto lower = [](char c) { return c >= 'A' && c <= 'Z' ? static_cast<char>(c + 32) : c; };
  return std::equal(a.begin(), a.end(), b.begin(), b.end(),
                    [&](char x, char y) { return lower(x) == lower(y); });
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

LabelNames LabelNames::of_names(std::vector<std::string> given) {
  LabelNames names;
  names.names_ = std::move(given);
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
  const auto count = config.find("num_labels");
  if (count != config.end() && !count->is_null() && *count != names.size())
    user_error("{}: num_labels is {}, but id2label names {}; remove the one that is wrong", where,
               escaped(count->dump(), 60), names.size());
  return names;
}

LabelNames LabelNames::numbered(size_t count) {
  LabelNames names;
  for (size_t id = 0; id < count; id++) names.names_.push_back(fmt::format("LABEL_{}", id));
  return names;
}

bool LabelNames::contains_all(const LabelNames& others) const {
  return std::all_of(others.names_.begin(), others.names_.end(), [&](const std::string& name) {
    return std::find(names_.begin(), names_.end(), name) != names_.end();
  });
}

bool LabelNames::find_all(const LabelNames& others) const {
  return std::all_of(others.names_.begin(), others.names_.end(),
                     [&](const std::string& name) { return find(name).has_value(); });
}

std::optional<int32_t> LabelNames::find_name(const std::string& label) const {
  const auto id_at = [&](auto place) { return static_cast<int32_t>(place - names_.begin()); };
  const auto named = std::find(names_.begin(), names_.end(), label);
  if (named != names_.end()) return id_at(named);
  const auto is_alike = [&](const std::string& name) { return equal_without_case(name, label); };
  const auto alike = std::find_if(names_.begin(), names_.end(), is_alike);
  if (alike == names_.end() || std::any_of(alike + 1, names_.end(), is_alike)) return std::nullopt;
  return id_at(alike);
}

std::optional<int32_t> LabelNames::find(const std::string& label) const {
  if (const auto named = find_name(label)) return named;
  // Where names are numbers, another number is no id.
  if (std::any_of(names_.begin(), names_.end(), whole_number)) return std::nullopt;
  const std::optional<int64_t> id = whole_number(label);
  if (!id || *id < 0 || *id >= static_cast<int64_t>(size())) return std::nullopt;
  return static_cast<int32_t>(*id);
}

int32_t LabelNames::id_of(const std::string& label, const std::string& where) const {
  const std::optional<int32_t> id = find(label);
  if (!id) user_error("{}: the label is \"{}\", expected one of {}", where, escaped(label), text());
  return *id;
}

std::string LabelNames::text() const {
  constexpr size_t kMost = 20;
  std::vector<std::string> shown;
  for (const std::string& name : std::span(names_).first(std::min(size(), kMost)))
    shown.push_back(escaped(name, 60));
  return fmt::format("{}{}", fmt::join(shown, ", "),
                     size() > kMost ? fmt::format(" and {} more", size() - kMost) : "");
}

void LabelNames::write(nlohmann::ordered_json& config) const {
  config["id2label"] = config["label2id"] = nlohmann::ordered_json::object();
  config.erase("num_labels");  // it may be of other labels
  for (size_t id = 0; id < size(); id++) {
    config["id2label"][std::to_string(id)] = names_[id];
    config["label2id"][names_[id]] = id;
  }
}

}  // namespace tutti::task
