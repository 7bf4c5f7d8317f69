// SPDX-License-Identifier: Apache-2.0
#include "validate/nudge.h"

#include <cmath>
#include <cstring>

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

}  // namespace

Tensor nudged(const Tensor& tensor) {
  const ElementType element = tensor.type().element;
  if (!ir::is_float(element)) return tensor;
  std::vector<std::byte> bytes = tensor.expanded();
  const size_t size = ir::byte_size(element);
  for (int64_t i = 0; i < tensor.type().count(); i++) {
    std::byte* at = bytes.data() + static_cast<size_t>(i) * size;
    const double value = ir::load_element(element, bytes.data(), i);
    if (!std::isfinite(value) || value == 0) continue;
    uint64_t bits = 0;
    std::memcpy(&bits, at, size);
    // Neighbouring bit patterns of one sign are neighbouring numbers.
    const uint64_t moved = mixed(static_cast<uint64_t>(i)) & 1 ? bits + 1 : bits - 1;
    std::memcpy(at, &moved, size);
    if (!std::isfinite(ir::load_element(element, bytes.data(), i))) std::memcpy(at, &bits, size);
  }
  return {tensor.type(), std::move(bytes)};
}

double finite_distance(const Tensor& a, const Tensor& b) {
  double most = 0;
  for (int64_t i = 0; i < a.type().count(); i++) {
    const double distance = std::fabs(a.float_at(i) - b.float_at(i));
    if (std::isfinite(distance)) most = std::max(most, distance);
  }
  return most;
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
