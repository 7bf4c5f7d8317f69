// SPDX-License-Identifier: Apache-2.0
#include "model/weights.h"

#include <algorithm>
#include <set>
#include <utility>

#include "base/text.h"
#include "model/convert_elements.h"
#include "model/gguf_tensors.h"
#include "model/initial_values.h"

namespace tutti::model {
namespace {

using ir::ElementType;
using ir::Tensor;
using ir::Type;

/// Whether the parameter is in an adapter's file alone.
bool is_of_adapter(const Parameter& parameter) {
  return parameter.in_adapter == parameter.name;
}

/// Checks that the tensor can be read as the parameter.
void expect(const format::TensorInfo& info, const Parameter& parameter,
            const std::string& where = {}, std::string_view config = "config.json") {
  if (info.shape != parameter.shape)
    user_error("{}{}: the tensor has shape {}, expected {} by {}", where, escaped(info.name),
               ir::str(info.shape), ir::str(parameter.shape), config);
  if (!element_of(info.dtype))
    user_error("{}{}: the tensor's elements are {}, expected F32, F16, BF16 or F64", where,
               escaped(info.name), format::name_of(info.dtype));
}

/// Whether the tensor is a part of a head like the parameter but for the number of its rows.
bool is_head_of_other_rows(const format::TensorInfo& info, const Parameter& parameter) {
  return !parameter.head.empty() && !info.shape.empty() &&
         info.shape.size() == parameter.shape.size() && info.shape[0] != parameter.shape[0] &&
         std::equal(info.shape.begin() + 1, info.shape.end(), parameter.shape.begin() + 1);
}

Tensor converted(const Type& from, std::span<const std::byte> bytes, ElementType wanted) {
  const Type type = from.with(wanted);
  std::vector<std::byte> elements(static_cast<size_t>(type.bytes()));
  convert_elements(from.element, bytes, wanted, elements);
  return {type, std::move(elements)};
}

/// Of two tensors of a file, which is a SafetensorsFile or ShardedTensors.
template <typename File>
bool are_equal(const File& files, const format::TensorInfo& a, const format::TensorInfo& b) {
  if (a.shape != b.shape || a.dtype != b.dtype) return false;
  std::vector<std::byte> of_a(a.bytes()), of_b(b.bytes());
  files.read(a, of_a);
  files.read(b, of_b);
  return of_a == of_b;
}

/// A tensor of a file, which is a SafetensorsFile or ShardedTensors, as `wanted` elements.
template <typename File>
Tensor read_tensor(const File& file, const format::TensorInfo& info, ElementType wanted) {
  const Type type = Type::tensor(element_of(info.dtype).value(), info.shape);
  std::vector<std::byte> bytes(info.bytes());
  file.read(info, bytes);
  if (type.element != wanted) return converted(type, bytes, wanted);
  return {type, std::move(bytes)};
}

}  // namespace

Weights::Weights(const std::vector<Parameter>& parameters, uint64_t seed)
    : parameters_(parameters), seed_(seed), found_(parameters.size(), nullptr) {}

Weights::Weights(const Path& folder, const std::vector<Parameter>& parameters, uint64_t seed)
    : Weights(parameters, seed) {
  files_.emplace(open_tensors(folder));
  for (size_t i = 0; i < parameters.size(); i++) {
    found_[i] = find_tensor(*files_, parameters[i]);
    find_copies(i);
    if (found_[i] && is_head_of_other_rows(*found_[i], parameters[i]))
      mismatched_.emplace_back(i, std::exchange(found_[i], nullptr));
    if (found_[i]) expect(*found_[i], parameters[i]);
  }
}

void Weights::find_copies(size_t index) {
  const Parameter& parameter = parameters_[index];
  for (const std::string& name : parameter.copies) {
    const format::TensorInfo* copy = files_->find(name);
    if (!copy) continue;
    expect(*copy, parameter);
    copies_.push_back(copy);
    if (!found_[index])
      found_[index] = copy;
    else if (!are_equal(*files_, *found_[index], *copy))
      user_error(
          "{}: the tensor differs from {}, of which config.json's tie_word_embeddings says that "
          "they are one; set it to false, or remove the tensor that is wrong",
          escaped(copy->name), escaped(found_[index]->name));
  }
}

void Weights::read_adapter(const Path& file) {
  adapter_.emplace(file);
  in_adapter_.assign(size(), nullptr);
  const std::string where = escaped(file.string(), 1000);
  std::set<const format::TensorInfo*> used;
  for (size_t i = 0; i < size(); i++) {
    const Parameter& parameter = parameters_[i];
    if (parameter.in_adapter.empty()) continue;
    in_adapter_[i] = adapter_->find(parameter.in_adapter);
    for (const std::string& name : parameter.adapter_copies) {
      const format::TensorInfo* copy = adapter_->find(name);
      if (!in_adapter_[i]) in_adapter_[i] = copy;
      if (!copy || copy == in_adapter_[i]) continue;
      if (!are_equal(*adapter_, *in_adapter_[i], *copy))
        user_error("{}: {} differs from {}, expected the same base weights: the model ties them",
                   where, escaped(name), escaped(in_adapter_[i]->name));
      used.insert(copy);
    }
    // Older files leave out the base weights that newer ones have.
    if (!in_adapter_[i] && is_of_adapter(parameter))
      user_error("{}: {} is missing, which adapter_config.json asks for", where,
                 parameter.in_adapter);
    if (!in_adapter_[i]) continue;
    expect(*in_adapter_[i], parameter, where + ": ", "adapter_config.json and the model");
    used.insert(in_adapter_[i]);
  }
  for (const format::TensorInfo& info : adapter_->tensors())
    if (!used.contains(&info))
      user_error(
          "{}: {} is left over: adapter_config.json and the base model have no place for it; the "
          "adapter may be of another model",
          where, escaped(info.name));
}

Tensor Weights::read(size_t index, ElementType element) const {
  const Parameter& parameter = parameters_.at(index);
  if (adapter_ && in_adapter_[index]) return read_tensor(*adapter_, *in_adapter_[index], element);
  if (found_[index]) return read_tensor(*files_, *found_[index], element);
  const Tensor first = parameter.source.empty()
                           ? initial_tensor(parameter, seed_)
                           : derived_tensor(parameter, read(index_of(parameter.source)));
  return element == ElementType::f32 ? first : converted(first.type(), first.stored(), element);
}

Tensor Weights::read_kept(size_t index, const Type& type) const {
  if (type.element != ElementType::ui8) return read(index, type.element);
  std::vector<std::byte> bytes(static_cast<size_t>(type.bytes()));
  files_->read_blocks(*found_[index], bytes);
  return {type, std::move(bytes)};
}

const format::TensorInfo* Weights::source_of(size_t index) const {
  const format::TensorInfo* found = adapter_ ? in_adapter_.at(index) : nullptr;
  return found ? found : found_.at(index);
}

std::optional<blocks::BlockType> Weights::blocks_of(size_t index) const {
  const format::TensorInfo* found = source_of(index);
  return found ? found->blocks : std::nullopt;
}

ElementType Weights::stored_as(size_t index) const {
  const format::TensorInfo* found = source_of(index);
  return found ? element_of(found->dtype).value() : ElementType::f32;
}

size_t Weights::index_of(const std::string& name) const {
  const auto found = std::find_if(parameters_.begin(), parameters_.end(),
                                  [&](const Parameter& one) { return one.name == name; });
  check(found != parameters_.end(), "there is no parameter {}", name);
  return static_cast<size_t>(found - parameters_.begin());
}

std::vector<Tensor> Weights::read_all() const {
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < size(); i++) tensors.push_back(read(i));
  return tensors;
}

