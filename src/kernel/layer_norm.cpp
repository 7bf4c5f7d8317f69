// SPDX-License-Identifier: Apache-2.0
#include "kernel/layer_norm.h"

#include <cmath>
#include <limits>

#include "base/checked.h"
#include "kernel/row_blocks.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/layer_norm.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

/// 1 / sqrt(mean of value(i, extent)^2 + epsilon); also of values whose squares are too large for
/// float32.
template <class Value>
HWY_INLINE float reciprocal_root(Floats d, int64_t channels, float epsilon, const Value& value) {
  const auto count = static_cast<float>(channels);
  const float squares = sum_of(d, channels, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector one = value(i, extent);
    return hn::Mul(one, one);
  });
  if (squares < std::numeric_limits<float>::infinity())
    return 1 / std::sqrt(squares / count + epsilon);
  constexpr float kScale = 0x1p-70f;
  const float scaled = sum_of(d, channels, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector one = hn::Mul(value(i, extent), hn::Set(d, kScale));
    return hn::Mul(one, one);
  });
  return kScale / std::sqrt(scaled / count);
}

template <class Element>
void normalise_row(const Element* x, const float* gamma, const float* beta, float epsilon,
                   Element* y, float* mean, float* rstd, int64_t channels) {
  const Floats d;
  const auto count = static_cast<float>(channels);
  *mean =
      sum_of(d, channels, [&](int64_t i, auto extent) HWY_ATTR { return load(d, x + i, extent); }) /
      count;
  // The squares of differences, not the difference of squares: that would cancel.
  const FloatVector centre = hn::Set(d, *mean);
  *rstd = reciprocal_root(d, channels, epsilon, [&](int64_t i, auto extent) HWY_ATTR {
    return hn::Sub(load(d, x + i, extent), centre);
  });
  const FloatVector factor = hn::Set(d, *rstd);
  each_vector(d, channels, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector normal = hn::Mul(hn::Sub(load(d, x + i, extent), centre), factor);
    store(d, hn::MulAdd(normal, load(d, gamma + i, extent), load(d, beta + i, extent)), y + i,
          extent);
  });
}

void normalise_rows(const ActivationShape& shape, const LayerNorm& t, int64_t first, int64_t last) {
  for (int64_t row = first; row < last; row++) {
    const int64_t start = row * shape.channels;
    if (shape.type == ir::ElementType::f32)
      normalise_row(static_cast<const float*>(t.x) + start, t.gamma, t.beta, t.epsilon,
                    static_cast<float*>(t.y) + start, t.mean + row, t.rstd + row, shape.channels);
    else
      normalise_row(static_cast<const Bfloat16*>(t.x) + start, t.gamma, t.beta, t.epsilon,
                    static_cast<Bfloat16*>(t.y) + start, t.mean + row, t.rstd + row,
                    shape.channels);
  }
}

template <class Element>
void scale_row(const Element* x, const float* gamma, float epsilon, Element* y, float* rstd,
               int64_t channels) {
  const Floats d;
  *rstd = reciprocal_root(d, channels, epsilon,
                          [&](int64_t i, auto extent) HWY_ATTR { return load(d, x + i, extent); });
  const FloatVector factor = hn::Set(d, *rstd);
  each_vector(d, channels, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector normal = hn::Mul(load(d, x + i, extent), factor);
    store(d, hn::Mul(normal, load(d, gamma + i, extent)), y + i, extent);
  });
}

void scale_rows(const ActivationShape& shape, const RmsNorm& t, int64_t first, int64_t last) {
  for (int64_t row = first; row < last; row++) {
    const int64_t start = row * shape.channels;
    if (shape.type == ir::ElementType::f32)
      scale_row(static_cast<const float*>(t.x) + start, t.gamma, t.epsilon,
                static_cast<float*>(t.y) + start, t.rstd + row, shape.channels);
    else
      scale_row(static_cast<const Bfloat16*>(t.x) + start, t.gamma, t.epsilon,
                static_cast<Bfloat16*>(t.y) + start, t.rstd + row, shape.channels);
  }
}

/// Writes dx of a row, and adds the row's part to dgamma where that is not null.
template <class Element>
void differentiate_scaled_row(const Element* dy, const Element* x, const float* gamma, float rstd,
                              Element* dx, float* dgamma, int64_t channels) {
  const Floats d;
  const FloatVector factor = hn::Set(d, rstd);
  const auto normal_at = [&](int64_t i, auto extent)
                             HWY_ATTR { return hn::Mul(load(d, x + i, extent), factor); };
  const float sum = sum_of(d, channels, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector product = hn::Mul(load(d, dy + i, extent), normal_at(i, extent));
    if (dgamma != nullptr) add_to(d, dgamma + i, product, extent);
    return hn::Mul(product, load(d, gamma + i, extent));
  });
  const FloatVector mean = hn::Set(d, sum / static_cast<float>(channels));
  each_vector(d, channels, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector g = hn::Mul(load(d, dy + i, extent), load(d, gamma + i, extent));
    store(d, hn::Mul(factor, hn::NegMulAdd(normal_at(i, extent), mean, g)), dx + i, extent);
  });
}

/// Writes dx of these rows, and their sum of dgamma where that is not null.
void differentiate_scaled_rows(const ActivationShape& shape, const RmsNormGradient& t,
                               float* dgamma, int64_t first, int64_t last) {
  if (dgamma != nullptr) std::fill(dgamma, dgamma + shape.channels, 0.0f);
  const auto rows_of = [&]<class Element>(const Element*) {
    for (int64_t row = first; row < last; row++) {
      const int64_t start = row * shape.channels;
      differentiate_scaled_row(static_cast<const Element*>(t.dy) + start,
                               static_cast<const Element*>(t.x) + start, t.gamma, t.rstd[row],
                               static_cast<Element*>(t.dx) + start, dgamma, shape.channels);
    }
  };
  if (shape.type == ir::ElementType::f32)
    rows_of(static_cast<const float*>(nullptr));
  else
    rows_of(static_cast<const Bfloat16*>(nullptr));
}

