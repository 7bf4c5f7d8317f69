// SPDX-License-Identifier: Apache-2.0
// An objective whose model is frozen and gets adapters, which are trained instead.
#pragma once

#include "model/adapter_modules.h"
#include "pass/adapt.h"
#include "pass/precision.h"
#include "task/objective.h"

namespace tutti::step {

/// The modules of an objective's model: those of its parameters "NAME.weight". Which are linear and
/// which are embeddings is found from the operations that apply the weights.
std::vector<model::AdaptedModule> modules_of(const task::Objective& objective);

/// The same of any function's arguments that a product or an embedding applies, under their own
/// names, less ".weight". They have no biases.
std::vector<model::AdaptedModule> modules_of(const ir::Function& function);

/// The parameters that adapters add to a model's, and what the pass does with them. The parameters
/// are named as in adapter_model.safetensors. Their dropout has sites of its own.
struct Adapters {
  std::vector<model::Parameter> parameters;
  pass::Adaptation adaptation;
};
Adapters adapters_of(const model::AdapterConfig& config,
                     const std::vector<model::AdaptedModule>& modules,
                     const std::vector<model::Parameter>& parameters, std::string_view where);

/// The same objective with adapters: its parameters are followed by those of the adapters, and only
/// the latter are trained. A configuration that does not fit the model is a UserError that begins
/// with `where`.
task::Objective adapted_objective(const task::Objective& objective,
                                  const model::AdapterConfig& config, std::string_view where);

/// How the files have a parameter, by its number.
struct StoredWeights {
  std::function<ir::ElementType(size_t)> element;
  std::function<std::optional<blocks::BlockType>(size_t)> blocks;
};

/// The same objective with frozen matrices kept in fewer bits, so that no float32 copies of them
/// exist. Weights of products and embeddings stay in the blocks that their files have. In a lower
/// `precision`, matrices are kept in the type that products take: those that only products apply,
/// and those that are stored so. The results have the same bits.
task::Objective with_narrow_weights(task::Objective objective, pass::Precision precision,
                                    const StoredWeights& stored);

}  // namespace tutti::step
