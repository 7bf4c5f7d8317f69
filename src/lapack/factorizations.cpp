// SPDX-License-Identifier: Apache-2.0
// Cholesky, LU and QR factors, and the Hessenberg and tridiagonal forms.
#include <numeric>

#include "lapack/fortran.h"

namespace tutti::lapack {
namespace {

template <class T>
void potrf(const Call& c) {
  const int lda = stride(c.n);
  fortran<T>("potrf", &c.options.uplo, &c.n, result<T>(c, 0), &lda, result<int>(c, 1));
}

template <class T>
void getrf(const Call& c) {
  const int lda = stride(c.m);
  fortran<T>("getrf", &c.m, &c.n, result<T>(c, 0), &lda, result<int>(c, 1), result<int>(c, 2));
}

/// Exchanged rows are counted from 0, and the order that they make of all is told too.
template <class T>
void getrf_with_order(const Call& c) {
  Call plain = c;
  int info = 0;
  plain.results[2] = &info;
  getrf<T>(plain);
  int *exchanged = result<int>(c, 1), *order = result<int>(c, 2);
  std::iota(order, order + c.m, 0);
  for (int i = 0; i < std::min(c.m, c.n); i++) std::swap(order[i], order[--exchanged[i]]);
}

template <class T>
void geqrf(const Call& c) {
  const int lda = stride(c.m);
  int info = 0;
  with_work<T>([&](T* work, int* size) {
    fortran<T>("geqrf", &c.m, &c.n, result<T>(c, 0), &lda, result<T>(c, 1), work, size, &info);
  });
}

template <class T>
void geqp3(const Call& c) {
  const int lda = stride(c.m);
  int info = 0;
  [[maybe_unused]] std::vector<Real<T>> real_work(2 * static_cast<size_t>(c.n));
  with_work<T>([&](T* work, int* size) {
    if constexpr (kIsComplex<T>)
      fortran<T>("geqp3", &c.m, &c.n, result<T>(c, 0), &lda, result<int>(c, 1), result<T>(c, 2),
                 work, size, real_work.data(), &info);
    else
      fortran<T>("geqp3", &c.m, &c.n, result<T>(c, 0), &lda, result<int>(c, 1), result<T>(c, 2),
                 work, size, &info);
  });
}

template <class T>
void orgqr(const Call& c) {
  const int lda = stride(c.m);
  int info = 0;
  with_work<T>([&](T* work, int* size) {
    fortran<T>(kIsComplex<T> ? "ungqr" : "orgqr", &c.m, &c.n, &c.k, result<T>(c, 0), &lda,
               operand<T>(c, 1), work, size, &info);
  });
}

template <class T>
void ormqr(const Call& c) {
  const int lda = stride(c.options.side == 'L' ? c.m : c.n), ldc = stride(c.m);
  const char trans = c.options.trans == 'N' ? 'N' : kIsComplex<T> ? 'C' : 'T';
  int info = 0;
  with_work<T>([&](T* work, int* size) {
    fortran<T>(kIsComplex<T> ? "unmqr" : "ormqr", &c.options.side, &trans, &c.m, &c.n, &c.k,
               operand<T>(c, 0), &lda, operand<T>(c, 1), result<T>(c, 0), &ldc, work, size, &info);
  });
}

template <class T>
void sytrd(const Call& c) {
  const int lda = stride(c.n);
  with_work<T>([&](T* work, int* size) {
    fortran<T>(kIsComplex<T> ? "hetrd" : "sytrd", &c.options.uplo, &c.n, result<T>(c, 0), &lda,
               result<Real<T>>(c, 1), result<Real<T>>(c, 2), result<T>(c, 3), work, size,
               result<int>(c, 4));
  });
}

template <class T>
void gehrd(const Call& c) {
  const int lda = stride(c.n);
  with_work<T>([&](T* work, int* size) {
    fortran<T>("gehrd", &c.n, &c.options.low, &c.options.high, result<T>(c, 0), &lda,
               result<T>(c, 1), work, size, result<int>(c, 2));
  });
}

}  // namespace

template <class T>
Routine<T> factorization(std::string_view name) {
  if (name == "potrf") return potrf<T>;
  if (name == "getrf") return getrf<T>;
  if (name == "getrf_with_order") return getrf_with_order<T>;
  if (name == "geqrf") return geqrf<T>;
  if (name == "geqp3") return geqp3<T>;
  if (name == "orgqr") return orgqr<T>;
  if (name == "ormqr") return ormqr<T>;
  if (name == "sytrd") return sytrd<T>;
  if (name == "gehrd") return gehrd<T>;
  return nullptr;
}

template Routine<float> factorization<float>(std::string_view);
template Routine<double> factorization<double>(std::string_view);
template Routine<std::complex<float>> factorization<std::complex<float>>(std::string_view);
template Routine<std::complex<double>> factorization<std::complex<double>>(std::string_view);

}  // namespace tutti::lapack
