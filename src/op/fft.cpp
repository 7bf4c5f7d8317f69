// SPDX-License-Identifier: Apache-2.0
#include <cmath>
#include <numbers>

#include "base/text.h"
#include "op/catalogue.h"
#include "op/rules/common.h"
#include "op/rules/complex_parts.h"

namespace tutti::op {
namespace {

std::string kind_of(const Operation& op) {
  return op.enum_attribute("fft_type");
}

std::vector<Type> infer(const Operation& op) {
  expect_operands(op, 1);
  const Type& in = op.operand_type(0);
  const std::string kind = kind_of(op);
  const auto length = op.ints_attribute("fft_length");
  const auto axes = static_cast<int64_t>(length.size());
  constraint(op, axes >= 1 && axes <= 3, "fft_c3", "{} lengths, expected 1 to 3", axes);
  constraint(op, axes <= in.rank(), "fft_c1",
             "{} lengths, expected at most {}, the rank of the operand", axes, in.rank());
  const bool from_real = kind == "RFFT";
  const bool fits = from_real ? in.element == ElementType::f32 || in.element == ElementType::f64
                              : is_complex(in.element);
  constraint(op, fits, "fft_c2", "{} of elements of type {}, expected {}", kind,
             name_of(in.element), from_real ? "f32 or f64" : "complex numbers");
  if (kind == "FFT" || kind == "IFFT") return {in};
  // The real side has the lengths; the complex side of a last axis of n has n / 2 + 1.
  Shape shape = in.shape;
  const int64_t half = length.back() == 0 ? 0 : length.back() / 2 + 1;
  for (int64_t i = 0; i < axes; i++) {
    const int64_t size = in.dim(in.rank() - axes + i), expected = length[static_cast<size_t>(i)];
    const bool last = i == axes - 1;
    constraint(op, expected >= 0 && (ir::compatible(size, expected) || (last && !from_real)),
               "fft_c4", "a length is {}, expected {}, the size of its axis", expected, size);
    constraint(op, !last || from_real || ir::compatible(size, half), "fft_c5",
               "the last axis has size {}, expected {} for a length of {}", size, half, expected);
  }
  shape.back() = from_real ? half : length.back();
  const ElementType element = from_real ? complex_of(in.element) : real_type(in.element);
  return {Type::tensor(element, shape)};
}

/// sum_n x[n] exp(turn i k n / N): even lengths by halves (Cooley and Tukey), odd ones as defined.
std::vector<Complex> spectrum(const std::vector<Complex>& x, double turn) {
  const size_t size = x.size();
  const auto root = [&](size_t k) {
    return std::polar(1.0, turn * static_cast<double>(k) / static_cast<double>(size));
  };
  std::vector<Complex> out(size);
  if (size % 2 == 0) {
    std::vector<Complex> parts[2];
    for (size_t n = 0; n < size; n++) parts[n % 2].push_back(x[n]);
    const auto even = spectrum(parts[0], turn), odd = spectrum(parts[1], turn);
    for (size_t k = 0; k < size / 2; k++) {
      const Complex moved = root(k) * odd[k];
      out[k] = even[k] + moved;
      out[k + size / 2] = even[k] - moved;
    }
    return out;
  }
  std::vector<Complex> roots;
  for (size_t k = 0; k < size; k++) roots.push_back(root(k));
  for (size_t k = 0; k < size; k++)
    for (size_t n = 0; n < size; n++) out[k] += x[n] * roots[k * n % size];
  return out;
}

/// The discrete Fourier transform along one axis, or its inverse.
void transform(Array& x, int64_t axis, bool inverse) {
  const int64_t size = x.type.dim(axis);
  const int64_t step = ir::strides_of(x.type.shape)[static_cast<size_t>(axis)];
  const double scale = inverse ? static_cast<double>(size) : 1;
  for (int64_t start = 0; start < x.count(); start++) {
    if (start / step % size != 0) continue;  // not the first of its row
    std::vector<Complex> row;
    for (int64_t n = 0; n < size; n++) row.push_back(x.c(start + n * step));
    row = spectrum(row, (inverse ? 2 : -2) * std::numbers::pi);
    for (int64_t k = 0; k < size; k++) x.c(start + k * step) = row[static_cast<size_t>(k)] / scale;
  }
}

/// Rows of the last axis in another length: cut, or continued by x[N - k] = conj(x[k]).
Array with_last_axis(const Array& x, int64_t size) {
  Shape shape = x.type.shape;
  const int64_t from = shape.back();
  shape.back() = size;
  Array out(x.type.with(shape));
  for (int64_t k = 0; k < out.count(); k++) {
    const int64_t row = k / size * from, column = k % size;
    out.c(k) = column < from ? x.c(row + column) : std::conj(x.c(row + size - column));
  }
  return out;
}

/// The inverse, of real numbers, along the axes from `first` on; the last one has one half.
void inverse_of_real(Array z, int64_t first, Array& out) {
  const int64_t last = z.type.rank() - 1;
  for (int64_t axis = first; axis < last; axis++) transform(z, axis, true);
  z = with_last_axis(z, out.type.dim(last));
  transform(z, last, true);
  for (int64_t k = 0; k < out.count(); k++) out.f(k) = z.c(k).real();
}

std::vector<Array> evaluate(const Operation& op, Operands in, Evaluation&) {
  const std::string kind = kind_of(op);
  Array out(op.result_type());
  if (out.count() == 0) return {std::move(out)};
  const Array& x = *in[0];
  const int64_t last = x.type.rank() - 1,
                first =
                    x.type.rank() - static_cast<int64_t>(op.ints_attribute("fft_length").size());
  if (kind == "IRFFT") {
    inverse_of_real(x, first, out);
    return {std::move(out)};
  }
  Array z(x.type.with(is_complex(x.type.element) ? x.type.element : complex_of(x.type.element)));
  for (int64_t k = 0; k < z.count(); k++) z.c(k) = x.is_complex() ? x.c(k) : x.f(k);
  for (int64_t axis = last; axis >= first; axis--) transform(z, axis, kind == "IFFT");
  if (kind == "RFFT") z = with_last_axis(z, out.type.dim(last));
  return {std::move(z)};
}

Value emit(Builder& b, Value x, const char* kind, const std::vector<int64_t>& length) {
  return b.one("stablehlo.fft", {x},
               ir::attributes({{"fft_type", ir::enum_attribute("fft_type", kind)},
                               {"fft_length", ir::ints_attribute(length)}}));
}

/// How often each entry of half a spectrum counts in the whole: once at 0 and in the middle of an
/// even length, otherwise twice; over the number of elements.
Value weights(Builder& b, const Type& half, const std::vector<int64_t>& length) {
  const int64_t columns = half.shape.back();
  double count = 1;
  for (int64_t size : length) count *= static_cast<double>(size);
  std::vector<double> values;
  for (int64_t k = 0; k < columns; k++)
    values.push_back((k == 0 || 2 * k == length.back() ? 1 : 2) / count);
  const Type row = Type::tensor(real_type(half.element), {columns});
  Value constant =
      b.one("stablehlo.constant", {}, ir::attributes({{"value", ir::Tensor::of(row, values)}}));
  return broadcast_in_dim(b, constant, half.shape, {half.rank() - 1});
}

// The matrices of FFT and IFFT are symmetric: dx = FFT(dy), dx = IFFT(dy).
// RFFT: dx = Re FFT(dy, filled with zeros). IRFFT: dx = weights * conj(RFFT(dy)).
void vjp(Vjp& v) {
  Builder& b = v.builder;
  const std::string kind = kind_of(v.op);
  const auto length = v.op.ints_attribute("fft_length");
  Value dy = v.gradient();
  const Type& in = v.op.operand_type(0);
  if (in.count() == 0 || kind == "FFT" || kind == "IFFT") {
    v.operand_gradients = {in.count() == 0 ? nullptr : emit(b, dy, kind.c_str(), length)};
  } else if (kind == "RFFT") {
    const auto rank = static_cast<size_t>(in.rank());
    std::vector<int64_t> none(rank, 0), high(rank, 0);
    high.back() = in.shape.back() - dy->type.shape.back();
    v.operand_gradients = {real_part(b, emit(b, pad(b, dy, 0, none, high, none), "FFT", length))};
  } else {
    Value spectrum = emit(b, dy, "RFFT", length), factor = weights(b, in, length);
    v.operand_gradients = {
        make_complex(b, multiply(b, factor, real_part(b, spectrum)),
                     negate(b, multiply(b, factor, imaginary_part(b, spectrum))))};
  }
}

}  // namespace

OpDef fft() {
  return {
      .name = "stablehlo.fft",
      .assembly = "$0, type = {fft_type:enum.fft_type:i2}, length = {fft_length:ints} : functional",
      .infer = infer,
      .result_constraints = {.element = 2, .shape = 5, .count = 5},
      .evaluate = evaluate,
      .vjp = vjp,
  };
}

}  // namespace tutti::op
