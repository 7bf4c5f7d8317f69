// SPDX-License-Identifier: Apache-2.0
#include "train/state.h"

#include <nlohmann/json.hpp>

#include "base/text.h"
#include "format/safetensors.h"
#include "model/tensor_file.h"

namespace tutti::train {
namespace {

using ir::ElementType;
using ir::Tensor;

constexpr const char* kModelFile = "model.safetensors";
constexpr const char* kOptimizerStem = "optimizer";

bool is_parameter(const step::Field& field) {
  return field.role == step::kParameterRole;
}

std::string model_file(bool is_adapter) {
  return is_adapter ? model::kAdapterFile : kModelFile;
}

/// The file in which a part has what is no parameter, with the names that transformers gives parts.
std::string optimizer_file(const StatePart& part) {
  const std::string which =
      part.count > 1 ? fmt::format("-{:05}-of-{:05}", part.index + 1, part.count) : "";
  return fmt::format("{}{}.safetensors", kOptimizerStem, which);
}

/// A matrix with other sizes: what is there on both sides is kept, and what is new is 0.
Tensor resized(const Tensor& tensor, const ir::Type& type) {
  if (tensor.type() == type) return tensor;
  check(type.rank() == 2 && tensor.type().rank() == 2 && type.element == tensor.type().element,
        "a {} as a {}", tensor.type().str(), type.str());
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
      layout_(files_.on_device(form.pad_to_multiple_of)),
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
  for (size_t i = 0; i < weights.size(); i++) upload(weights.read_kept(i, layout_.state()[i].type));
}

void TrainingState::read_optimizer(const Path& folder, const StateForm& form) {
  const format::ShardedTensors file(folder, kOptimizerStem);
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

std::map<size_t, int64_t> TrainingState::parts_of_fields(int64_t count) const {
  int64_t model = 0, others = 0;
  for (const size_t i : saved_fields())
    (is_parameter(files_.state()[i]) ? model : others) += saved_bytes(i);
  // The first part has the model, and as much of the others as makes it as large as they are.
  const int64_t of_first = std::max<int64_t>(0, (model + others) / count - model);
  const int64_t rest = std::max<int64_t>(1, others - of_first);
  std::map<size_t, int64_t> parts;
  int64_t before = 0;  // bytes of the fields before this one
  for (size_t i = layout_.parameters(); i < files_.state().size(); i++) {
    const bool in_first = count == 1 || before < of_first;
    parts[i] = in_first ? 0 : std::min(1 + (before - of_first) * (count - 1) / rest, count - 1);
    before += saved_bytes(i);
  }
  return parts;
}

std::vector<size_t> TrainingState::saved_fields(const StatePart& part) const {
  std::map<size_t, int64_t> parts;
  if (part.count > 1) parts = parts_of_fields(part.count);
  std::vector<size_t> fields;
  for (size_t i = 0; i < files_.state().size(); i++) {
    const auto found = parts.find(i);
    if (!saved_name(i).empty() && (found == parts.end() ? 0 : found->second) == part.index)
      fields.push_back(i);
  }
  return fields;
}

void TrainingState::copy_saved(size_t field, std::span<std::byte> out) const {
  if (host_ && host_->has(field)) return host_->read_into(field, out);
  if (files_.state()[field].type == layout_.state()[field].type)
    return backend_.download_into(buffers()[field], out);
  const std::vector<std::byte> bytes = download(field).expanded();
  std::copy(bytes.begin(), bytes.end(), out.begin());
}

FileSum TrainingState::write(const Path& file, const StatePart& part, bool parameters,
                             const WriteField& write_field) const {
  std::vector<format::TensorSource> sources;
  for (const size_t i : saved_fields(part)) {
    const step::Field& field = files_.state()[i];
    if (is_parameter(field) == parameters)
      sources.push_back({saved_name(i), model::dtype_of(field.type.element), field.type.shape,
                         [&write_field, i](const WritePiece& write) { write_field(i, write); }});
  }
  FileSum sum;
  Sha256 hash;
  // transformers asks for the format of the framework the tensors come from.
  const auto metadata = parameters ? format::Metadata{{"format", "pt"}} : format::Metadata();
  format::write_safetensors(file, std::move(sources), metadata, [&](std::string_view piece) {
    sum.bytes += piece.size();
    hash.update(piece);
  });
  sum.sha256 = hash.hex();
  return sum;
}

WriteField TrainingState::own_values() const {
  return [this](size_t field, const WritePiece& write) {
    const Tensor tensor = download(field);
    const auto bytes = tensor.stored();
    write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
  };
}

void TrainingState::write_index(const Path& folder, int64_t count) const {
  nlohmann::json files = nlohmann::json::object();
  int64_t bytes = 0;
  for (const auto& [field, part] : parts_of_fields(count)) {
    files[saved_name(field)] = optimizer_file({part, count});
    bytes += saved_bytes(field);
  }
  const nlohmann::json index = {{"metadata", {{"total_size", bytes}}}, {"weight_map", files}};
  write_file_atomically(folder / fmt::format("{}.safetensors.index.json", kOptimizerStem),
                        index.dump(2) + "\n");
}

FileSum TrainingState::save_model(const Path& folder, const WriteField& write_field) const {
  return write(folder / model_file(has_adapters_), {}, /*parameters=*/true, write_field);
}

void TrainingState::save_model(const Path& folder) const {
  save_model(folder, own_values());
}

FileSums TrainingState::save(const Path& folder, const StatePart& part,
                             const WriteField& write_field) const {
  FileSums sums;
  if (part.index == 0) sums[model_file(has_adapters_)] = save_model(folder, write_field);
  if (part.index == 0 && part.count > 1) write_index(folder, part.count);
  const std::string name = optimizer_file(part);
  sums[name] = write(folder / name, part, /*parameters=*/false, write_field);
  return sums;
}

FileSums TrainingState::save(const Path& folder, const StatePart& part) const {
  return save(folder, part, own_values());
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
