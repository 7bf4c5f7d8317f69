// SPDX-License-Identifier: Apache-2.0
#include "train/state.h"

#include "base/hash.h"
#include "format/safetensors.h"

namespace tutti::train {
namespace {

using format::Dtype;
using ir::ElementType;
using ir::Tensor;
using ir::Type;

constexpr const char* kModelFile = "model.safetensors";
constexpr const char* kOptimizerFile = "optimizer.safetensors";
const Type kStepType = Type::scalar(ElementType::i32);
const Type kSeedType = Type::tensor(ElementType::ui32, {2});

Dtype dtype_of(ElementType element) {
  if (element == ElementType::f32) return Dtype::f32;
  if (element == ElementType::i32) return Dtype::i32;
  check(element == ElementType::ui32, "state of type {}", ir::name_of(element));
  return Dtype::u32;
}

Tensor read(const format::SafetensorsFile& file, const std::string& name, const Type& type,
            Dtype dtype) {
  const format::TensorInfo* info = file.find(name);
  if (!info) user_error("{}: tensor {} is missing", file.path().string(), name);
  if (info->shape != type.shape || info->dtype != dtype)
    user_error("{}: {} is {} {}, expected {} {}", file.path().string(), name,
               format::name_of(info->dtype), ir::str(info->shape), format::name_of(dtype),
               ir::str(type.shape));
  std::vector<std::byte> bytes(info->bytes());
  file.read(*info, bytes);
  return {type, std::move(bytes)};
}

}  // namespace

void TrainingState::upload(const Tensor& tensor) {
  buffers_.push_back(backend_.upload(tensor, backend_.devices()[0]));
}

TrainingState::TrainingState(backend::Backend& backend, const task::Objective& objective,
                             const std::vector<Tensor>& parameters, uint64_t seed)
    : backend_(backend), objective_(objective) {
  for (const Tensor& tensor : parameters) upload(tensor);
  for (int moment = 0; moment < 2; moment++)
    for (const Tensor& tensor : parameters)
      upload({tensor.type(), Tensor::splat(tensor.type(), 0).expanded()});
  upload(Tensor::of_ints(kStepType, {0}));
  upload(Tensor::of_ints(
      kSeedType, {static_cast<int64_t>(seed >> 32), static_cast<int64_t>(seed & 0xFFFFFFFFu)}));
}

TrainingState::TrainingState(backend::Backend& backend, const task::Objective& objective,
                             const Path& folder)
    : backend_(backend), objective_(objective) {
  const format::SafetensorsFile model(folder / kModelFile), optimizer(folder / kOptimizerFile);
  for (const model::Parameter& p : objective.parameters)
    upload(read(model, p.name, Type::tensor(ElementType::f32, p.shape), Dtype::f32));
  for (const char* moment : {"m.", "v."})
    for (const model::Parameter& p : objective.parameters)
      upload(read(optimizer, moment + p.name, Type::tensor(ElementType::f32, p.shape), Dtype::f32));
  upload(read(optimizer, "step", kStepType, Dtype::i32));
  upload(read(optimizer, "seed", kSeedType, Dtype::u32));
}

std::vector<Tensor> TrainingState::parameters() const {
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < parameter_count(); i++) tensors.push_back(backend_.download(buffers_[i]));
  return tensors;
}

format::TensorSource TrainingState::source(const std::string& name, size_t buffer) const {
  const Type& type = buffers_[buffer]->type;
  return {name, dtype_of(type.element), type.shape, [this, buffer](const WritePiece& write) {
            const Tensor tensor = backend_.download(buffers_[buffer]);
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
  for (const backend::Buffer& buffer : buffers_) hash.update(backend_.download(buffer).stored());
  return hash.hex();
}

}  // namespace tutti::train
