// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/dot_general_plain.h"

#include <algorithm>

#include "base/rounding.h"
#include "ir/tensor.h"

namespace tutti::backend::cpu {
namespace {

using ir::ElementType;

constexpr int64_t kRows = 16;     // of a task
constexpr int64_t kColumns = 64;  // summed side by side, in registers and the first-level cache

/// `count` elements from `index` on, as doubles or 64-bit words.
void load(ElementType type, const std::byte* from, int64_t index, int64_t count, double* out) {
  if (type == ElementType::f64) {
    const auto* doubles = reinterpret_cast<const double*>(from) + index;
    std::copy(doubles, doubles + count, out);
    return;
  }
  for (int64_t i = 0; i < count; i++) out[i] = ir::load_element(type, from, index + i);
}
void load(ElementType type, const std::byte* from, int64_t index, int64_t count, uint64_t* out) {
  for (int64_t i = 0; i < count; i++)
    out[i] = static_cast<uint64_t>(ir::load_int_element(type, from, index + i));
}
void store(ElementType type, std::byte* to, int64_t index, double value) {
  ir::store_element(type, to, index, value);
}
void store(ElementType type, std::byte* to, int64_t index, uint64_t value) {
  // A sum of booleans is OR.
  const auto kept = type == ElementType::i1 ? int64_t{value != 0} : static_cast<int64_t>(value);
  ir::store_int_element(type, to, index, kept);
}

/// Rows [first, last) of a batch's product. Number is double or uint64_t.
template <typename Number>
void rows_product(const kernel::MatmulProblem& p, const std::byte* a, const std::byte* b,
                  std::byte* c, int64_t batch, int64_t first, int64_t last) {
  for (int64_t column = 0; column < p.n; column += kColumns) {
    const int64_t width = std::min(kColumns, p.n - column);
    Number sums[kRows][kColumns] = {};
    for (int64_t k = 0; k < p.k; k++) {
      Number right[kColumns];
      load(p.b, b, (batch * p.k + k) * p.n + column, width, right);
      for (int64_t row = first; row < last; row++) {
        Number left;
        load(p.a, a, (batch * p.m + row) * p.k + k, 1, &left);
        Number* sum = sums[row - first];
        for (int64_t i = 0; i < width; i++) sum[i] += left * right[i];
      }
    }
    for (int64_t row = first; row < last; row++)
      for (int64_t i = 0; i < width; i++)
        store(p.c, c, (batch * p.m + row) * p.n + column + i, sums[row - first][i]);
  }
}

}  // namespace

bool is_plain_product(const ir::Operation& op) {
  const auto is_fast = [](const ir::Type& type) {
    return type.element == ElementType::f32 || type.element == ElementType::bf16;
  };
  return !is_fast(op.operand_type(0)) || !is_fast(op.operand_type(1)) || !is_fast(op.result_type());
}

void plain_product(Team& team, const kernel::MatmulProblem& p, const std::byte* a,
                   const std::byte* b, std::byte* c) {
  const int64_t blocks = divide_up(p.m, kRows);
  auto task = [&](int64_t index, int) {
    const int64_t batch = index / blocks, first = index % blocks * kRows;
    const int64_t last = std::min(p.m, first + kRows);
    if (ir::is_float(p.c))
      rows_product<double>(p, a, b, c, batch, first, last);
    else
      rows_product<uint64_t>(p, a, b, c, batch, first, last);
  };
  team.run(p.batch * blocks, task);
}

}  // namespace tutti::backend::cpu
