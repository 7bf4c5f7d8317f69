// SPDX-License-Identifier: Apache-2.0
#include "kernel/float_rows.h"

#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/float_rows.cpp"
#include "hwy/foreach_target.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

template <class From, class To>
void copy_rows(const From* from, int64_t from_stride, int64_t rows, int64_t columns, To* out,
               int64_t out_stride) {
  const Floats d;
  for (int64_t r = 0; r < rows; r++, from += from_stride, out += out_stride)
    each_vector(d, columns, [&](int64_t c, auto extent) {
      store(d, load(d, from + c, extent), out + c, extent);
    });
}

void load_rows(ir::ElementType type, const void* from, int64_t from_stride, int64_t rows,
               int64_t columns, float* out, int64_t out_stride) {
  if (type == ir::ElementType::f32)
    copy_rows(static_cast<const float*>(from), from_stride, rows, columns, out, out_stride);
  else
    copy_rows(static_cast<const Bfloat16*>(from), from_stride, rows, columns, out, out_stride);
}

void store_rows(ir::ElementType type, const float* from, int64_t from_stride, int64_t rows,
                int64_t columns, void* out, int64_t out_stride) {
  if (type == ir::ElementType::f32)
    copy_rows(from, from_stride, rows, columns, static_cast<float*>(out), out_stride);
  else
    copy_rows(from, from_stride, rows, columns, static_cast<Bfloat16*>(out), out_stride);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(load_rows);
HWY_EXPORT(store_rows);

void load_rows(ir::ElementType type, const void* from, int64_t from_stride, int64_t rows,
               int64_t columns, float* out, int64_t out_stride) {
  check_activation_type(type);
  HWY_DYNAMIC_DISPATCH(load_rows)(type, from, from_stride, rows, columns, out, out_stride);
}

void store_rows(ir::ElementType type, const float* from, int64_t from_stride, int64_t rows,
                int64_t columns, void* out, int64_t out_stride) {
  check_activation_type(type);
  HWY_DYNAMIC_DISPATCH(store_rows)(type, from, from_stride, rows, columns, out, out_stride);
}

}  // namespace tutti::kernel
#endif  // HWY_ONCE
