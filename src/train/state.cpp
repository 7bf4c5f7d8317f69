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

StateForm form_of(const step::StepOptions& options, const HostPlace& moments) {
  StateForm form{
      static_cast<size_t>(options.devices), options.loss_scale, options.pad_to_multiple_of, {}};
  if (options.host_optimizer) form.moments = moments;
  return form;
}

Tensor TrainingState::read(size_t field) const {
  return host_ && host_->has(field) ? host_->read(field) : backend_.download(buffers()[field]);
}

Tensor TrainingState::download(size_t field) const {
  return resized(read(field), files_.state()[field].type);
}

void TrainingState::upload(const Tensor& tensor) {
  const auto devices = backend_.devices();
  const size_t field = buffers_[0].size();
  const ir::Tensor whole = resized(tensor, layout_.state()[field].type);
  const bool on_host = host_ && host_->has(field);
  if (on_host) host_->write(field, whole);
  for (size_t d = 0; d < buffers_.size(); d++)
    buffers_[d].push_back(on_host ? nullptr : backend_.upload(whole, devices.at(d)));
}

void TrainingState::replace(const std::vector<Tensor>& fields) {
  check(fields.size() == layout_.state().size(), "a state of {} fields, not {}",
        layout_.state().size(), fields.size());
  const auto devices = backend_.devices();
  for (size_t i = 0; i < fields.size(); i++) {
    if (host_ && host_->has(i)) {
      host_->write(i, fields[i]);
      continue;
    }
    for (size_t d = 0; d < buffers_.size(); d++)
      buffers_[d][i] = backend_.upload(fields[i], devices.at(d));
  }
}

TrainingState::TrainingState(backend::Backend& backend, const task::Objective& objective,
                             const StateForm& form)
    : backend_(backend),
      parameters_(objective.parameters),
      has_adapters_(objective.adapt != nullptr),
      files_(objective.parameters, ElementType::f32, form.loss_scale.has_value()),
      layout_(files_.padded(form.pad_to_multiple_of)),
      buffers_(form.devices) {
  if (form.moments) host_ = std::make_unique<HostOptimizer>(layout_, *form.moments);
}

TrainingState::TrainingState(backend::Backend& backend, const task::Objective& objective,
                             const model::Weights& weights, uint64_t seed, const StateForm& form)
    : TrainingState(backend, objective, form) {
  upload(weights);
  const std::vector<step::Field>& fields = files_.state();
  for (size_t i = weights.size(); i < layout_.seed(); i++) {
    const bool is_scale = form.loss_scale && i == layout_.loss_scale();
    upload(Tensor::splat(fields[i].type, is_scale ? form.loss_scale->first : 0));
  }
  upload(Tensor::of_ints(fields[layout_.seed()].type, {static_cast<int64_t>(seed >> 32),
                                                       static_cast<int64_t>(seed & 0xFFFFFFFFu)}));
}

TrainingState::TrainingState(backend::Backend& backend, const task::Objective& objective,
                             const Path& folder, const StateForm& form)
    : TrainingState(backend, objective, form) {
  const format::SafetensorsFile parameters(folder / kModelFile);
  if (parameters.tensors().size() != layout_.parameters())
    user_error("{}: {} tensors, but the model has {} parameters: it is of another model",
               escaped(parameters.path().string()), parameters.tensors().size(),
               layout_.parameters());
  for (size_t i = 0; i < layout_.parameters(); i++)
    upload(model::read_tensor(parameters, files_.state()[i].name, files_.state()[i].type));
  read_optimizer(folder, form);
}

TrainingState::TrainingState(backend::Backend& backend, const task::Objective& objective,
                             const model::Weights& weights, const Path& folder,
                             const StateForm& form)
    : TrainingState(backend, objective, form) {
  upload(weights);
  read_optimizer(folder, form);
}

void TrainingState::upload(const model::Weights& weights) {
  for (size_t i = 0; i < weights.size(); i++)
    upload(weights.read(i, layout_.state()[i].type.element));
}

