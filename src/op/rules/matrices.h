// SPDX-License-Identifier: Apache-2.0
// Batches of matrices: the last two axes are rows and columns, all others count matrices.
#pragma once

#include <cmath>
#include <complex>

#include "op/emit.h"
#include "op/rules/common.h"

namespace tutti::op {

inline double conjugate(double x) {
  return x;
}
inline Complex conjugate(Complex x) {
  return std::conj(x);
}

/// The elements of an array whose kind is that of the second argument.
inline std::vector<double>& elements_of(Array& array, double) {
  return array.floats;
}
inline std::vector<Complex>& elements_of(Array& array, Complex) {
  return array.complexes;
}

/// One matrix of a batch, of elements T.
template <typename T>
struct Matrix {
  T* data;
  int64_t columns;
  T& operator()(int64_t row, int64_t column) const { return data[row * columns + column]; }
};

/// Matrix `index` of an array.
template <typename T>
Matrix<T> matrix_of(Array& array, int64_t index) {
  const int64_t rows = array.type.dim(array.type.rank() - 2),
                columns = array.type.dim(array.type.rank() - 1);
  return {elements_of(array, T()).data() + index * rows * columns, columns};
}

inline int64_t matrices_in(const Type& type) {
  return ir::element_count(Shape(type.shape.begin(), type.shape.end() - 2));
}

/// x as float32 if its floats have fewer bits, so that results are rounded once and not at each
/// step on the way to them.
Value widened(Builder& b, Value x);

/// x y, x^T y or x y^T for every matrix of a batch.
Value batch_product(Builder& b, Value x, Value y, bool transpose_x = false,
                    bool transpose_y = false);
Value transposed(Builder& b, Value x);
/// The lower or upper triangle of each matrix, with or without the diagonal, and zeros elsewhere.
Value triangle(Builder& b, Value x, bool lower, bool diagonal);

/// op(a) x = b, or x op(a) = b, where a is triangular.
struct TriangularSolve {
  bool left = true;
  bool lower = true;
  bool unit_diagonal = false;
  bool transposed = false;
};
Value triangular_solve(Builder& b, Value a, Value y, const TriangularSolve& how);

}  // namespace tutti::op
