// SPDX-License-Identifier: Apache-2.0
// Helpers for calling LAPACK's Fortran routines: their names, work space and conventions.
#pragma once

#include <algorithm>
#include <cmath>
#include <complex>
#include <cstddef>
#include <limits>
#include <string>
#include <string_view>
#include <type_traits>
#include <vector>

#include "lapack/openblas.h"
#include "lapack/routines.h"

namespace tutti::lapack {

template <class T>
struct Parts {
  using Real = T;
};
template <class T>
struct Parts<std::complex<T>> {
  using Real = T;
};
/// The type of a number's real part.
template <class T>
using Real = typename Parts<T>::Real;

template <class T>
inline constexpr bool kIsComplex = !std::is_same_v<T, Real<T>>;

/// Calls the routine for elements of type T: "potrf" is spotrf_ for floats. Fortran takes pointers
/// only, followed by the length of each text. All texts have one letter, and three lengths are
/// passed; a routine with fewer texts ignores the rest.
template <class T, class... Arguments>
void fortran(std::string_view name, Arguments... arguments) {
  constexpr bool is_wide = std::is_same_v<Real<T>, double>;
  const char letter = kIsComplex<T> ? (is_wide ? 'z' : 'c') : (is_wide ? 'd' : 's');
  const std::string whole = letter + std::string(name) + "_";
  const auto found = openblas_function<void(Arguments..., size_t, size_t, size_t)>(whole.c_str());
  const OpenblasCall call;
  found(arguments..., size_t{1}, size_t{1}, size_t{1});
}

/// Returns how many elements of work space a routine wants. It answers with a number of type T,
/// which may have been rounded down, so this rounds up.
template <class T>
int wanted(T answer) {
  constexpr double kMost = std::numeric_limits<int>::max(),
                   kError = std::numeric_limits<Real<T>>::epsilon();
  const auto size = std::ceil(static_cast<double>(std::real(answer)) * (1 + kError));
  return static_cast<int>(std::clamp(size, 1.0, kMost));
}

/// Calls call(work, size) twice: first with size -1, which asks how much work space is wanted, then
/// with as much.
template <class T, class F>
void with_work(F call) {
  T answer{};
  int ask = -1;
  call(&answer, &ask);
  int size = wanted(answer);
  std::vector<T> work(static_cast<size_t>(size));
  call(work.data(), &size);
}

/// A result or an operand of a call, with its type.
template <class T>
T* result(const Call& call, size_t index) {
  return static_cast<T*>(call.results[index]);
}
template <class T>
const T* operand(const Call& call, size_t index) {
  return static_cast<const T*>(call.operands[index]);
}

/// Returns the distance between columns of a matrix without gaps. LAPACK does not accept 0.
inline int stride(int rows) {
  return std::max(1, rows);
}

/// The three families of routines, each in a file of its own. They return null for a name that is
/// not in the family.
template <class T>
Routine<T> factorization(std::string_view name);
template <class T>
Routine<T> solver(std::string_view name);
template <class T>
Routine<T> spectrum(std::string_view name);

}  // namespace tutti::lapack
