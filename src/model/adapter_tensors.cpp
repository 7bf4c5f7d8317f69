// SPDX-License-Identifier: Apache-2.0
// The tensors of an adapter.
#include "model/adapter_tensors.h"

#include <algorithm>

#include "model/adapter_modules.h"

namespace tutti::model {
namespace {

constexpr std::string_view kAdapterPrefix = "base_model.model.";

size_t index_of(const AdaptedModule& module, std::span<const AdaptedModule> modules) {
  return static_cast<size_t>(
      std::find_if(modules.begin(), modules.end(),
                   [&](const AdaptedModule& other) { return other.name == module.name; }) -
      modules.begin());
}

bool contains(const std::vector<AdaptedModule>& modules, const AdaptedModule& module) {
  return index_of(module, modules) < modules.size();
}

}  // namespace

std::vector<AdapterTensor> adapter_tensors(const AdapterConfig& config,
                                           std::span<const AdaptedModule> modules,
                                           std::string_view where) {
  using Kind = AdaptedModule::Kind;
  using Part = AdapterTensor::Part;
  std::vector<AdapterTensor> tensors;
  const auto add = [&](const AdaptedModule& module, std::string_view name, Part part,
                       std::vector<int64_t> shape, std::string parameter) {
    tensors.push_back({fmt::format("{}{}.{}", kAdapterPrefix, module.name, name), std::move(shape),
                       part, std::move(parameter), index_of(module, modules)});
  };
  const auto adapted = adapted_modules(config, modules, where);
  for (const AdaptedModule& module : adapted) {
    const int64_t rank = adapter_rank(config, module.name);
    const std::string weight = weight_of(module);
    if (module.kind == Kind::embedding) {
      add(module, "base_layer.weight", Part::base, {module.inputs, module.outputs}, weight);
      add(module, "lora_embedding_A", Part::a, {rank, module.inputs}, weight);
      add(module, "lora_embedding_B", Part::b, {module.outputs, rank}, weight);
    } else {
      std::vector<int64_t> shape = {module.outputs, module.inputs};
      if (module.inputs_first) std::swap(shape[0], shape[1]);
      if (module.output_head) add(module, "base_layer.weight", Part::base, shape, weight);
      add(module, "lora_A.weight", Part::a, {rank, module.inputs}, weight);
      add(module, "lora_B.weight", Part::b, {module.outputs, rank}, weight);
      if (config.dora)
        add(module, "lora_magnitude_vector", Part::magnitude, {module.outputs}, weight);
    }
  }
  const auto saved = saved_modules(config, modules, where);
  for (const AdaptedModule& module : saved) {
    std::vector<int64_t> shape = {module.outputs};
    if (module.kind != Kind::other) shape.push_back(module.inputs);
    if (module.inputs_first || module.kind == Kind::embedding)
      std::reverse(shape.begin(), shape.end());
    add(module, "weight", Part::copy, shape, weight_of(module));
    if (module.bias) add(module, "bias", Part::copy, {module.outputs}, module.name + ".bias");
  }
  if (config.bias == AdapterConfig::Bias::none) return tensors;
  for (const AdaptedModule& module : modules) {
    const bool is_adapted = contains(adapted, module);
    if (!module.bias || contains(saved, module) ||
        (!is_adapted && config.bias != AdapterConfig::Bias::all))
      continue;
    add(module, is_adapted ? "base_layer.bias" : "bias", Part::copy, {module.outputs},
        module.name + ".bias");
  }
  return tensors;
}

}  // namespace tutti::model
