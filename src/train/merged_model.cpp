// SPDX-License-Identifier: Apache-2.0
#include "train/merged_model.h"

#include "model/adapter_modules.h"
#include "model/adapter_tensors.h"
#include "model/merged_weight.h"
#include "step/adapted_objective.h"

namespace tutti::train {
namespace {

using model::AdaptedModule;
using model::AdapterTensor;
using Part = AdapterTensor::Part;

std::vector<double> values_of(const ir::Tensor& tensor) {
  std::vector<double> values;
  for (int64_t i = 0; i < tensor.type().count(); i++) values.push_back(tensor.float_at(i));
  return values;
}

/// Collects the tensors of a merged model.
class Merging {
 public:
  Merging(const task::Objective& base, const model::AdapterConfig& config,
          const model::Weights& weights)
      : base_(base), config_(config), weights_(weights), modules_(step::modules_of(base)) {
    for (const AdapterTensor& tensor :
         model::adapter_tensors(config, modules_, "adapter_config.json"))
      if (tensor.part != Part::base) changes_[{tensor.module, tensor.parameter}].push_back(tensor);
  }

  MergedModel run() {
    MergedModel merged;
    for (const model::Parameter& parameter : base_.parameters) {
      const size_t tied = tied_head(parameter.name), own = owner(parameter.name, tied);
      merged.tensors.push_back(tensor_of(parameter, parameter.name, own));
      if (tied == modules_.size()) continue;
      const MergedTensor head = tensor_of(parameter, modules_[tied].name + ".weight", tied);
      if (!head.changed && !merged.tensors.back().changed) continue;
      merged.unties_head = true;
      merged.tensors.push_back(head);
    }
    return merged;
  }

 private:
  /// The module of a head that shares the parameter; the number of modules where there is none.
  size_t tied_head(const std::string& parameter) const {
    for (size_t i = 0; i < modules_.size(); i++)
      if (modules_[i].shares == parameter) return i;
    return modules_.size();
  }
  /// The module that has changes of the parameter and is not `other`.
  size_t owner(const std::string& parameter, size_t other) const {
    for (const auto& [place, tensors] : changes_)
      if (place.second == parameter && place.first != other) return place.first;
    return modules_.size();
  }

  MergedTensor tensor_of(const model::Parameter& parameter, std::string name, size_t module) const {
    const size_t index = weights_.index_of(parameter.name);
    const auto read = [this, index] { return weights_.read(index); };
    MergedTensor tensor{std::move(name), parameter.shape, index, false, read};
    tensor.read = [read] { return values_of(read()); };
    const auto found = changes_.find({module, parameter.name});
    if (found == changes_.end()) return tensor;
    tensor.changed = true;
    tensor.read = [this, read, parts = found->second, module] {
      return merged(read, parts, module);
    };
    return tensor;
  }

  std::vector<double> merged(const std::function<ir::Tensor()>& read,
                             const std::vector<AdapterTensor>& parts, size_t module) const {
    model::LowRank adapter;
    adapter.scale = model::adapter_scale(config_, modules_[module].name);
    adapter.inputs_first =
        modules_[module].inputs_first || modules_[module].kind == AdaptedModule::Kind::embedding;
    for (const AdapterTensor& part : parts) {
      ir::Tensor value = weights_.read(weights_.index_of(part.name));
      if (part.part == Part::copy) return values_of(value);
      if (part.part == Part::a)
        adapter.a = std::move(value);
      else if (part.part == Part::b)
        adapter.b = std::move(value);
      else
        adapter.magnitude = std::move(value);
    }
    return model::merged_weight(read(), adapter);
  }

  const task::Objective& base_;
  const model::AdapterConfig& config_;
  const model::Weights& weights_;
  std::vector<AdaptedModule> modules_;
  /// By the module's index and the parameter's name.
  std::map<std::pair<size_t, std::string>, std::vector<AdapterTensor>> changes_;
};

}  // namespace

MergedModel merged_model(const task::Objective& base, const model::AdapterConfig& config,
                         const model::Weights& weights) {
  const auto merging = std::make_shared<Merging>(base, config, weights);
  MergedModel merged = merging->run();
  for (MergedTensor& tensor : merged.tensors) {  // which call back into it
    tensor.read = [merging, read = std::move(tensor.read)] { return read(); };
    tensor.read_base = [merging, read = std::move(tensor.read_base)] { return read(); };
  }
  return merged;
}

}  // namespace tutti::train
