// SPDX-License-Identifier: Apache-2.0
#include "launch/target.h"

#include <algorithm>
#include <cmath>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"
#include "format/yaml.h"

namespace tutti::launch {
namespace {

using nlohmann::json;

constexpr std::string_view kKinds[] = {"ssh", "slurm", "kubernetes", "gcp-tpu", "gcp-gpu", "aws"};

bool consists_of(std::string_view text, std::string_view more) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [&](char c) {
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
           more.find(c) != more.npos;
  });
}

bool is_word(std::string_view text) {
  return consists_of(text, "._-:/@") && text[0] != '-';
}

bool is_path(std::string_view text) {
  return consists_of(text, "._-/") && text[0] != '-' && text.find("..") == text.npos;
}

/// "v5litepod-8": a slice of a single host has at most 8 chips, or cores where those are counted.
bool is_slice_of_one_host(std::string_view text) {
  const size_t dash = text.rfind('-');
  if (dash == text.npos || text.size() != dash + 2 || text[0] != 'v') return false;
  constexpr std::string_view kGenerations[] = {"v2", "v3", "v4", "v5litepod", "v5p", "v6e"};
  const auto* const found =
      std::find(std::begin(kGenerations), std::end(kGenerations), text.substr(0, dash));
  return found != std::end(kGenerations) &&
         std::string_view("148").find(text[dash + 1]) != text.npos;
}

/// "trn1.32xlarge": a family and a size.
bool is_instance_type(std::string_view text) {
  const size_t dot = text.find('.');
  return consists_of(text, ".-") && dot != text.npos && dot > 0 && dot + 1 < text.size() &&
         text[0] >= 'a' && text[0] <= 'z' && text.find('.', dot + 1) == text.npos;
}

/// "cloud.google.com/gke-accelerator:nvidia-l4"
bool is_selector(std::string_view text) {
  const size_t colon = text.find(':');
  return is_word(text) && colon != text.npos && colon > 0 && colon + 1 < text.size() &&
         text.find(':', colon + 1) == text.npos;
}

bool is_image_id(std::string_view text) {
  return text.starts_with("ami-") && consists_of(text.substr(4), "");
}

bool is_form(std::string_view text) {
  return text == "job" || text == "jobset" || text == "mpijob";
}

/// A shell's line, which is run on the machine as it is.
bool is_line(std::string_view text) {
  return !text.empty() && text.find_first_of(std::string_view("\n\r\0", 3)) == text.npos;
}

enum class Type { text, number, flag };

/// A member of the targets of some kinds.
struct Member {
  std::string_view kinds;  // separated by blanks; empty: all
  std::string_view name;
  bool required;
  bool (*is_right)(std::string_view);  // of texts
  std::string_view expected;
  Type type = Type::text;
  int64_t standard = 0, most = 1;  // of numbers, which are at least 1 where they are given
  std::string_view standard_text = "";
};

constexpr std::string_view kWordText = "letters, digits and . _ - : / @";
constexpr std::string_view kPathText = "a path of letters, digits, . _ - and /";