void TrainingState::read_optimizer(const Path& folder, const StateForm& form) {
  const format::SafetensorsFile file(folder / kOptimizerFile);
  const auto read = [&](size_t i) {
    return model::read_tensor(file, files_.state()[i].name, files_.state()[i].type);
  };
  // A run without loss scaling left no step out that it counted, and has no scale.
  const bool begins = form.loss_scale && !file.find(layout_.state()[layout_.loss_scale()].name);
  for (size_t i = layout_.parameters(); i < layout_.state().size(); i++) {
    const ir::Type& type = layout_.state()[i].type;
    if (begins && i == layout_.updates())
      upload(read(layout_.step()));
    else if (begins && i == layout_.growth_tracker())
      upload(Tensor::splat(type, 0));
    else if (begins && i == layout_.loss_scale())
      upload(Tensor::splat(type, form.loss_scale->first));
    else
      upload(read(i));
  }
}

DeviceBuffers TrainingState::gradient_arguments() const {
  DeviceBuffers arguments;
  for (const auto& replica : buffers_) arguments.push_back(layout_.gradient_arguments(replica));
  return arguments;
}

std::vector<Tensor> TrainingState::parameters() const {
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < layout_.parameters(); i++) tensors.push_back(download(i));
  return tensors;
}

std::string TrainingState::saved_name(size_t field) const {
  const bool in_adapter = has_adapters_ && is_parameter(files_.state()[field]);
  return in_adapter ? parameters_[field].in_adapter : files_.state()[field].name;
}

std::vector<size_t> TrainingState::saved_fields() const {
  std::vector<size_t> fields;
  for (size_t i = 0; i < files_.state().size(); i++)
    if (!saved_name(i).empty()) fields.push_back(i);
  return fields;
}

void TrainingState::copy_saved(size_t field, std::span<std::byte> out) const {
  if (host_ && host_->has(field)) return host_->read_into(field, out);
  if (files_.state()[field].type == layout_.state()[field].type)
    return backend_.download_into(buffers()[field], out);
  const std::vector<std::byte> bytes = download(field).expanded();
  std::copy(bytes.begin(), bytes.end(), out.begin());
}

std::vector<format::TensorSource> TrainingState::sources(bool parameters,
                                                         const WriteField& write_field) const {
  std::vector<format::TensorSource> sources;
  for (const size_t i : saved_fields()) {
    const step::Field& field = files_.state()[i];
    if (is_parameter(field) == parameters)
      sources.push_back({saved_name(i), model::dtype_of(field.type.element), field.type.shape,
                         [&write_field, i](const WritePiece& write) { write_field(i, write); }});
  }
  return sources;
}

WriteField TrainingState::own_values() const {
  return [this](size_t field, const WritePiece& write) {
    const Tensor tensor = download(field);
    const auto bytes = tensor.stored();
    write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  };
}

void TrainingState::save_model(const Path& folder, const WriteField& write_field) const {
  // transformers asks for the format of the framework the tensors come from.
  format::write_safetensors(folder / (has_adapters_ ? model::kAdapterFile : kModelFile),
                            sources(/*parameters=*/true, write_field), {{"format", "pt"}});
}

void TrainingState::save_model(const Path& folder) const {
  save_model(folder, own_values());
}

void TrainingState::save(const Path& folder, const WriteField& write_field) const {
  save_model(folder, write_field);
  format::write_safetensors(folder / kOptimizerFile, sources(/*parameters=*/false, write_field));
}

void TrainingState::save(const Path& folder) const {
  save(folder, own_values());
}

std::vector<std::string> TrainingState::field_hashes() const {
  std::vector<std::string> hashes;
  for (size_t i = 0; i < buffers().size(); i++)
    hashes.push_back(Sha256().update(read(i).stored()).hex());
  return hashes;
}

std::string TrainingState::hash() const {
  Sha256 hash;
  for (size_t i = 0; i < buffers().size(); i++) hash.update(read(i).stored());
  return hash.hex();
}

}  // namespace tutti::train
