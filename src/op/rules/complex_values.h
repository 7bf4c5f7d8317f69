// SPDX-License-Identifier: Apache-2.0
// Functions of complex numbers whose parts lose digits, or infinities, in the standard library.
#pragma once

#include <complex>

namespace tutti::op {

/// Of infinities and by 0 it has the values of annex G of the C standard, as with XLA.
std::complex<double> complex_quotient(std::complex<double> x, std::complex<double> y);
std::complex<double> complex_power(std::complex<double> base, std::complex<double> exponent);
std::complex<double> complex_log_plus_one(std::complex<double> z);
std::complex<double> complex_exponential_minus_one(std::complex<double> z);
std::complex<double> complex_logistic(std::complex<double> z);
std::complex<double> complex_cube_root(std::complex<double> z);
std::complex<double> complex_tanh(std::complex<double> z);
std::complex<double> complex_tangent(std::complex<double> z);
/// -i log((x + iy) / sqrt(x^2 + y^2)).
std::complex<double> complex_arc_tangent(std::complex<double> y, std::complex<double> x);

}  // namespace tutti::op
