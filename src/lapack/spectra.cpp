// SPDX-License-Identifier: Apache-2.0
// Eigenvalues and singular values with their vectors, and Schur's form.
#include "lapack/fortran.h"

namespace tutti::lapack {
namespace {

/// Checks that a matrix has no infinities and no NaN, with which some routines never end
/// and others write to stdout; else the call's last result says that the matrix was wrong.
template <class T>
bool is_finite(const Call& c, const T* matrix) {
  const auto m = static_cast<size_t>(c.m > 0 ? c.m : c.n), n = static_cast<size_t>(c.n);
  const bool holds = std::all_of(matrix, matrix + m * n, [](const T& value) {
    return std::isfinite(std::real(value)) && std::isfinite(std::imag(value));
  });
  if (!holds) *static_cast<int*>(c.results.back()) = -4;
  return holds;
}

template <class T>
void syevd(const Call& c) {
  if (!is_finite(c, result<T>(c, 0))) return;
  const int lda = stride(c.n);
  int ask = -1, integers_wanted = 0, reals_wanted = 0;
  T answer{};
  Real<T> real_answer{};
  const auto call = [&](T* work, int* size, Real<T>* reals, int* real_size, int* integers,
                        int* integer_size) {
    if constexpr (kIsComplex<T>)
      fortran<T>("heevd", &c.options.job, &c.options.uplo, &c.n, result<T>(c, 0), &lda,
                 result<Real<T>>(c, 1), work, size, reals, real_size, integers, integer_size,
                 result<int>(c, 2));
    else
      fortran<T>("syevd", &c.options.job, &c.options.uplo, &c.n, result<T>(c, 0), &lda,
                 result<T>(c, 1), work, size, integers, integer_size, result<int>(c, 2));
  };
  call(&answer, &ask, &real_answer, &ask, &integers_wanted, &ask);
  int size = wanted(answer);
  reals_wanted = wanted(real_answer);
  std::vector<T> work(static_cast<size_t>(size));
  std::vector<Real<T>> reals(static_cast<size_t>(reals_wanted));
  std::vector<int> integers(static_cast<size_t>(std::max(1, integers_wanted)));
  call(work.data(), &size, reals.data(), &reals_wanted, integers.data(), &integers_wanted);
}

/// XLA's spelling, whose matrix has no number that says how it went: NaN where it failed.
template <class T>
void syevd_or_nan(const Call& c) {
  Call plain = c;
  int info = 0;
  plain.results.push_back(&info);
  syevd<T>(plain);
  if (info == 0) return;
  constexpr auto nan = std::numeric_limits<Real<T>>::quiet_NaN();
  std::fill_n(result<T>(c, 0), static_cast<size_t>(c.n) * static_cast<size_t>(c.n), T(nan));
  std::fill_n(result<Real<T>>(c, 1), c.n, nan);
}

/// LAPACK 3.7's documentation of cgesdd, the largest of its cases.
size_t reals_of_gesdd(const Call& c) {
  const auto least = static_cast<size_t>(std::min(c.m, c.n)),
             most = static_cast<size_t>(std::max(c.m, c.n));
  return std::max<size_t>(1, least * std::max(5 * least + 7, 2 * most + 2 * least + 1));
}

/// The columns of u and the rows of v that the letter asks for are the smaller size for 'S'.
template <class T>
void gesdd(const Call& c) {
  if (!is_finite(c, result<T>(c, 0))) return;
  const char job = c.options.job;
  const int lda = stride(c.m), ldu = lda, ldv = stride(job == 'S' ? std::min(c.m, c.n) : c.n);
  std::vector<int> integers(std::max<size_t>(1, 8 * static_cast<size_t>(std::min(c.m, c.n))));
  [[maybe_unused]] std::vector<Real<T>> reals(kIsComplex<T> ? reals_of_gesdd(c) : 0);
  with_work<T>([&](T* work, int* size) {
    if constexpr (kIsComplex<T>)
      fortran<T>("gesdd", &job, &c.m, &c.n, result<T>(c, 0), &lda, result<Real<T>>(c, 1),
                 result<T>(c, 2), &ldu, result<T>(c, 3), &ldv, work, size, reals.data(),
                 integers.data(), result<int>(c, 4));
    else
      fortran<T>("gesdd", &job, &c.m, &c.n, result<T>(c, 0), &lda, result<T>(c, 1), result<T>(c, 2),
                 &ldu, result<T>(c, 3), &ldv, work, size, integers.data(), result<int>(c, 4));
  });
}

template <class T>
void gesvd(const Call& c) {
  if (!is_finite(c, result<T>(c, 0))) return;
  const char job = c.options.job;
  const int lda = stride(c.m), ldu = lda, ldv = stride(job == 'S' ? std::min(c.m, c.n) : c.n);
  [[maybe_unused]] std::vector<Real<T>> reals(
      std::max<size_t>(1, 5 * static_cast<size_t>(std::min(c.m, c.n))));
  with_work<T>([&](T* work, int* size) {
    if constexpr (kIsComplex<T>)
      fortran<T>("gesvd", &job, &job, &c.m, &c.n, result<T>(c, 0), &lda, result<Real<T>>(c, 1),
                 result<T>(c, 2), &ldu, result<T>(c, 3), &ldv, work, size, reals.data(),
                 result<int>(c, 4));
    else
      fortran<T>("gesvd", &job, &job, &c.m, &c.n, result<T>(c, 0), &lda, result<T>(c, 1),
                 result<T>(c, 2), &ldu, result<T>(c, 3), &ldv, work, size, result<int>(c, 4));
  });
}

/// Real matrices have vectors in pairs: column j is the real part, column j + 1 the imaginary one
/// of the eigenvector of w[j], whose conjugate is that of w[j + 1].
template <class T>
void unpack(int size, const T* imaginary, const std::vector<T>& packed, std::complex<T>* vectors) {
  const auto n = static_cast<size_t>(size);
  for (size_t j = 0; j < n; j++) {
    const bool is_pair = imaginary[j] != 0 && j + 1 < n;
    for (size_t i = 0; i < n; i++) {
      const T real = packed[j * n + i], part = is_pair ? packed[(j + 1) * n + i] : T(0);
      vectors[j * n + i] = {real, part};
      if (is_pair) vectors[(j + 1) * n + i] = {real, -part};
    }
    if (is_pair) j++;
  }
}

template <class T>
void geev(const Call& c) {
  const int lda = stride(c.n);
  const auto n = static_cast<size_t>(c.n);
  const Options& o = c.options;
  int* const info = static_cast<int*>(c.results.back());
  if (!is_finite(c, operand<T>(c, 0))) return;
  std::vector<T> a(operand<T>(c, 0), operand<T>(c, 0) + n * n);
  if constexpr (kIsComplex<T>) {
    std::vector<Real<T>> reals(std::max<size_t>(1, 2 * n));
    with_work<T>([&](T* work, int* size) {
      fortran<T>("geev", &o.left_job, &o.right_job, &c.n, a.data(), &lda, result<T>(c, 0),
                 result<T>(c, 1), &lda, result<T>(c, 2), &lda, work, size, reals.data(), info);
    });
  } else {
    std::vector<T> left(n * n), right(n * n);
    with_work<T>([&](T* work, int* size) {
      fortran<T>("geev", &o.left_job, &o.right_job, &c.n, a.data(), &lda, result<T>(c, 0),
                 result<T>(c, 1), left.data(), &lda, right.data(), &lda, work, size, info);
    });
    unpack(c.n, result<T>(c, 1), left, result<std::complex<T>>(c, 2));
    unpack(c.n, result<T>(c, 1), right, result<std::complex<T>>(c, 3));
  }
}

template <class T>
void gees(const Call& c) {
  if (!is_finite(c, result<T>(c, 0))) return;
  const int lda = stride(c.n);
  const char unsorted = 'N';
  void* const select = nullptr;
  std::vector<int> logicals(static_cast<size_t>(lda));
  [[maybe_unused]] std::vector<Real<T>> reals(static_cast<size_t>(lda));
  with_work<T>([&](T* work, int* size) {
    if constexpr (kIsComplex<T>)
      fortran<T>("gees", &c.options.job, &unsorted, select, &c.n, result<T>(c, 0), &lda,
                 result<int>(c, 3), result<T>(c, 2), result<T>(c, 1), &lda, work, size,
                 reals.data(), logicals.data(), result<int>(c, 4));
    else
      fortran<T>("gees", &c.options.job, &unsorted, select, &c.n, result<T>(c, 0), &lda,
                 result<int>(c, 4), result<T>(c, 2), result<T>(c, 3), result<T>(c, 1), &lda, work,
                 size, logicals.data(), result<int>(c, 5));
  });
}

}  // namespace

template <class T>
Routine<T> spectrum(std::string_view name) {
  if (name == "syevd") return syevd<T>;
  if (name == "syevd_or_nan") return syevd_or_nan<T>;
  if (name == "gesdd") return gesdd<T>;
  if (name == "gesvd") return gesvd<T>;
  if (name == "geev") return geev<T>;
  if (name == "gees") return gees<T>;
  return nullptr;
}

template Routine<float> spectrum<float>(std::string_view);
template Routine<double> spectrum<double>(std::string_view);
template Routine<std::complex<float>> spectrum<std::complex<float>>(std::string_view);
template Routine<std::complex<double>> spectrum<std::complex<double>>(std::string_view);

}  // namespace tutti::lapack
