// SPDX-License-Identifier: Apache-2.0
#include "lapack/routines.h"

#include "lapack/fortran.h"

namespace tutti::lapack {

template <class T>
Routine<T> routine(std::string_view name) {
  for (const auto family : {factorization<T>, solver<T>, spectrum<T>})
    if (const auto found = family(name)) return found;
  return nullptr;
}

template Routine<float> routine<float>(std::string_view);
template Routine<double> routine<double>(std::string_view);
template Routine<std::complex<float>> routine<std::complex<float>>(std::string_view);
template Routine<std::complex<double>> routine<std::complex<double>>(std::string_view);

}  // namespace tutti::lapack
