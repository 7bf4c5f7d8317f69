// SPDX-License-Identifier: Apache-2.0
#include "model/blocks/rotary.h"

#include <cmath>
#include <numbers>

#include "op/emit.h"

namespace tutti::model {
namespace {

using ir::Builder;
using ir::Type;
using ir::Value;

/// Llama 3's stretching of long wavelengths, in float32.
float stretched(const Rotary& rotary, float frequency) {
  const auto factor = static_cast<float>(rotary.factor),
             low = static_cast<float>(rotary.low_frequency_factor),
             high = static_cast<float>(rotary.high_frequency_factor),
             original = static_cast<float>(rotary.original_positions);
  const float wavelength = static_cast<float>(2 * std::numbers::pi) / frequency;
  if (wavelength < original / high) return frequency;
  if (wavelength > original / low) return frequency / factor;
  const float smooth = (original / wavelength - low) / (high - low);
  return (1 - smooth) * (frequency / factor) + smooth * frequency;
}

/// The frequencies as a constant.
Value turns(Builder& b, const Rotary& rotary, int64_t dim, const std::vector<double>& factors,
            ir::ElementType element) {
  const std::vector<float> frequencies = inverse_frequencies(rotary, dim, factors);
  const std::vector<double> values(frequencies.begin(), frequencies.end());
  const Type type = Type::tensor(element, {dim / 2});
  return b.one("stablehlo.constant", {}, ir::attributes({{"value", ir::Tensor::of(type, values)}}));
}

/// Whether any of a batch's positions is beyond the original ones.
Value is_long(Builder& b, const Rotary& rotary, Value position) {
  Value last = op::reduce(b, position, {0, 1}, "stablehlo.maximum", 0);
  return op::compare(b, "GE", last, op::constant_like(b, last, rotary.original_positions));
}

}  // namespace

std::vector<float> inverse_frequencies(const Rotary& rotary, int64_t head_dim,
                                       const std::vector<double>& factors) {
  std::vector<float> frequencies;
  for (int64_t i = 0; i < head_dim; i += 2) {
    const float exponent = static_cast<float>(i) / static_cast<float>(head_dim);
    float power = std::pow(static_cast<float>(rotary.theta), exponent);
    if (!factors.empty()) power *= static_cast<float>(factors[static_cast<size_t>(i / 2)]);
    float frequency = 1.0f / power;
    if (rotary.kind == Rotary::Kind::linear) frequency /= static_cast<float>(rotary.factor);
    if (rotary.kind == Rotary::Kind::llama3) frequency = stretched(rotary, frequency);
    frequencies.push_back(frequency);
  }
  return frequencies;
}

Rotation rotation(Builder& b, const Rotary& rotary, int64_t head_dim, Value position,
                  ir::ElementType element) {
  const int64_t dim = rotary.dim == 0 ? head_dim : rotary.dim;
  Value turn = turns(b, rotary, dim, rotary.short_factors, element);
  if (rotary.kind == Rotary::Kind::longrope)
    turn = op::select(b, op::splat(b, is_long(b, rotary, position), turn->type.shape),
                      turns(b, rotary, dim, rotary.long_factors, element), turn);
  const ir::Shape shape = {position->type.dim(0), position->type.dim(1), dim / 2};
  Value angle =
      op::multiply(b, op::broadcast_in_dim(b, op::convert(b, position, element), shape, {0, 1}),
                   op::broadcast_in_dim(b, turn, shape, {2}));
  const auto grown = [&](Value x) {
    return rotary.growth == 1 ? x : op::scale(b, x, rotary.growth);
  };
  return {grown(b.create("stablehlo.cosine", {angle})[0]),
          grown(b.create("stablehlo.sine", {angle})[0])};
}

Value rotate(Builder& b, Value x, const Rotation& rotation) {
  const int64_t dim = 2 * rotation.cosine->type.dim(2), all = x->type.dim(3);
  if (dim == all) return b.create("tutti.rotary", {x, rotation.cosine, rotation.sine})[0];
  std::vector<int64_t> from = {0, 0, 0, 0}, to = x->type.shape;
  to[3] = dim;
  Value turned = b.one("tutti.rotary", {op::slice(b, x, from, to), rotation.cosine, rotation.sine});
  from[3] = dim;
  return op::concatenate(b, {turned, op::slice(b, x, from, x->type.shape)}, 3);
}

}  // namespace tutti::model
