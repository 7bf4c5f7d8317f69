// SPDX-License-Identifier: Apache-2.0
#include "kernel/bias_activation.h"

#include "kernel/row_blocks.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/bias_activation.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

template <class Rounded>
struct Gelu {
  /// e^(-x^2 / 2)
  static HWY_INLINE FloatVector bell(Floats d, FloatVector x) {
    return exponential<Rounded>(d, hn::Mul(hn::Mul(x, x), hn::Set(d, -0.5f)));
  }
  /// The normal distribution function of x; `bell` is bell(x). Below 0 it is bell * t * P(t) with
  /// t = 1 / (1 + 0.27 |x|): P interpolates at Chebyshev's nodes and is within 7e-8 of its value
  /// for |x| <= 13.3, where the bell vanishes in float32; the shorter one is minimax, within 2e-6.
  static HWY_INLINE FloatVector share(Floats d, FloatVector x, FloatVector bell) {
    const FloatVector one = hn::Set(d, 1);
    const FloatVector t = hn::Div(one, hn::MulAdd(hn::Abs(x), hn::Set(d, 0.27f), one));
    FloatVector series;
    if constexpr (kIsCoarse<Rounded>)
      series = polynomial(d, t, -0.0606394373f, 0.15776743f, -0.0231307913f, 0.116779529f,
                          0.0931473076f, 0.108383648f, 0.107691742f);
    else
      series = polynomial(d, t, 0.0289351474f, -0.126397222f, 0.169679314f, -0.0691715032f,
                          0.107850164f, 0.0720209852f, 0.101821192f, 0.107541189f, 0.107720748f);
    const FloatVector tail = hn::Mul(hn::Mul(bell, t), series);
    return hn::IfThenElse(hn::Lt(x, hn::Zero(d)), tail, hn::Sub(one, tail));
  }
  static HWY_INLINE FloatVector value(Floats d, FloatVector x) {
    return hn::Mul(x, share(d, x, bell(d, x)));
  }
  /// The distribution function + x * its density.
  static HWY_INLINE FloatVector slope(Floats d, FloatVector wide) {
    // Beyond 14 the slope is 0 or 1, and infinity must not meet zero.
    const FloatVector x = bounded(wide, hn::Set(d, -14), hn::Set(d, 14));
    const FloatVector curve = bell(d, x);
    const FloatVector density = hn::Mul(curve, hn::Set(d, 0.398942280f));
    return hn::MulAdd(x, density, share(d, x, curve));
  }
};

/// (1 + tanh(u)) / 2 is 1 / (1 + e^(-2 u)), which does not cancel; u = sqrt(2 / pi) * (x + 0.044715
/// x^3).
template <class Rounded>
struct GeluTanh {
  static constexpr float kFactor = 0.797884561f;  // sqrt(2 / pi)
  static constexpr float kCubic = 0.044715f;

  /// e^(-2 u)
  static HWY_INLINE FloatVector power(Floats d, FloatVector x) {
    const FloatVector cubic = hn::MulAdd(hn::Mul(x, x), hn::Set(d, kCubic), hn::Set(d, 1));
    return exponential<Rounded>(d, hn::Mul(hn::Mul(x, hn::Set(d, -2 * kFactor)), cubic));
  }
  static HWY_INLINE FloatVector value(Floats d, FloatVector x) {
    return hn::Div(x, hn::Add(hn::Set(d, 1), power(d, x)));
  }
  /// s + x * (1 - s) * s * 2 u' with s = 1 / (1 + e^(-2 u)), 1 - s = e^(-2 u) * s and
  /// u' = sqrt(2 / pi) * (1 + 3 * 0.044715 x^2)
  static HWY_INLINE FloatVector slope(Floats d, FloatVector wide) {
    // Beyond 10 the slope is 0 or 1, and the power must not grow to infinity.
    const FloatVector x = bounded(wide, hn::Set(d, -10), hn::Set(d, 10));
    const FloatVector one = hn::Set(d, 1);
    const FloatVector e = power(d, x);
    const FloatVector s = hn::Div(one, hn::Add(one, e));
    const FloatVector inner =
        hn::MulAdd(hn::Mul(x, x), hn::Set(d, 6 * kFactor * kCubic), hn::Set(d, 2 * kFactor));
    return hn::MulAdd(hn::Mul(hn::Mul(hn::Mul(e, s), s), x), inner, s);
  }
};

struct Relu {
  static HWY_INLINE FloatVector value(Floats d, FloatVector x) {
    return hn::IfThenZeroElse(hn::Le(x, hn::Zero(d)), x);
  }
  static HWY_INLINE FloatVector slope(Floats d, FloatVector x) {
    return hn::IfThenZeroElse(hn::Le(x, hn::Zero(d)), hn::Set(d, 1));
  }
};

