// SPDX-License-Identifier: Apache-2.0
// LAPACK's routines, by OpenBLAS, on matrices in columns.
#pragma once

#include <complex>
#include <string_view>
#include <vector>

namespace tutti::lapack {

/// The options of a call, by the names and with the letters that LAPACK's documentation has.
struct Options {
  char uplo = 'L';
  char job = 'N';  // what is computed besides the values
  char left_job = 'N', right_job = 'N';
  char side = 'L', trans = 'N', diag = 'N';
  int low = 1, high = 0;  // rows and columns that are balanced, from 1 on
};

/// One call. Matrices are in columns without gaps; a matrix that a routine overwrites is a result,
/// which holds it already. Which operands and results there are: op/rules/linear_algebra.cpp.
struct Call {
  Options options;
  int m = 0, n = 0, k = 0;  // rows, columns, right sides or reflectors
  std::vector<const void*> operands;
  std::vector<void*> results;
};

template <class T>
using Routine = void (*)(const Call&);

/// The routine of elements T (float, double, complex of these), by its name for real numbers
/// without their letter: "potrf". Null where there is none.
template <class T>
Routine<T> routine(std::string_view name);

}  // namespace tutti::lapack
