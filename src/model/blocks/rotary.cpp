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

}  // namespace

std::vector<float> inverse_frequencies(const Rotary& rotary, int64_t head_dim) {
  std::vector<float> frequencies;
  for (int64_t i = 0; i < head_dim; i += 2) {
    const float exponent = static_cast<float>(i) / static_cast<float>(head_dim);
    float frequency = 1.0f / std::pow(static_cast<float>(rotary.theta), exponent);
    if (rotary.kind == Rotary::Kind::linear) frequency /= static_cast<float>(rotary.factor);
    if (rotary.kind == Rotary::Kind::llama3) frequency = stretched(rotary, frequency);
    frequencies.push_back(frequency);
  }
  return frequencies;
}

Rotation rotation(Builder& b, const Rotary& rotary, int64_t head_dim, Value position,
                  ir::ElementType element) {
  const std::vector<float> frequencies = inverse_frequencies(rotary, head_dim);
  const Type type = Type::tensor(element, {head_dim / 2});
  const std::vector<double> turns(frequencies.begin(), frequencies.end());
  Value turn =
      b.one("stablehlo.constant", {}, ir::attributes({{"value", ir::Tensor::of(type, turns)}}));
  const ir::Shape shape = {position->type.dim(0), position->type.dim(1), head_dim / 2};
  Value angle =
      op::multiply(b, op::broadcast_in_dim(b, op::convert(b, position, element), shape, {0, 1}),
                   op::broadcast_in_dim(b, turn, shape, {2}));
  return {b.create("stablehlo.cosine", {angle})[0], b.create("stablehlo.sine", {angle})[0]};
}

Value rotate(Builder& b, Value x, const Rotation& rotation) {
  return b.create("tutti.rotary", {x, rotation.cosine, rotation.sine})[0];
}

}  // namespace tutti::model
