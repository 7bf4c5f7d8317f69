// SPDX-License-Identifier: Apache-2.0
#include "model/initial_values.h"

#include <charconv>
#include <cmath>
#include <numbers>

#include "base/hash.h"
#include "base/random.h"

namespace tutti::model {
namespace {

using ir::ElementType;
using ir::Tensor;
using ir::Type;
using Initial = Parameter::Initial;

/// Normal numbers in pairs: Box and Muller, "A note on the generation of random normal deviates"
/// (1958).
void store_normal(std::vector<std::byte>& bytes, int64_t i, int64_t count, Words words,
                  double deviation) {
  const double radius = std::sqrt(-2 * std::log((words[0] + 1.0) / 4294967296.0));
  const double angle = 2 * std::numbers::pi * (words[1] / 4294967296.0);
  ir::store_element(ElementType::f32, bytes.data(), i, deviation * radius * std::cos(angle));
  if (i + 1 < count)
    ir::store_element(ElementType::f32, bytes.data(), i + 1, deviation * radius * std::sin(angle));
}

/// Even numbers in (-w, w), whose standard deviation is w / sqrt(3).
void store_uniform(std::vector<std::byte>& bytes, int64_t i, int64_t count, Words words,
                   double deviation) {
  const double width = deviation * std::numbers::sqrt3;
  for (int64_t k = 0; k < 2 && i + k < count; k++)
    ir::store_element(ElementType::f32, bytes.data(), i + k,
                      width * ((words[static_cast<size_t>(k)] + 0.5) / 2147483648.0 - 1));
}

}  // namespace

Tensor initial_tensor(const Parameter& parameter, uint64_t seed) {
  const Type type = Type::tensor(ElementType::f32, parameter.shape);
  if (parameter.initial != Initial::normal && parameter.initial != Initial::uniform)
    return Tensor(type, Tensor::splat(type, parameter.initial == Initial::ones ? 1 : 0).expanded());
  uint32_t purpose = 0;
  const std::string digest = sha256_hex(parameter.name);
  std::from_chars(digest.data(), digest.data() + 8, purpose, 16);
  const Words key = fold_in(key_of(seed), purpose);
  std::vector<std::byte> bytes(static_cast<size_t>(type.bytes()));
  const int64_t count = type.count();
  const auto store = parameter.initial == Initial::normal ? store_normal : store_uniform;
  for (int64_t i = 0; i < count; i += 2)
    store(bytes, i, count,
          threefry2x32(key, {static_cast<uint32_t>(i >> 32), static_cast<uint32_t>(i)}),
          parameter.deviation);
  return {type, std::move(bytes)};
}

Tensor derived_tensor(const Parameter& parameter, const Tensor& source) {
  if (parameter.initial == Initial::copy) return source;
  const bool of_rows = parameter.initial == Initial::norms_of_rows;
  const Type type = Type::tensor(ElementType::f32, parameter.shape);
  const int64_t rows = source.type().dim(0), columns = source.type().dim(1);
  std::vector<double> squares(static_cast<size_t>(type.count()));
  for (int64_t i = 0; i < rows * columns; i++) {
    const double value = source.float_at(i);
    squares[static_cast<size_t>(of_rows ? i / columns : i % columns)] += value * value;
  }
  for (double& square : squares) square = std::sqrt(square);
  return Tensor::of(type, squares);
}

}  // namespace tutti::model
