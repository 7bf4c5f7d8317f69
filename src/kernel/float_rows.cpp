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
void copy_rows(const From* from, int64_t from_row, int64_t rows, int64_t columns, To* out,
               int64_t out_row) {
  const Floats d;
  for (int64_t r = 0; r < rows; r++, from += from_row, out += out_row)
    each_vector(d, columns, [&](int64_t c, auto extent) {
      store(d, load(d, from + c, extent), out + c, extent);
    });
}

void load_rows(ir::ElementType type, const void* from, int64_t from_row, int64_t rows,
               int64_t columns, float* out, int64_t out_row) {
  if (type == ir::ElementType::f32)
    copy_rows(static_cast<const float*>(from), from_row, rows, columns, out, out_row);
  else
    copy_rows(static_cast<const Bfloat16*>(from), from_row, rows, columns, out, out_row);
}

void store_rows(ir::ElementType type, const float* from, int64_t from_row, int64_t rows,
                int64_t columns, void* out, int64_t out_row) {
  if (type == ir::ElementType::f32)
    copy_rows(from, from_row, rows, columns, static_cast<float*>(out), out_row);
  else
    copy_rows(from, from_row, rows, columns, static_cast<Bfloat16*>(out), out_row);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(load_rows);
HWY_EXPORT(store_rows);

void load_rows(ir::ElementType type, const void* from, int64_t from_row, int64_t rows,
               int64_t columns, float* out, int64_t out_row) {
  check_activation_type(type);
  HWY_DYNAMIC_DISPATCH(load_rows)(type, from, from_row, rows, columns, out, out_row);
}

void store_rows(ir::ElementType type, const float* from, int64_t from_row, int64_t rows,
                int64_t columns, void* out, int64_t out_row) {
  check_activation_type(type);
  HWY_DYNAMIC_DISPATCH(store_rows)(type, from, from_row, rows, columns, out, out_row);
}

}  // namespace tutti::kernel
#endif  // HWY_ONCE