constexpr Member kMembers[] = {
    {"", "program", false, is_path,
     "where tutti is on the machine already, such as /usr/bin/tutti"},
    {"", "setup", false, is_line, "a line of shell that is run before the training"},
    {"ssh", "host", true, is_word, "user@host, or a name in ~/.ssh/config"},
    {"slurm", "host", false, is_word, "the login machine; left out: this one"},
    {"ssh slurm", "port", false, nullptr, "a port", Type::number, 0, 65535},
    {"ssh slurm", "folder", false, is_path, kPathText, Type::text, 0, 1, "tutti-jobs"},
    {"slurm", "partition", false, is_word, kWordText},
    {"slurm", "account", false, is_word, kWordText},
    {"slurm", "qos", false, is_word, kWordText},
    {"slurm", "constraint", false, is_word, kWordText},
    {"slurm", "gpus", false, is_word, "a number, or a type and a number: a100:2"},
    {"slurm", "memory", false, is_word, "a size as sbatch --mem takes it: 64G"},
    {"slurm", "cpus", false, nullptr, "CPUs of a node", Type::number, 0, 4096},
    {"slurm kubernetes", "nodes", false, nullptr, "machines, a process each", Type::number, 1,
     4096},
    {"kubernetes", "form", false, is_form, "job, jobset or mpijob", Type::text, 0, 1, "job"},
    {"kubernetes", "image", true, is_word, "a container image that has tutti and tar"},
    {"kubernetes", "volume", true, is_word,
     "the name of a PersistentVolumeClaim that every pod can write to"},
    {"kubernetes", "context", false, is_word, "a context of the kubeconfig file"},
    {"kubernetes", "namespace", false, is_word, kWordText, Type::text, 0, 1, "default"},
    {"kubernetes", "resource", false, is_word, "a device of a node, such as nvidia.com/gpu"},
    {"kubernetes", "resource_count", false, nullptr, "devices of a pod", Type::number, 1, 64},
    {"kubernetes", "cpus", false, nullptr, "CPUs of a pod", Type::number, 0, 4096},
    {"kubernetes", "memory", false, is_word, "a size such as 64Gi"},
    {"kubernetes", "node_selector", false, is_selector, "LABEL:VALUE of the nodes"},
    {"gcp-tpu gcp-gpu", "project", true, is_word, "a project's id"},
    {"gcp-tpu gcp-gpu", "zone", true, is_word, "a zone, such as us-west4-a"},
    {"gcp-tpu gcp-gpu", "service_account", false, is_word, "the e-mail address of an account"},
    {"gcp-tpu", "type", true, is_slice_of_one_host,
     "an accelerator type of a single host: v5litepod-1, v5litepod-4, v5litepod-8, v6e-8, v4-8 "
     "..."},
    {"gcp-tpu", "runtime", true, is_word, "a runtime version, such as v2-alpha-tpuv5-lite"},
    {"gcp-gpu", "machine_type", true, is_word, "a machine type, such as g2-standard-8"},
    {"gcp-gpu", "accelerator", false, is_word, "a type of GPU, such as nvidia-l4"},
    {"gcp-gpu", "accelerator_count", false, nullptr, "GPUs", Type::number, 1, 16},
    {"gcp-gpu", "image_family", true, is_word, "a family of images with the GPU's driver"},
    {"gcp-gpu", "image_project", true, is_word, "the project of that family"},
    {"aws", "region", true, is_word, "a region, such as us-east-1"},
    {"aws", "instance_type", true, is_instance_type,
     "an instance type, such as g5.xlarge, p5.48xlarge or trn1.2xlarge"},
    {"aws", "image", true, is_image_id, "the id of an image with the device's driver: ami-..."},
    {"aws", "key_name", true, is_word, "the name of a key pair whose private half ssh finds"},
    {"aws", "user", false, is_word, "the image's user", Type::text, 0, 1, "ubuntu"},
    {"aws", "security_group", false, is_word, "the id of a group that lets ssh in: sg-..."},
    {"aws", "subnet", false, is_word, "the id of a subnet: subnet-..."},
    {"aws", "profile", false, is_word, "a profile of the aws client's own files"},
    {"gcp-gpu aws", "disk_gb", false, nullptr, "gigabytes of disk", Type::number, 200, 64000},
    {"gcp-tpu gcp-gpu aws", "spot", false, nullptr, "true or false", Type::flag},
};

bool has_kind(const Member& member, std::string_view kind) {
  if (member.kinds.empty()) return true;
  std::string_view rest = member.kinds;
  while (!rest.empty()) {
    const std::string_view word = rest.substr(0, rest.find(' '));
    if (word == kind) return true;
    rest.remove_prefix(std::min(rest.size(), word.size() + 1));
  }
  return false;
}

/// A word of a name that is for a secret, which has no place in the file.
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
    if (!members.contains("kind") || !members["kind"].is_string() ||
        std::find(std::begin(kKinds), std::end(kKinds), members["kind"].get<std::string>()) ==
            std::end(kKinds))
      user_error("{}:{}: {}: kind is {}, expected one of {}", where_,
                 line(members.contains("kind") ? place + "/kind" : place), name,
                 members.contains("kind") ? format::json_found(members["kind"]) : "missing",
                 fmt::join(kKinds, ", "));
    const std::string kind = members["kind"];
    expect_known(name, kind, members);
    json checked = json::object();
    for (const Member& member : kMembers)
      if (has_kind(member, kind)) checked[std::string(member.name)] = value(name, member, members);
    checked["price_hour"] = price(name, members);
    expect_sense(name, kind, checked);
    return {name, kind, std::move(checked)};
  }

  void expect_known(const std::string& name, const std::string& kind, const json& members) const {
    for (const auto& [key, value] : members.items()) {
      const auto is_it = [&key = key, &kind](const Member& member) {
        return member.name == key && has_kind(member, kind);
      };
      if (key == "kind" || key == "price_hour" ||
          std::any_of(std::begin(kMembers), std::end(kMembers), is_it))
        continue;
      if (sounds_secret(key))  // its value is not shown
        user_error(
            "{}:{}: {}: found {}, but no secret belongs here; the clients find theirs in "
            "the environment or in their own files",
            where_, line("/targets/" + name + "/" + key), name, escaped(key));
      std::string known = "kind, price_hour";
      for (const Member& member : kMembers)
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

  /// What is wrong of two members together.
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
