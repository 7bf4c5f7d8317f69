// SPDX-License-Identifier: Apache-2.0
// A value while the interpreter computes with it: floats as doubles, integers as 64-bit words,
// row-major. It is slow and plain, so that the meaning of each op is easy to write and to read.
#pragma once

#include <complex>
#include <cstdint>
#include <vector>

#include "ir/tensor.h"

namespace tutti::ir {

using Complex = std::complex<double>;

struct Array {
  Type type;
  std::vector<double> floats;      // for float types
  std::vector<int64_t> ints;       // for i1, integer and quantized types; ui64 keeps its bits
  std::vector<Complex> complexes;  // for complex types
  std::vector<Array> elements;     // of a tuple or a future

  Array() = default;
  Array(const Array&);
  Array(Array&&) noexcept;
  Array& operator=(const Array&);
  Array& operator=(Array&&) noexcept;
  ~Array();
  /// A value of that type whose elements are all zero.
  explicit Array(Type given);
  explicit Array(const Tensor& tensor);
  Tensor tensor() const;

  bool is_float() const { return ir::is_float(type.element); }
  bool is_complex() const { return ir::is_complex(type.element); }
  int64_t count() const {
    return static_cast<int64_t>(is_float()     ? floats.size()
                                : is_complex() ? complexes.size()
                                               : ints.size());
  }
  double f(int64_t index) const { return floats[static_cast<size_t>(index)]; }
  double& f(int64_t index) { return floats[static_cast<size_t>(index)]; }
  int64_t i(int64_t index) const { return ints[static_cast<size_t>(index)]; }
  int64_t& i(int64_t index) { return ints[static_cast<size_t>(index)]; }
  Complex c(int64_t index) const { return complexes[static_cast<size_t>(index)]; }
  Complex& c(int64_t index) { return complexes[static_cast<size_t>(index)]; }
  /// Sets element `to` to element `from` of `source`, which has the same kind of elements.
  void copy_element(int64_t to, const Array& source, int64_t from);
  /// Rounds floats and the parts of complex numbers to the element type, and wraps integers to it.
  void round();
  /// Wraps integers to the element type and leaves floats as they are.
  void wrap();
};

/// Calls visit(flat index, multi-index) for every index of a shape, last axis fastest.
template <typename Visit>
void for_each_index(const Shape& shape, Visit visit) {
  const int64_t count = element_count(shape);
  Shape index(shape.size(), 0);
  for (int64_t flat = 0; flat < count; flat++) {
    visit(flat, static_cast<const Shape&>(index));
    for (size_t axis = shape.size(); axis-- > 0;) {
      if (++index[axis] < shape[axis]) break;
      index[axis] = 0;
    }
  }
}

/// Row-major flat index of a multi-index.
inline int64_t flat_index(const Shape& index, const Shape& shape) {
  int64_t flat = 0;
  for (size_t axis = 0; axis < shape.size(); axis++) flat = flat * shape[axis] + index[axis];
  return flat;
}

}  // namespace tutti::ir
