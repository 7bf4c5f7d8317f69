// SPDX-License-Identifier: Apache-2.0
// A tensor in host memory: row-major bytes, which copies share and nothing changes. A splat, whose
// elements are all equal, stores one.
#pragma once

#include <complex>
#include <cstddef>
#include <memory>
#include <span>
#include <vector>

#include "ir/type.h"

namespace tutti::ir {

class Tensor {
 public:
  Tensor() = default;
  /// `bytes` has every element, or exactly one for a splat.
  Tensor(Type type, std::vector<std::byte> bytes, bool splat = false);
  /// Of a float or complex type, with imaginary part 0.
  static Tensor splat(Type type, double value);
  static Tensor splat_int(Type type, int64_t value);
  static Tensor of(Type type, const std::vector<double>& values);
  static Tensor of_complex(Type type, const std::vector<std::complex<double>>& values);
  static Tensor of_ints(Type type, const std::vector<int64_t>& values);

  const Type& type() const { return type_; }
  bool is_splat() const { return splat_; }
  /// The stored bytes: one element for a splat.
  std::span<const std::byte> stored() const { return {bytes_->data(), bytes_->size()}; }
  /// Bytes of all elements.
  std::vector<std::byte> expanded() const;
  /// Element `index` in row-major order. Unsigned 64-bit values are given by their bit pattern.
  double float_at(int64_t index) const;
  std::complex<double> complex_at(int64_t index) const;
  int64_t int_at(int64_t index) const;
  bool operator==(const Tensor& other) const;

 private:
  Type type_;
  std::shared_ptr<const std::vector<std::byte>> bytes_ = std::make_shared<std::vector<std::byte>>();
  bool splat_ = false;
};

/// Write and read element `index` of a buffer of `type` elements. Narrow integers and floats are in
/// the low bits of a byte; a complex number is its real part followed by its imaginary part.
void store_element(ElementType type, std::byte* data, int64_t index, double value);
void store_int_element(ElementType type, std::byte* data, int64_t index, int64_t value);
double load_element(ElementType type, const std::byte* data, int64_t index);
int64_t load_int_element(ElementType type, const std::byte* data, int64_t index);

}  // namespace tutti::ir
