// SPDX-License-Identifier: Apache-2.0
#include "launch/target.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "format/yaml.h"
#include "launch/target_members.h"

namespace tutti::launch {
namespace {

using nlohmann::json;

constexpr std::string_view kKinds[] = {"ssh", "slurm", "kubernetes", "gcp-tpu", "gcp-gpu", "aws"};

/// A word in names of secrets, which do not belong in the file.
bool sounds_secret(std::string_view name) {
  for (const std::string_view word : {"secret", "password", "token", "access_key", "credential"})
    if (name.find(word) != name.npos) return true;
  return false;
}

class TargetReader {
 public:
  TargetReader(std::string_view text, const std::string& where) : where_(where) {
    root_ = format::parse_yaml(text, where, lines_);
  }

  std::vector<Target> read() const {
    if (!root_.is_object() || root_.size() != 1 || !root_.contains("targets"))
      user_error("{}:1: expected one member, targets: {{NAME: {{kind: ssh, host: ...}}}}", where_);
    const json& list = root_["targets"];
    if (!list.is_object() || list.empty())
      fail("/targets", "targets: found {}, expected names of targets with their members", list);
    std::vector<Target> targets;
    for (const auto& [name, members] : list.items()) targets.push_back(target(name, members));
    return targets;
  }

 private:
  size_t line(const std::string& place) const {
    const auto found = lines_.find(place);
    return found == lines_.end() ? 1 : found->second;
  }

  [[noreturn]] void fail(const std::string& place, fmt::string_view text, const json& found) const {
    user_error("{}:{}: {}", where_, line(place),
               fmt::vformat(text, fmt::make_format_args(format::json_found(found))));
  }

  Target target(const std::string& name, const json& members) const {
    const std::string place = "/targets/" + name;
    if (!is_name(name))
      user_error("{}:{}: found the name \"{}\", expected up to 40 of a-z, 0-9 and -, from a letter",
                 where_, line(place), escaped(name));
    if (!members.is_object()) fail(place, name + ": found {}, expected members", members);
    const std::string kind = kind_of(name, members);
    expect_known(name, kind, members);
    json checked = json::object();
    for (const Member& member : target_members())
      if (has_kind(member, kind)) checked[std::string(member.name)] = value(name, member, members);
    checked["price_hour"] = price(name, members);
    expect_sense(name, kind, checked);
    return {name, kind, std::move(checked)};
  }

  std::string kind_of(const std::string& name, const json& members) const {
    const std::string place = "/targets/" + name;
    if (!members.contains("kind") || !members["kind"].is_string() ||
        std::find(std::begin(kKinds), std::end(kKinds), members["kind"].get<std::string>()) ==
            std::end(kKinds))
      user_error("{}:{}: {}: kind is {}, expected one of {}", where_,
                 line(members.contains("kind") ? place + "/kind" : place), name,
                 members.contains("kind") ? format::json_found(members["kind"]) : "missing",
                 fmt::join(kKinds, ", "));
    return members["kind"];
  }

  void expect_known(const std::string& name, const std::string& kind, const json& members) const {
    for (const auto& [key, value] : members.items()) {
      const auto is_it = [&key = key, &kind](const Member& member) {
        return member.name == key && has_kind(member, kind);
      };
      if (key == "kind" || key == "price_hour" ||
          std::any_of(target_members().begin(), target_members().end(), is_it))
        continue;
      if (sounds_secret(key))  // its value is not shown
        user_error(
            "{}:{}: {}: found {}, but no secret belongs here; the clients find theirs in "
            "the environment or in their own files",
            where_, line("/targets/" + name + "/" + key), name, escaped(key));
      std::string known = "kind, price_hour";
      for (const Member& member : target_members())
        if (has_kind(member, kind)) known += ", " + std::string(member.name);
      user_error("{}:{}: {}: found \"{}\", expected members of {}: {}", where_,
                 line("/targets/" + name + "/" + key), name, escaped(key), kind, known);
    }
  }

  json value(const std::string& name, const Member& member, const json& members) const {
    const auto found = members.find(std::string(member.name));
    const bool given = found != members.end() && !found->is_null();
    if (!given && member.required)
      user_error("{}:{}: {}: {} is missing, expected {}", where_, line("/targets/" + name), name,
                 member.name, member.expected);
    const auto wrong = [&](std::string_view expected) {
      const bool is_text = found->is_string();
      user_error(
          "{}:{}: {}: {} is {}, expected {}", where_,
          line(fmt::format("/targets/{}/{}", name, member.name)), name, member.name,
          is_text ? "\"" + escaped(found->get<std::string>()) + "\"" : format::json_found(*found),
          expected);
    };
    switch (member.type) {
      case Type::flag:
        if (!given) return false;
        if (!found->is_boolean()) wrong(member.expected);
        return *found;
      case Type::number:
        if (!given) return member.standard;
        if (!found->is_number_integer() || *found < 1 || *found > member.most)
          wrong(fmt::format("{}, from 1 to {}", member.expected, member.most));
        return *found;
      case Type::text:
        break;
    }
    if (!given) return std::string(member.standard_text);
    const std::string text = found->is_string()           ? found->get<std::string>()
                             : found->is_number_integer() ? found->dump()
                                                          : "";
    if (!member.is_right(text)) wrong(member.expected);
    return text;
  }

  json price(const std::string& name, const json& members) const {
    if (!members.contains("price_hour")) return nullptr;
    const json& price = members["price_hour"];
    if (!price.is_number() || !(price.get<double>() >= 0) || !std::isfinite(price.get<double>()))
      fail("/targets/" + name + "/price_hour", name + ": price_hour is {}, expected a number",
           price);
    return price;
  }

  /// Conflicts between two members.
  void expect_sense(const std::string& name, const std::string& kind, const json& members) const {
    if (kind == "kubernetes" && members["form"] == "job" && members["nodes"] > 1)
      user_error("{}:{}: {}: nodes is {}, expected 1 with form: job; jobset and mpijob have more",
                 where_, line("/targets/" + name + "/nodes"), name, members["nodes"].dump());
  }

  std::string where_;
  format::YamlLines lines_;
  json root_;
};

}  // namespace

std::string Target::text(std::string_view member) const {
  return members_.at(std::string(member)).get<std::string>();
}

int64_t Target::number(std::string_view member) const {
  return members_.at(std::string(member)).get<int64_t>();
}

bool Target::flag(std::string_view member) const {
  return members_.at(std::string(member)).get<bool>();
}

std::optional<double> Target::price_hour() const {
  const auto found = members_.find("price_hour");
  if (found == members_.end() || found->is_null()) return std::nullopt;
  return found->get<double>();
}

std::vector<Target> parse_targets(std::string_view text, const std::string& where) {
  return TargetReader(text, where).read();
}

const Target& target_named(const std::vector<Target>& targets, const std::string& name,
                           const std::string& where) {
  std::vector<std::string> names;
  for (const Target& target : targets) {
    if (target.name() == name) return target;
    names.push_back(target.name());
  }
  user_error("--on {}: {} has no such target, expected one of {}", escaped(name), where,
             fmt::join(names, ", "));
}

bool is_name(std::string_view text) {
  return text.size() <= 40 && consists_of(text, "-") && text[0] >= 'a' && text[0] <= 'z' &&
         std::none_of(text.begin(), text.end(), [](char c) { return c >= 'A' && c <= 'Z'; }) &&
         text.back() != '-';
}

}  // namespace tutti::launch