std::vector<std::string> Weights::initialised() const {
  std::vector<std::string> names;
  for (size_t i = 0; i < size(); i++)
    if (!found_[i] && !is_of_adapter(parameters_[i])) names.push_back(parameters_[i].name);
  return names;
}

bool Weights::complete_but_for_head() const {
  std::set<std::string> found, missing;  // parts of heads
  for (size_t i = 0; i < size(); i++) {
    if (is_of_adapter(parameters_[i])) continue;
    if (!found_[i] && parameters_[i].head.empty()) return false;
    (found_[i] ? found : missing).insert(parameters_[i].head);
  }
  return std::none_of(missing.begin(), missing.end(),
                      [&](const std::string& head) { return found.contains(head); });
}

std::vector<std::pair<const Parameter*, ir::Shape>> Weights::mismatched() const {
  std::vector<std::pair<const Parameter*, ir::Shape>> found;
  for (const auto& [index, info] : mismatched_)
    found.emplace_back(&parameters_[index], info->shape);
  return found;
}

std::vector<std::string> Weights::unexpected() const {
  std::vector<std::string> names;
  if (!files_) return names;
  std::set<const format::TensorInfo*> used(found_.begin(), found_.end());
  used.insert(copies_.begin(), copies_.end());
  for (const auto& [index, info] : mismatched_) used.insert(info);
  for (const format::TensorInfo& info : files_->tensors())
    if (!used.contains(&info)) names.push_back(info.name);
  return names;
}

}  // namespace tutti::model
