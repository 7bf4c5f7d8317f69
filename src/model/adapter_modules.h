// SPDX-License-Identifier: Apache-2.0
// Which modules of a model a LoRA adapter changes, and the names and shapes of its tensors, as PEFT
// has them.
#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "model/adapter_config.h"

namespace tutti::model {

/// A module with weights of a base model.
struct AdaptedModule {
  enum class Kind { linear, embedding, other };

  std::string name;  // "model.layers.0.self_attn.q_proj"
  Kind kind = Kind::linear;
  int64_t inputs = 0;   // of an embedding: the rows of its table
  int64_t outputs = 0;  // of another module: the elements of its weight, a vector
  bool bias = false;
  bool output_head = false;
  bool inputs_first = false;  // the weight is [inputs, outputs], as GPT-2's
  std::string shares = {};  // the parameter that is its weight, if not "NAME.weight": a tied head's
};

/// What the output heads of decoders are called. Where one is tied, its weight is the embedding's.
inline constexpr const char* kOutputHead = "lm_head";

/// The name of the parameter that is a module's weight.
std::string weight_of(const AdaptedModule& module);

/// Whether a text is "all-linear", in letters of any case.
bool is_all_linear(std::string_view targets);
/// Replaces "all-linear" by the list of what it chooses, as PEFT writes it: by the last parts of
/// names, sorted, where those choose the same, or else by whole names.
void write_out_targets(AdapterConfig& config, std::span<const AdaptedModule> modules);

/// Whether the configuration's targets, exclusions, layers and modules to save choose a module of
/// this name. Not for the pattern "all-linear", which asks for a module's kind.
bool is_target(const AdapterConfig& config, std::string_view name);

/// The modules that get an adapter, in the order given. Throws UserError, which begins with
/// `where`, where none matches, where a matching one is neither linear nor an embedding, where an
/// embedding is to have DoRA, and for a pattern that cannot be read.
std::vector<AdaptedModule> adapted_modules(const AdapterConfig& config,
                                           std::span<const AdaptedModule> modules,
                                           std::string_view where);

/// Checks that each name in the list of targets is one of a module, as a new adapter's should be.
/// Throws a UserError that names those that are not.
void expect_all_targets(const AdapterConfig& config, std::span<const AdaptedModule> modules,
                        std::string_view where);

/// Those that are trained and saved whole: their names, or those of modules that they are parts of,
/// end with one of modules_to_save, even within a part of a name ("norm" is the end of
/// "input_layernorm", as in PEFT). Throws UserError where such an entry ends no name.
std::vector<AdaptedModule> saved_modules(const AdapterConfig& config,
                                         std::span<const AdaptedModule> modules,
                                         std::string_view where);

/// A module's rank, and the factor of B(A(x)).
int64_t adapter_rank(const AdapterConfig& config, std::string_view module);
double adapter_scale(const AdapterConfig& config, std::string_view module);

}  // namespace tutti::model