template <class Function, class Element>
void activate_rows_of(const Element* x, const float* bias, Element* y, int64_t rows,
                      int64_t channels) {
  const Floats d;
  for (int64_t row = 0; row < rows; row++) {
    const int64_t start = row * channels;
    each_vector(d, channels, [&](int64_t i, auto extent) HWY_ATTR {
      const FloatVector sum = hn::Add(load(d, x + start + i, extent), load(d, bias + i, extent));
      store(d, Function::value(d, sum), y + start + i, extent);
    });
  }
}

/// Writes dx, and the sums of dbias over these rows.
template <class Function, class Element>
void differentiate_rows_of(const Element* dy, const Element* x, const float* bias, Element* dx,
                           float* dbias, int64_t rows, int64_t channels) {
  const Floats d;
  std::fill(dbias, dbias + channels, 0.0f);
  for (int64_t row = 0; row < rows; row++) {
    const int64_t start = row * channels;
    each_vector(d, channels, [&](int64_t i, auto extent) HWY_ATTR {
      const FloatVector sum = hn::Add(load(d, x + start + i, extent), load(d, bias + i, extent));
      const FloatVector change = hn::Mul(load(d, dy + start + i, extent), Function::slope(d, sum));
      add_to(d, dbias + i, change, extent);
      store(d, change, dx + start + i, extent);
    });
  }
}

template <class Element>
void activate_elements(Activation activation, const Element* x, const float* bias, Element* y,
                       int64_t rows, int64_t channels) {
  switch (activation) {
    case Activation::gelu:
      return activate_rows_of<Gelu<Element>>(x, bias, y, rows, channels);
    case Activation::gelu_tanh:
      return activate_rows_of<GeluTanh<Element>>(x, bias, y, rows, channels);
    case Activation::relu:
      return activate_rows_of<Relu>(x, bias, y, rows, channels);
  }
}

template <class Element>
void differentiate_elements(Activation activation, const Element* dy, const Element* x,
                            const float* bias, Element* dx, float* dbias, int64_t rows,
                            int64_t channels) {
  switch (activation) {
    case Activation::gelu:
      return differentiate_rows_of<Gelu<Element>>(dy, x, bias, dx, dbias, rows, channels);
    case Activation::gelu_tanh:
      return differentiate_rows_of<GeluTanh<Element>>(dy, x, bias, dx, dbias, rows, channels);
    case Activation::relu:
      return differentiate_rows_of<Relu>(dy, x, bias, dx, dbias, rows, channels);
  }
}

void activate_rows(Activation activation, const ActivationShape& shape, const void* x,
                   const float* bias, void* y, int64_t first, int64_t last) {
  const int64_t start = first * shape.channels;
  if (shape.type == ir::ElementType::f32)
    activate_elements(activation, static_cast<const float*>(x) + start, bias,
                      static_cast<float*>(y) + start, last - first, shape.channels);
  else
    activate_elements(activation, static_cast<const Bfloat16*>(x) + start, bias,
                      static_cast<Bfloat16*>(y) + start, last - first, shape.channels);
}

/// Writes dx of these rows, and their sum of dbias.
void differentiate_rows(Activation activation, const ActivationShape& shape,
                        const BiasActivationGradient& t, float* dbias, int64_t first,
                        int64_t last) {
  const int64_t start = first * shape.channels;
  if (shape.type == ir::ElementType::f32)
    differentiate_elements(activation, static_cast<const float*>(t.dy) + start,
                           static_cast<const float*>(t.x) + start, t.bias,
                           static_cast<float*>(t.dx) + start, dbias, last - first, shape.channels);
  else
    differentiate_elements(activation, static_cast<const Bfloat16*>(t.dy) + start,
                           static_cast<const Bfloat16*>(t.x) + start, t.bias,
                           static_cast<Bfloat16*>(t.dx) + start, dbias, last - first,
                           shape.channels);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(activate_rows);
HWY_EXPORT(differentiate_rows);

void bias_activation(Team& team, Activation activation, const ActivationShape& shape, const void* x,
                     const float* bias, void* y) {
  check_activation_type(shape.type);
  each_row_block(team, shape.rows, [&](int64_t first, int64_t last, int64_t) {
    HWY_DYNAMIC_DISPATCH(activate_rows)(activation, shape, x, bias, y, first, last);
  });
}

void bias_activation_gradient(Team& team, Activation activation, const ActivationShape& shape,
                              const BiasActivationGradient& tensors,
                              std::span<std::byte> workspace) {
  check_activation_type(shape.type);
  float* partials = take_column_partials(workspace, shape.rows, shape.channels);
  each_row_block(team, shape.rows, [&](int64_t first, int64_t last, int64_t block) {
    HWY_DYNAMIC_DISPATCH(differentiate_rows)
    (activation, shape, tensors, partials + block * shape.channels, first, last);
  });
  add_column_partials(team, partials, shape.rows, shape.channels, tensors.dbias);
}

size_t bias_activation_gradient_workspace_bytes(int64_t rows, int64_t channels) {
  return column_partials_bytes(rows, channels);
}

}  // namespace tutti::kernel
#endif
