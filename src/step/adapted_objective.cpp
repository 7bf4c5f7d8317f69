// SPDX-License-Identifier: Apache-2.0
#include "step/adapted_objective.h"

#include <algorithm>
#include <cmath>

#include "model/adapter_tensors.h"
#include "op/catalogue.h"
#include "pass/applied_weights.h"
#include "step/step_program.h"

namespace tutti::step {
namespace {

using model::AdaptedModule;
using model::AdapterConfig;
using model::AdapterTensor;
using model::Parameter;
using pass::Application;
using Kind = AdaptedModule::Kind;
using Part = AdapterTensor::Part;

/// Sites of dropout below are the model's own.
constexpr int64_t kFirstAdapterSite = int64_t{1} << 24;

constexpr std::string_view kWeight = ".weight";

Application application_of(const AdaptedModule& module) {
  return module.kind == Kind::embedding ? Application::embedding : Application::linear;
}

const Parameter& parameter_named(const std::vector<Parameter>& parameters,
                                 const std::string& name) {
  const auto found = std::find_if(parameters.begin(), parameters.end(),
                                  [&](const Parameter& one) { return one.name == name; });
  check(found != parameters.end(), "there is no parameter {}", name);
  return *found;
}

/// The first values of A and B as PEFT makes them: of linear modules B is zero, of embeddings A.
/// Kaiming's even numbers with a = sqrt(5) are within 1 / sqrt(inputs).
void set_initial(Parameter& parameter, const AdapterTensor& tensor, const AdapterConfig& config,
                 const AdaptedModule& module) {
  using Initial = Parameter::Initial;
  const bool is_embedding = module.kind == Kind::embedding;
  if (tensor.part == Part::magnitude) {
    parameter.initial = module.inputs_first ? Initial::norms_of_columns : Initial::norms_of_rows;
    parameter.source = tensor.parameter;
  } else if (tensor.part == Part::copy) {
    parameter.initial = Initial::copy;
    parameter.source = tensor.parameter;
  } else if (config.initialize && (tensor.part == Part::a) == is_embedding) {
    parameter.initial = Initial::zeros;
  } else if (is_embedding) {
    parameter.deviation = 1;
  } else if (config.gaussian && tensor.part == Part::a) {
    parameter.deviation = 1 / static_cast<double>(parameter.shape[0]);
  } else {
    parameter.initial = Initial::uniform;
    parameter.deviation = 1 / std::sqrt(3 * static_cast<double>(parameter.shape[1]));
  }
}

/// The adapter of the module that `tensor` is A of.
pass::Adapter adapter_of(const AdapterTensor& tensor, const AdapterConfig& config,
                         const AdaptedModule& module) {
  pass::Adapter adapter;
  adapter.weight = tensor.parameter;
  adapter.application = application_of(module);
  adapter.a = tensor.name;
  adapter.rank = tensor.shape[0];
  adapter.scale = model::adapter_scale(config, module.name);
  if (module.kind == Kind::linear) adapter.dropout = config.dropout;
  adapter.site = kFirstAdapterSite + static_cast<int64_t>(tensor.module);
  return adapter;
}

pass::Replacement replacement_of(const AdapterTensor& tensor, const AdaptedModule& module) {
  pass::Replacement replacement{tensor.parameter, tensor.name};
  const bool is_weight = tensor.parameter == model::weight_of(module);
  if (is_weight && module.kind != Kind::other) replacement.application = application_of(module);
  return replacement;
}

}  // namespace

std::vector<AdaptedModule> modules_of(const task::Objective& objective) {
  const ir::Module program = step_function(kForward, objective, {1, 1, 1}, {});
  const auto applied = pass::applied_weights(program.get(kForward));
  const auto& parameters = objective.parameters;
  std::vector<AdaptedModule> modules, tied;
  for (const Parameter& parameter : parameters) {
    if (!parameter.name.ends_with(kWeight)) continue;
    AdaptedModule module;
    module.name = parameter.name.substr(0, parameter.name.size() - kWeight.size());
    module.kind = Kind::other;
    module.outputs = parameter.shape.back();
    module.bias = std::any_of(parameters.begin(), parameters.end(), [&](const Parameter& other) {
      return other.name == module.name + ".bias";
    });
    module.output_head = module.name == model::kOutputHead;
    const bool is_looked_up = std::any_of(applied.begin(), applied.end(), [&](const auto& weight) {
      return weight.name == parameter.name && weight.application == Application::embedding;
    });
    for (const pass::AppliedWeight& weight : applied) {
      if (weight.name != parameter.name) continue;
      const bool is_linear = weight.application == Application::linear;
      AdaptedModule& place = is_linear && is_looked_up ? tied.emplace_back() : module;
      place.kind = is_linear ? Kind::linear : Kind::embedding;
      place.inputs = weight.inputs;
      place.outputs = weight.outputs;
      place.inputs_first = is_linear && weight.inputs_first;
      if (&place == &module) continue;
      place.name = model::kOutputHead;
      place.output_head = true;
      place.shares = parameter.name;
    }
    modules.push_back(std::move(module));
  }
  modules.insert(modules.end(), tied.begin(), tied.end());
  return modules;
}

std::vector<AdaptedModule> modules_of(const ir::Function& function) {
  std::vector<AdaptedModule> modules;
  for (const pass::AppliedWeight& weight : pass::applied_weights(function)) {
    AdaptedModule& module = modules.emplace_back();
    module.name = weight.name.ends_with(kWeight)
                      ? weight.name.substr(0, weight.name.size() - kWeight.size())
                      : weight.name;
    module.kind = weight.application == Application::linear ? Kind::linear : Kind::embedding;
    module.inputs = weight.inputs;
    module.outputs = weight.outputs;
    module.inputs_first = weight.inputs_first;
    module.shares = weight.name;
  }
  return modules;
}

Adapters adapters_of(const AdapterConfig& config, const std::vector<AdaptedModule>& modules,
                     const std::vector<Parameter>& parameters, std::string_view where) {
  Adapters adapters;
  for (const AdapterTensor& tensor : model::adapter_tensors(config, modules, where)) {
    if (tensor.part == Part::base) continue;
    const AdaptedModule& module = modules[tensor.module];
    Parameter& parameter = adapters.parameters.emplace_back();
    parameter.name = parameter.in_adapter = tensor.name;
    parameter.shape = tensor.shape;
    set_initial(parameter, tensor, config, module);
    if (tensor.part == Part::a)
      adapters.adaptation.adapters.push_back(adapter_of(tensor, config, module));
    if (tensor.part == Part::b) adapters.adaptation.adapters.back().b = tensor.name;
    if (tensor.part == Part::magnitude) adapters.adaptation.adapters.back().magnitude = tensor.name;
    if (tensor.part != Part::copy) continue;
    parameter.decays = parameter_named(parameters, tensor.parameter).decays;
    adapters.adaptation.replacements.push_back(replacement_of(tensor, module));
  }
  return adapters;
}

task::Objective adapted_objective(const task::Objective& objective, const AdapterConfig& config,
                                  std::string_view where) {
  const auto modules = modules_of(objective);
  Adapters adapters = adapters_of(config, modules, objective.parameters, where);
  task::Objective adapted = objective;
  for (Parameter& parameter : adapted.parameters) parameter.trainable = false;
  for (const AdapterTensor& tensor : model::adapter_tensors(config, modules, where))
    if (tensor.part == Part::base)
      for (Parameter& parameter : adapted.parameters)
        if (parameter.name == tensor.parameter) {
          if (parameter.in_adapter.empty())
            parameter.in_adapter = tensor.name;
          else
            parameter.adapter_copies.push_back(tensor.name);
        }
  adapted.parameters.insert(adapted.parameters.end(), adapters.parameters.begin(),
                            adapters.parameters.end());
  adapted.adapt = [adaptation = std::move(adapters.adaptation)](ir::Module module) {
    return pass::adapt(std::move(module), adaptation, op::catalogue());
  };
  return adapted;
}

task::Objective with_narrow_weights(task::Objective objective, pass::Precision precision,
                                    const StoredWeights& stored) {
  const bool is_low = precision != pass::Precision::f32;
  const ir::ElementType element = pass::element_of(precision);
  const auto modules = modules_of(objective);
  for (size_t i = 0; i < objective.parameters.size(); i++) {
    Parameter& parameter = objective.parameters[i];
    if (parameter.trainable || parameter.shape.size() != 2) continue;
    const auto module = std::find_if(modules.begin(), modules.end(), [&](const auto& one) {
      return model::weight_of(one) == parameter.name;
    });
    // An adapter's file has a copy of the values of some.
    if (module != modules.end() && module->kind != Kind::other && parameter.in_adapter.empty())
      parameter.blocks = stored.blocks(i);
    const bool is_linear = module != modules.end() && module->kind == Kind::linear;
    // DoRA takes norms of the weight as it is.
    const bool is_source =
        std::any_of(objective.parameters.begin(), objective.parameters.end(),
                    [&](const Parameter& other) { return other.source == parameter.name; });
    if (is_low && ((is_linear && !is_source) || stored.element(i) == element))
      parameter.kept_as = element;
  }
  return objective;
}

}  // namespace tutti::step
