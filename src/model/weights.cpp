// SPDX-License-Identifier: Apache-2.0
#include "model/weights.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <numbers>
#include <set>

#include "base/hash.h"
#include "base/random.h"
#include "base/text.h"

namespace tutti::model {
namespace {

using format::Dtype;
using ir::ElementType;
using ir::Tensor;
using ir::Type;

std::optional<ElementType> element_of(Dtype dtype) {
  switch (dtype) {
    case Dtype::f32:
      return ElementType::f32;
    case Dtype::f16:
      return ElementType::f16;
    case Dtype::bf16:
      return ElementType::bf16;
    case Dtype::f64:
      return ElementType::f64;
    default:
      return std::nullopt;
  }
}

/// Checks that the tensor can be read as the parameter.
void expect(const format::TensorInfo& info, const Parameter& parameter) {
  if (info.shape != parameter.shape)
    user_error("{}: the tensor has shape {}, expected {} by config.json", escaped(info.name),
               ir::str(info.shape), ir::str(parameter.shape));
  if (!element_of(info.dtype))
    user_error("{}: the tensor's elements are {}, expected F32, F16, BF16 or F64",
               escaped(info.name), format::name_of(info.dtype));
}

Tensor read_tensor(const format::ShardedTensors& files, const format::TensorInfo& info) {
  const ElementType element = element_of(info.dtype).value();
  std::vector<std::byte> bytes(info.bytes());
  files.read(info, bytes);
  if (element == ElementType::f32) return {Type::tensor(element, info.shape), std::move(bytes)};
  const Type type = Type::tensor(ElementType::f32, info.shape);
  std::vector<std::byte> converted(static_cast<size_t>(type.bytes()));
  for (int64_t i = 0; i < type.count(); i++)
    ir::store_element(ElementType::f32, converted.data(), i,
                      ir::load_element(element, bytes.data(), i));
  return {type, std::move(converted)};
}

/// Normal numbers in pairs: Box and Muller, "A note on the generation of random normal deviates"
/// (1958).
Tensor initial_tensor(const Parameter& parameter, uint64_t seed) {
  const Type type = Type::tensor(ElementType::f32, parameter.shape);
  if (parameter.initial != Parameter::Initial::normal)
    return Tensor(
        type,
        Tensor::splat(type, parameter.initial == Parameter::Initial::ones ? 1 : 0).expanded());
  uint32_t purpose = 0;
  const std::string digest = sha256_hex(parameter.name);
  std::from_chars(digest.data(), digest.data() + 8, purpose, 16);
  const Words key = fold_in(key_of(seed), purpose);
  std::vector<std::byte> bytes(static_cast<size_t>(type.bytes()));
  const int64_t count = type.count();
  for (int64_t i = 0; i < count; i += 2) {
    const Words words =
        threefry2x32(key, {static_cast<uint32_t>(i >> 32), static_cast<uint32_t>(i)});
    const double radius = std::sqrt(-2 * std::log((words[0] + 1.0) / 4294967296.0));
    const double angle = 2 * std::numbers::pi * (words[1] / 4294967296.0);
    ir::store_element(ElementType::f32, bytes.data(), i,
                      parameter.deviation * radius * std::cos(angle));
    if (i + 1 < count)
      ir::store_element(ElementType::f32, bytes.data(), i + 1,
                        parameter.deviation * radius * std::sin(angle));
  }
  return {type, std::move(bytes)};
}

}  // namespace

Weights::Weights(const std::vector<Parameter>& parameters, uint64_t seed)
    : parameters_(parameters), seed_(seed), found_(parameters.size(), nullptr) {}

Weights::Weights(const Path& folder, const std::vector<Parameter>& parameters, uint64_t seed)
    : Weights(parameters, seed) {
  files_.emplace(folder);
  for (size_t i = 0; i < parameters.size(); i++) {
    found_[i] = files_->find(parameters[i].name);
    for (const std::string& alias : parameters[i].aliases)
      if (!found_[i]) found_[i] = files_->find(alias);
    if (found_[i]) expect(*found_[i], parameters[i]);
  }
}

Tensor Weights::read(size_t parameter) const {
  const format::TensorInfo* found = found_.at(parameter);
  return found ? read_tensor(*files_, *found) : initial_tensor(parameters_[parameter], seed_);
}

std::vector<Tensor> Weights::read_all() const {
  std::vector<Tensor> tensors;
  for (size_t i = 0; i < size(); i++) tensors.push_back(read(i));
  return tensors;
}

std::vector<std::string> Weights::initialised() const {
  std::vector<std::string> names;
  for (size_t i = 0; i < size(); i++)
    if (!found_[i]) names.push_back(parameters_[i].name);
  return names;
}

bool Weights::complete_but_for_head() const {
  std::set<std::string> found, missing;  // parts of heads
  for (size_t i = 0; i < size(); i++) {
    if (!found_[i] && parameters_[i].head.empty()) return false;
    (found_[i] ? found : missing).insert(parameters_[i].head);
  }
  return std::none_of(missing.begin(), missing.end(),
                      [&](const std::string& head) { return found.contains(head); });
}

std::vector<std::string> Weights::unexpected() const {
  std::vector<std::string> names;
  if (!files_) return names;
  const std::set<const format::TensorInfo*> used(found_.begin(), found_.end());
  for (const format::TensorInfo& info : files_->tensors())
    if (!used.contains(&info)) names.push_back(info.name);
  return names;
}

}  // namespace tutti::model
