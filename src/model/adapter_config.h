// SPDX-License-Identifier: Apache-2.0
// adapter_config.json: what PEFT (0.21) writes beside a LoRA adapter's weights.
#pragma once

#include <cstdint>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

namespace tutti::model {

/// Names of modules: a list, or a regular expression that has to match a whole name. Of a list,
/// each entry names a module in full or by its last parts ("q_proj", "self_attn.q_proj").
struct ModuleNames {
  std::vector<std::string> list;
  std::string pattern;  // where it is not empty, there is no list

  bool empty() const { return list.empty() && pattern.empty(); }
};

struct AdapterConfig {
  enum class Bias { none, all, lora_only };  // lora_only: those of adapted modules

  std::string base_model;  // the folder or the name of the model that was adapted; may be empty
  std::string task_type;   // "CAUSAL_LM", ...; may be empty
  int64_t rank = 8;
  double alpha = 8;
  double dropout = 0;   // of a module's input, in [0, 1)
  bool rslora = false;  // the scale is alpha / sqrt(rank) rather than alpha / rank
  bool dora = false;
  bool fan_in_fan_out = false;  // weights are [in, out], as GPT-2's
  bool gaussian = false;        // A begins with normal numbers rather than even ones
  bool initialize = true;       // false: B does not begin at zero
  ModuleNames targets;          // the pattern "all-linear": every linear module but the output head
  ModuleNames excluded;
  std::vector<std::string> saved;  // modules_to_save: trained and saved whole
  Bias bias = Bias::none;          // which of the base model's biases are trained and saved
  /// The layers whose modules are adapted, with a list of targets only; empty: all.
  std::vector<int64_t> layers;
  std::vector<std::string> layers_patterns;  // what comes before a layer's number; empty: anything
  /// Ranks and alphas of some modules: regular expressions for the last parts of a name. The first
  /// that matches counts.
  std::vector<std::pair<std::string, int64_t>> rank_pattern;
  std::vector<std::pair<std::string, double>> alpha_pattern;
};

/// Parses a file's text. `where` names the file in errors. A field that would change the function
/// and is not implemented is a UserError with its name, unless its value is the one that PEFT
/// writes by default; so is an unknown field whose value is not null, false or empty.
AdapterConfig parse_adapter_config(std::string_view text, std::string_view where);

/// The text of a file: every field that PEFT 0.21.2 writes, in its order.
std::string adapter_config_text(const AdapterConfig& config);

/// "none", "all", "lora_only": what PEFT calls them, in the order of the enum.
std::vector<std::string> adapter_bias_names();
AdapterConfig::Bias adapter_bias_named(std::string_view name);

}  // namespace tutti::model
