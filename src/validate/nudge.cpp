// SPDX-License-Identifier: Apache-2.0
#include "validate/nudge.h"

#include <cmath>
#include <cstring>

#include "ir/small_float.h"

namespace tutti::validate {
namespace {

using ir::ElementType;
using ir::Tensor;

/// SplitMix64 (Steele, Lea and Flood, "Fast splittable pseudorandom number generators", 2014).
uint64_t mixed(uint64_t index) {
  uint64_t z = (index + 1) * 0x9E3779B97F4A7C15u;
  z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9u;
  z = (z ^ (z >> 27)) * 0x94D049BB133111EBu;
  return z ^ (z >> 31);
}

/// Of a float type as wide as `Bits`.
template <class Bits>
void nudge(ElementType element, std::vector<std::byte>& bytes) {
  const auto is_finite = [element](Bits bits) {
    return std::isfinite(ir::float_from_bits(bits, element));
  };
  for (size_t i = 0; i < bytes.size() / sizeof(Bits); i++) {
    std::byte* at = bytes.data() + i * sizeof(Bits);
    Bits bits = 0;
    std::memcpy(&bits, at, sizeof bits);
    if (!is_finite(bits) || ir::float_from_bits(bits, element) == 0) continue;
    // Neighbouring bit patterns of one sign are neighbouring numbers.
    const auto moved = static_cast<Bits>(mixed(i) & 1 ? bits + 1 : bits - 1);
    if (is_finite(moved)) std::memcpy(at, &moved, sizeof moved);
  }
}

}  // namespace

Tensor nudged(const Tensor& tensor) {
  const ElementType element = ir::real_type(tensor.type().element);
  if (!ir::is_float(element)) return tensor;
  std::vector<std::byte> bytes = tensor.expanded();
  switch (ir::byte_size(element)) {
    case 1:
      nudge<uint8_t>(element, bytes);
      break;
    case 2:
      nudge<uint16_t>(element, bytes);
      break;
    case 4:
      nudge<uint32_t>(element, bytes);
      break;
    default:
      nudge<uint64_t>(element, bytes);
  }
  return {tensor.type(), std::move(bytes)};
}

double unit_roundoff(ElementType element) {
  std::vector<std::byte> bytes(ir::byte_size(element));
  ir::store_element(element, bytes.data(), 0, 1);
  uint64_t bits = 0;
  std::memcpy(&bits, bytes.data(), bytes.size());
  bits++;
  std::memcpy(bytes.data(), &bits, bytes.size());
  return (ir::load_element(element, bytes.data(), 0) - 1) / 2;
}

}  // namespace tutti::validate
