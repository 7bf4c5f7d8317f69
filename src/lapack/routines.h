// SPDX-License-Identifier: Apache-2.0
// LAPACK's routines, as OpenBLAS has them, for matrices that are stored column by column.
#pragma once

#include <complex>
#include <string_view>
#include <vector>

namespace tutti::lapack {

/// The options of a call. Names and letters are those of LAPACK's documentation.
struct Options {
  char uplo = 'L';
  char job = 'N';  // what is computed besides the values
  char left_job = 'N', right_job = 'N';
  char side = 'L', trans = 'N', diag = 'N';
  int low = 1, high = 0;  // the first and last row that is balanced, counted from 1
};

/// One call. Matrices are in columns without gaps; a matrix that a routine overwrites is a result,
/// which contains it already. Which operands and results there are: op/rules/linear_algebra.cpp.
struct Call {
  Options options;
  int m = 0, n = 0, k = 0;  // rows, columns, right sides or reflectors
  std::vector<const void*> operands;
  std::vector<void*> results;
};

template <class T>
using Routine = void (*)(const Call&);

/// Returns the routine for elements of type T: float, double, or complex numbers of them. `name` is
/// LAPACK's name for real numbers without the letter of the type, as "potrf". Null if there is
/// none.
template <class T>
Routine<T> routine(std::string_view name);

}  // namespace tutti::lapack
