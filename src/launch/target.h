// SPDX-License-Identifier: Apache-2.0
// The places where a training can start: `targets.yaml`.
#pragma once

#include <cstdint>
#include <nlohmann/json.hpp>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::launch {

/// One place. Its members are those of its kind, validated; a missing one has its default, or is
/// empty, 0 or false.
class Target {
 public:
  Target(std::string name, std::string kind, nlohmann::json members)
      : name_(std::move(name)), kind_(std::move(kind)), members_(std::move(members)) {}

  const std::string& name() const { return name_; }
  /// "ssh", "slurm", "kubernetes", "gcp-tpu", "gcp-gpu" or "aws".
  const std::string& kind() const { return kind_; }
  std::string text(std::string_view member) const;
  int64_t number(std::string_view member) const;
  bool flag(std::string_view member) const;
  /// The price of an hour; nullopt if the file gives none.
  std::optional<double> price_hour() const;
  const nlohmann::json& members() const { return members_; }

 private:
  std::string name_, kind_;
  nlohmann::json members_;
};

/// Reads {targets: {NAME: {kind: KIND, ...}}}, YAML or JSON. Throws UserError with the file, the
/// line, the value found and the value expected for an unknown, missing or invalid member. Also
/// rejects a text that a client could take for a flag, or a shell for more than one word.
std::vector<Target> parse_targets(std::string_view text, const std::string& where);

/// The target of this name. Throws UserError that lists the existing names.
const Target& target_named(const std::vector<Target>& targets, const std::string& name,
                           const std::string& where);

/// Whether a text is a valid name of targets and jobs: a letter, then a-z, 0-9 and -, 1 to 40
/// characters. Every vendor accepts such names.
bool is_name(std::string_view text);

}  // namespace tutti::launch
