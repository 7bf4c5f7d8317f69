// SPDX-License-Identifier: Apache-2.0
// Triangular and tridiagonal systems.
#include "lapack/fortran.h"

namespace tutti::lapack {
namespace {

template <class T>
void trsm(const Call& c) {
  const Options& o = c.options;
  const int lda = stride(o.side == 'L' ? c.m : c.n), ldb = stride(c.m);
  const T one(1);
  fortran<T>("trsm", &o.side, &o.uplo, &o.trans, &o.diag, &c.m, &c.n, &one, operand<T>(c, 0), &lda,
             result<T>(c, 0), &ldb);
}

/// The first element of the lower diagonal and the last of the upper one are outside of the matrix.
template <class T>
void gtsv(const Call& c) {
  const int ldb = stride(c.n);
  fortran<T>("gtsv", &c.n, &c.k, result<T>(c, 0) + 1, result<T>(c, 1), result<T>(c, 2),
             result<T>(c, 3), &ldb, result<int>(c, 4));
}

}  // namespace

template <class T>
Routine<T> solver(std::string_view name) {
  if (name == "trsm") return trsm<T>;
  if (name == "gtsv") return gtsv<T>;
  return nullptr;
}

template Routine<float> solver<float>(std::string_view);
template Routine<double> solver<double>(std::string_view);
template Routine<std::complex<float>> solver<std::complex<float>>(std::string_view);
template Routine<std::complex<double>> solver<std::complex<double>>(std::string_view);

}  // namespace tutti::lapack
