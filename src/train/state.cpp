// SPDX-License-Identifier: Apache-2.0
#include "train/state.h"

#include "base/hash.h"
#include "base/text.h"
#include "format/safetensors.h"
#include "model/tensor_file.h"

namespace tutti::train {
namespace {

using ir::ElementType;
using ir::Tensor;
using ir::Type;

constexpr const char* kModelFile = "model.safetensors";
constexpr const char* kOptimizerFile = "optimizer.safetensors";
const Type kStepType = Type::scalar(ElementType::i32);
const Type kSeedType = Type::tensor(ElementType::ui32, {2});

}  // namespace

void TrainingState::upload(const Tensor& tensor) {
  const auto devices = backend_.devices();
  for (size_t d = 0; d < buffers_.size(); d++)
    buffers_[d].push_back(backend_.upload(tensor, devices.at(d)));
}

TrainingState::TrainingState(backend::Backend& backend, const task::Objective& objective,
                             const model::Weights& weights, uint64_t seed, size_t replicas)
    : backend_(backend), objective_(objective), buffers_(replicas) {
  for (size_t i = 0; i < weights.size(); i++) upload(weights.read(i));
  for (int moment = 0; moment < 2; moment++)
    for (const model::Parameter& p : objective.parameters)
      upload(Tensor::splat(Type::tensor(ElementType::f32, p.shape), 0));
  upload(Tensor::of_ints(kStepType, {0}));
  upload(Tensor::of_ints(
      kSeedType, {static_cast<int64_t>(seed >> 32), static_cast<int64_t>(seed & 0xFFFFFFFFu)}));
}

TrainingState::TrainingState(backend::Backend& backend, const task::Objective& objective,
                             const Path& folder, size_t replicas)
    : backend_(backend), objective_(objective), buffers_(replicas) {
  const format::SafetensorsFile parameters(folder / kModelFile), optimizer(folder / kOptimizerFile);
  if (parameters.tensors().size() != objective.parameters.size())
    user_error("{}: {} tensors, but the model has {} parameters: it is of another model",
               escaped(parameters.path().string()), parameters.tensors().size(),
               objective.parameters.size());
  for (const model::Parameter& p : objective.parameters)
    upload(model::read_tensor(parameters, p.name, Type::tensor(ElementType::f32, p.shape)));
  for (const char* moment : {"m.", "v."})
    for (const model::Parameter& p : objective.parameters)
      upload(
          model::read_tensor(optimizer, moment + p.name, Type::tensor(ElementType::f32, p.shape)));
  upload(model::read_tensor(optimizer, "step", kStepType));
  upload(model::read_tensor(optimizer, "seed", kSeedType));
}

std::vector<Tensor> TrainingState::parameters() const {
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < parameter_count(); i++) tensors.push_back(backend_.download(buffers()[i]));
  return tensors;
}

format::TensorSource TrainingState::source(const std::string& name, size_t buffer) const {
  const Type& type = buffers()[buffer]->type;
  return {name, model::dtype_of(type.element), type.shape, [this, buffer](const WritePiece& write) {
            const Tensor tensor = backend_.download(buffers()[buffer]);
            const auto bytes = tensor.stored();
            write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
          }};
}

void TrainingState::save_model(const Path& folder) const {
  std::vector<format::TensorSource> sources;
  for (size_t i = 0; i < parameter_count(); i++)
    sources.push_back(source(objective_.parameters[i].name, i));
  // transformers asks for the format of the framework the tensors come from.
  format::write_safetensors(folder / kModelFile, std::move(sources), {{"format", "pt"}});
}

void TrainingState::save(const Path& folder) const {
  save_model(folder);
  std::vector<format::TensorSource> sources;
  size_t at = parameter_count();
  for (const char* moment : {"m.", "v."})
    for (const model::Parameter& p : objective_.parameters)
      sources.push_back(source(moment + p.name, at++));
  sources.push_back(source("step", at));
  sources.push_back(source("seed", at + 1));
  format::write_safetensors(folder / kOptimizerFile, std::move(sources));
}

std::string TrainingState::hash() const {
  Sha256 hash;
  for (const backend::Buffer& buffer : buffers()) hash.update(backend_.download(buffer).stored());
  return hash.hex();
}

}  // namespace tutti::train
