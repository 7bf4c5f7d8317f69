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

constexpr const char* kModelFile = "model.safetensors";
constexpr const char* kOptimizerFile = "optimizer.safetensors";

bool is_parameter(const step::Field& field) {
  return field.role == step::kParameterRole;
}

/// A matrix with other sizes: what is there on both sides is kept, and what is new is 0.
Tensor resized(const Tensor& tensor, const ir::Type& type) {
  if (tensor.type() == type) return tensor;
  check(type.rank() == 2 && tensor.type().rank() == 2, "a {} as a {}", tensor.type().str(),
        type.str());
  const std::vector<std::byte> from = tensor.expanded();
  const auto row_bytes = [](const ir::Type& of) {
    return static_cast<size_t>(of.dim(1)) * ir::byte_size(of.element);
  };
  const size_t from_row = row_bytes(tensor.type()), to_row = row_bytes(type);
  const auto rows = static_cast<size_t>(std::min(type.dim(0), tensor.type().dim(0)));
  std::vector<std::byte> to(static_cast<size_t>(type.bytes()));
  for (size_t row = 0; row < rows; row++)
    std::copy_n(from.begin() + static_cast<std::ptrdiff_t>(row * from_row),
                std::min(from_row, to_row), to.begin() + static_cast<std::ptrdiff_t>(row * to_row));
  return {type, std::move(to)};
}

}  // namespace

Tensor TrainingState::download(size_t field) const {
  return resized(backend_.download(buffers()[field]), files_.state()[field].type);
}

void TrainingState::upload(const Tensor& tensor) {
  const auto devices = backend_.devices();
  const ir::Tensor whole = resized(tensor, layout_.state()[buffers_[0].size()].type);
  for (size_t d = 0; d < buffers_.size(); d++)
    buffers_[d].push_back(backend_.upload(whole, devices.at(d)));
}

TrainingState::TrainingState(backend::Backend& backend, const task::Objective& objective,
                             size_t devices, const Scaling& scaling, int64_t pad_to_multiple_of)
    : backend_(backend),
      parameters_(objective.parameters),
      has_adapters_(objective.adapt != nullptr),
      files_(objective.parameters, ElementType::f32, scaling.has_value()),
      layout_(files_.padded(pad_to_multiple_of)),
      buffers_(devices) {}

TrainingState::TrainingState(backend::Backend& backend, const task::Objective& objective,
                             const model::Weights& weights, uint64_t seed, size_t devices,
                             const Scaling& scaling, int64_t pad_to_multiple_of)
    : TrainingState(backend, objective, devices, scaling, pad_to_multiple_of) {
  upload(weights);
  const std::vector<step::Field>& fields = files_.state();
  for (size_t i = weights.size(); i < layout_.seed(); i++) {
    const bool is_scale = scaling && i == layout_.loss_scale();
    upload(Tensor::splat(fields[i].type, is_scale ? scaling->first : 0));
  }
  upload(Tensor::of_ints(fields[layout_.seed()].type, {static_cast<int64_t>(seed >> 32),
                                                       static_cast<int64_t>(seed & 0xFFFFFFFFu)}));
}

TrainingState::TrainingState(backend::Backend& backend, const task::Objective& objective,
                             const Path& folder, size_t devices, const Scaling& scaling,
                             int64_t pad_to_multiple_of)
    : TrainingState(backend, objective, devices, scaling, pad_to_multiple_of) {
  const format::SafetensorsFile parameters(folder / kModelFile);
  if (parameters.tensors().size() != layout_.parameters())
    user_error("{}: {} tensors, but the model has {} parameters: it is of another model",
               escaped(parameters.path().string()), parameters.tensors().size(),
               layout_.parameters());
  for (size_t i = 0; i < layout_.parameters(); i++)
    upload(model::read_tensor(parameters, files_.state()[i].name, files_.state()[i].type));
  read_optimizer(folder, scaling);
}

TrainingState::TrainingState(backend::Backend& backend, const task::Objective& objective,
                             const model::Weights& weights, const Path& folder, size_t devices,
                             const Scaling& scaling, int64_t pad_to_multiple_of)
    : TrainingState(backend, objective, devices, scaling, pad_to_multiple_of) {
  upload(weights);
  read_optimizer(folder, scaling);
}

void TrainingState::upload(const model::Weights& weights) {
  for (size_t i = 0; i < weights.size(); i++)
    upload(weights.read(i, layout_.state()[i].type.element));
}

void TrainingState::read_optimizer(const Path& folder, const Scaling& scaling) {
  const format::SafetensorsFile file(folder / kOptimizerFile);
  const auto read = [&](size_t i) {
    return model::read_tensor(file, files_.state()[i].name, files_.state()[i].type);
  };
  // A run without loss scaling left no step out that it counted, and has no scale.
  const bool begins = scaling && !file.find(layout_.state()[layout_.loss_scale()].name);
  for (size_t i = layout_.parameters(); i < layout_.state().size(); i++) {
    const ir::Type& type = layout_.state()[i].type;
    if (begins && i == layout_.updates())
      upload(read(layout_.step()));
    else if (begins && i == layout_.growth_tracker())
      upload(Tensor::splat(type, 0));
    else if (begins && i == layout_.loss_scale())
      upload(Tensor::splat(type, scaling->first));
    else
      upload(read(i));
  }
}

std::vector<Tensor> TrainingState::parameters() const {
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < layout_.parameters(); i++) tensors.push_back(download(i));
  return tensors;
}

std::vector<format::TensorSource> TrainingState::sources(bool parameters) const {
  std::vector<format::TensorSource> sources;
  for (size_t i = 0; i < layout_.state().size(); i++) {
    const step::Field& field = files_.state()[i];
    if (is_parameter(field) != parameters) continue;
    std::string name = field.name;
    if (parameters && has_adapters_) name = parameters_[i].in_adapter;
    if (name.empty()) continue;
    sources.push_back({name, model::dtype_of(field.type.element), field.type.shape,
                       [this, i](const WritePiece& write) {
                         const Tensor tensor = download(i);
                         const auto bytes = tensor.stored();
                         write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
                       }});
  }
  return sources;
}

void TrainingState::save_model(const Path& folder) const {
  // transformers asks for the format of the framework the tensors come from.
  format::write_safetensors(folder / (has_adapters_ ? model::kAdapterFile : kModelFile),
                            sources(/*parameters=*/true), {{"format", "pt"}});
}

void TrainingState::save(const Path& folder) const {
  save_model(folder);
  format::write_safetensors(folder / kOptimizerFile, sources(/*parameters=*/false));
}

std::vector<std::string> TrainingState::field_hashes() const {
  std::vector<std::string> hashes;
  for (const backend::Buffer& buffer : buffers())
    hashes.push_back(Sha256().update(backend_.download(buffer).stored()).hex());
  return hashes;
}

std::string TrainingState::hash() const {
  Sha256 hash;
  for (const backend::Buffer& buffer : buffers()) hash.update(backend_.download(buffer).stored());
  return hash.hex();
}

}  // namespace tutti::train