/// Writes dx of a row, and adds the row's part to dgamma and dbeta.
template <class Element>
void differentiate_row(const Element* dy, const Element* x, const float* gamma, float mean,
                       float rstd, Element* dx, float* dgamma, float* dbeta, int64_t channels) {
  const Floats d;
  const FloatVector centre = hn::Set(d, mean);
  const FloatVector factor = hn::Set(d, rstd);
  const auto normal_at = [&](int64_t i, auto extent) HWY_ATTR {
    return hn::Mul(hn::Sub(load(d, x + i, extent), centre), factor);
  };
  const float sum = sum_of(d, channels, [&](int64_t i, auto extent) HWY_ATTR {
    return hn::Mul(load(d, dy + i, extent), load(d, gamma + i, extent));
  });
  const float product_sum = sum_of(d, channels, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector change = load(d, dy + i, extent);
    const FloatVector product = hn::Mul(change, normal_at(i, extent));
    add_to(d, dgamma + i, product, extent);
    add_to(d, dbeta + i, change, extent);
    return hn::Mul(product, load(d, gamma + i, extent));
  });
  const FloatVector g_mean = hn::Set(d, sum / static_cast<float>(channels));
  const FloatVector gh_mean = hn::Set(d, product_sum / static_cast<float>(channels));
  each_vector(d, channels, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector g = hn::Mul(load(d, dy + i, extent), load(d, gamma + i, extent));
    const FloatVector centred = hn::NegMulAdd(normal_at(i, extent), gh_mean, hn::Sub(g, g_mean));
    store(d, hn::Mul(factor, centred), dx + i, extent);
  });
}

/// Writes dx of these rows, and their sums of dgamma and dbeta.
void differentiate_rows(const ActivationShape& shape, const LayerNormGradient& t, float* dgamma,
                        float* dbeta, int64_t first, int64_t last) {
  const int64_t channels = shape.channels;
  std::fill(dgamma, dgamma + channels, 0.0f);
  std::fill(dbeta, dbeta + channels, 0.0f);
  for (int64_t row = first; row < last; row++) {
    const int64_t start = row * channels;
    if (shape.type == ir::ElementType::f32)
      differentiate_row(static_cast<const float*>(t.dy) + start,
                        static_cast<const float*>(t.x) + start, t.gamma, t.mean[row], t.rstd[row],
                        static_cast<float*>(t.dx) + start, dgamma, dbeta, channels);
    else
      differentiate_row(static_cast<const Bfloat16*>(t.dy) + start,
                        static_cast<const Bfloat16*>(t.x) + start, t.gamma, t.mean[row],
                        t.rstd[row], static_cast<Bfloat16*>(t.dx) + start, dgamma, dbeta, channels);
  }
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(normalise_rows);
HWY_EXPORT(scale_rows);
HWY_EXPORT(differentiate_rows);
HWY_EXPORT(differentiate_scaled_rows);

void layer_norm(Team& team, const ActivationShape& shape, const LayerNorm& tensors) {
  check_activation_type(shape.type);
  each_row_block(team, shape.rows, [&](int64_t first, int64_t last, int64_t) {
    HWY_DYNAMIC_DISPATCH(normalise_rows)(shape, tensors, first, last);
  });
}

void rms_norm(Team& team, const ActivationShape& shape, const RmsNorm& tensors) {
  check_activation_type(shape.type);
  each_row_block(team, shape.rows, [&](int64_t first, int64_t last, int64_t) {
    HWY_DYNAMIC_DISPATCH(scale_rows)(shape, tensors, first, last);
  });
}

void rms_norm_gradient(Team& team, const ActivationShape& shape, const RmsNormGradient& tensors,
                       std::span<std::byte> workspace) {
  check_activation_type(shape.type);
  const int64_t rows = shape.rows, channels = shape.channels;
  float* sums = tensors.dgamma ? take_column_partials(workspace, rows, channels) : nullptr;
  each_row_block(team, rows, [&](int64_t first, int64_t last, int64_t block) {
    HWY_DYNAMIC_DISPATCH(differentiate_scaled_rows)
    (shape, tensors, sums ? sums + block * channels : nullptr, first, last);
  });
  if (sums) add_column_partials(team, sums, rows, channels, tensors.dgamma);
}

void layer_norm_gradient(Team& team, const ActivationShape& shape, const LayerNormGradient& tensors,
                         std::span<std::byte> workspace) {
  check_activation_type(shape.type);
  const int64_t rows = shape.rows, channels = shape.channels;
  float* gamma_sums = take_column_partials(workspace, rows, channels);
  float* beta_sums = take_column_partials(workspace, rows, channels);
  each_row_block(team, rows, [&](int64_t first, int64_t last, int64_t block) {
    HWY_DYNAMIC_DISPATCH(differentiate_rows)
    (shape, tensors, gamma_sums + block * channels, beta_sums + block * channels, first, last);
  });
  add_column_partials(team, gamma_sums, rows, channels, tensors.dgamma);
  add_column_partials(team, beta_sums, rows, channels, tensors.dbeta);
}

size_t layer_norm_gradient_workspace_bytes(int64_t rows, int64_t channels) {
  return checked_multiply(column_partials_bytes(rows, channels), size_t{2},
                          "the workspace of a layer norm's gradient");
}

}  // namespace tutti::kernel
#endif
