// SPDX-License-Identifier: Apache-2.0
#include "kernel/avx512_product.h"

#include <algorithm>
#include <cstring>
#include <optional>

#include "base/error.h"
#include "base/rounding.h"
#include "kernel/amx_product.h"
#include "kernel/avx512_lines_product.h"
#include "kernel/avx512_nonzero-inl.h"
#include "kernel/avx512_store-inl.h"
#include "kernel/cpu_features.h"
#include "kernel/element_at.h"

namespace tutti::kernel {

using ir::ElementType;

bool has_avx512_product(ElementType type) {
#if HWY_ARCH_X86_64
  if (type == ElementType::f32) return has_avx512();
  return has_amx() || (has_avx512_bf16() && __builtin_cpu_is("amd"));
#else
  return false;
#endif
}

int64_t product_units(ElementType type, int64_t k) {
  return type == ElementType::f32 ? k : divide_up(k, int64_t{2});
}

int64_t left_lines(ElementType type) {
  return type == ElementType::bf16 && has_amx() ? 1 : kBlockLines;
}

Left packed_left(ElementType type, const float* panels, int64_t units) {
  if (left_lines(type) == 1)
    return {.data = panels,
            .packed = false,
            .line_bytes = units * kUnitBytes,
            .unit_bytes = kUnitBytes};
  return {.data = panels, .packed = true, .line_bytes = 0, .unit_bytes = 0};
}

#if HWY_ARCH_X86_64
namespace {

TUTTI_AVX512_ATTRIBUTES

template <ElementType kType>
__m512 multiply_add(__m512 left, __m512 right, __m512 sum) {
  if constexpr (kType == ElementType::f32)
    return _mm512_fmadd_ps(left, right, sum);
  else
    return _mm512_dpbf16_ps(sum, reinterpret_cast<__m512bh>(left),
                            reinterpret_cast<__m512bh>(right));
}

__m512 broadcast_unit(const std::byte* from) {
  int unit;
  std::memcpy(&unit, from, sizeof unit);
  return _mm512_castsi512_ps(_mm512_set1_epi32(unit));
}

/// Where the left operand's rows are; or its elements: Left::lines from the first row on, and
/// Left::units.
struct LeftRows : LinePlaces {
  const int64_t *rows = nullptr, *units = nullptr;
};

/// How the operands are read: both packed; or elements of the left one at a list of places; or rows
/// of the right one as they are in memory.
enum class Reading { plain, gathered_left, loose_right };

/// A store that misses the cache would stall. So the lines of a block of C are prefetched while the
/// sums are made, one with each of their first units: all at once would wait for each other.
template <int kRows, int kVectors>
struct LinesOfBlock {
  const std::byte* first;
  int64_t row_bytes, count = 0;

  /// There are none where a sum has too few units for that to be any earlier, or C is transposed.
  LinesOfBlock(const BlockPlace& place, int64_t units) {
    constexpr int64_t kFewUnits = 64;
    const Output& to = place.output;
    const auto element = static_cast<int64_t>(ir::byte_size(to.type));
    first = element_at(to.data, to.type, place.row * to.row_stride + place.column);
    row_bytes = to.row_stride * element;
    if (!to.transposed && units > kFewUnits)
      count = kRows * divide_up(kVectors * kLanes * element, kCacheLine);
    static_assert(kRows * kVectors <= kFewUnits);
  }
  HWY_INLINE void prefetch(int64_t line) const {
    __builtin_prefetch(first + line % kRows * row_bytes + line / kRows * kCacheLine, 1);
  }
};

/// What the sums of earlier terms add up to, outside of the registers.
template <int kRows, int kVectors>
struct Totals {
  float values[kRows][kVectors * kLanes];

  HWY_INLINE void store(const Sums<kRows, kVectors>& sums) {
    unrolled<kRows>([&](auto i) {
      unrolled<kVectors>([&](auto j) { _mm512_storeu_ps(values[i] + j * kLanes, sums[i][j]); });
    });
  }
  HWY_INLINE void add_to(Sums<kRows, kVectors>& sums) const {
    unrolled<kRows>([&](auto i) {
      unrolled<kVectors>([&](auto j) {
        sums[i][j] = _mm512_add_ps(_mm512_loadu_ps(values[i] + j * kLanes), sums[i][j]);
      });
    });
  }
};

template <int kRows, int kVectors>
HWY_INLINE void clear(Sums<kRows, kVectors>& sums) {
  unrolled<kRows>(
      [&](auto i) { unrolled<kVectors>([&](auto j) { sums[i][j] = _mm512_setzero_ps(); }); });
}

/// Computes kRows rows of C and kVectors vectors of its columns in registers, over kTerms units.
/// `panel` has the columns; the last vector of one that is not packed may be partly beyond them.
/// Where kListed, only the units of the list are added.
template <ElementType kType, int kRows, int kVectors, Reading kReading, bool kListed>
HWY_NOINLINE HWY_FLATTEN void multiply_panel(int64_t units, const LeftRows& rows,
                                             const LinePlaces& panel, const NonzeroUnits* list,
                                             const BlockPlace& at) {
  constexpr bool kGathers = kReading == Reading::gathered_left;
  constexpr bool kLoose = kReading == Reading::loose_right;
  const int64_t right_step = kLoose ? panel.unit / kUnitBytes : kRightLines;
  const BlockPlace place = at;  // a copy that no store changes
  const std::byte* left = rows.data;
  const auto* const columns_of_panel = reinterpret_cast<const float*>(panel.data);
  const float* right = columns_of_panel;
  const int64_t left_row = rows.line, left_unit = rows.unit;
  const uint16_t* listed = kListed ? list->begin() : nullptr;
  const uint16_t* const end_listed = kListed ? list->end() : nullptr;
  int64_t gathered[kRows];
  if constexpr (kGathers) unrolled<kRows>([&](auto i) { gathered[i] = rows.rows[i]; });
  Sums<kRows, kVectors> sums;
  Totals<kRows, kVectors> totals;
  const LinesOfBlock<kRows, kVectors> lines(place, units);
  const auto add_unit = [&](int64_t unit) {
    __m512 columns[kVectors];
    unrolled<kVectors>([&](auto j) {
      columns[j] = kLoose ? _mm512_maskz_loadu_ps(place.mask<kVectors>(j), right + j * kLanes)
                          : _mm512_loadu_ps(right + j * kLanes);
    });
    const std::byte* of_unit = kGathers ? left + rows.units[unit] : left;
    unrolled<kRows>([&](auto i) {
      const __m512 value = broadcast_unit(of_unit + (kGathers ? gathered[i] : i * left_row));
      unrolled<kVectors>(
          [&](auto j) { sums[i][j] = multiply_add<kType>(value, columns[j], sums[i][j]); });
    });
    if constexpr (!kGathers) left += left_unit;
    right += right_step;
  };
  const int64_t terms = terms_of(units);
  for (int64_t start = 0; start < units; start += terms) {
    if (start > 0) totals.store(sums);
    clear<kRows, kVectors>(sums);
    const int64_t end = std::min(start + terms, units);
    if constexpr (kListed) {
      for (; listed != end_listed && *listed < end; listed++) {
        left = rows.data + *listed * left_unit;
        right = columns_of_panel + *listed * right_step;
        add_unit(*listed);
      }
    } else {
      int64_t unit = start;
      for (; unit < lines.count; unit++) {
        lines.prefetch(unit);
        add_unit(unit);
      }
      for (; unit < end; unit++) add_unit(unit);
    }
    if (start > 0) totals.add_to(sums);
  }
  finish<kType, kRows, kVectors>(sums, units, place);
}

/// A block of a product, as multiply_lines() takes it.
struct Block {
  int64_t units;
  Left left;
  Right right;
  Output output;
  int64_t first_row, last_row, first_column, last_column;

  LeftRows rows_from(int64_t row) const {
    const auto* data = static_cast<const std::byte*>(left.data);
    constexpr int64_t kLineBytes = kBlockLines * kUnitBytes;
    if (left.lines != nullptr) return {{data, 0, 0}, left.lines + row, left.units};
    if (!left.packed) return {{data + row * left.line_bytes, left.line_bytes, left.unit_bytes}};
    return {{data + row / kBlockLines * units * kLineBytes + row % kBlockLines * kUnitBytes,
             kUnitBytes, kLineBytes}};
  }

  LinePlaces panel_at(int64_t column) const {
    const bool is_loose = right.row_stride > 0;
    const float* data = right.data + column * (is_loose ? 1 : units);
    const int64_t step = is_loose ? right.row_stride : kRightLines;
    return {reinterpret_cast<const std::byte*>(data), kUnitBytes, step * kUnitBytes};
  }

  bool left_is_finite() const {
    const LeftRows from = rows_from(first_row);
    const int64_t rows = last_row - first_row;
    if (left.packed) return are_finite(from.data, 1, 0, round_up(rows, kBlockLines) * units);
    if (from.unit == kUnitBytes) return are_finite(from.data, rows, from.line, units);
    return are_finite(from.data, units, from.unit, rows);
  }
  bool right_is_finite() const {
    const LinePlaces from = panel_at(first_column);
    const int64_t columns = last_column - first_column;
    if (right.row_stride > 0) return are_finite(from.data, units, from.unit, columns);
    return are_finite(from.data, 1, 0, round_up(columns, kRightLines) * units);
  }
};

/// The rows that are multiplied at a time, and whose units may be listed.
constexpr int kListedRows = 8;

/// Whether half of the units that are looked at, in some of the rows or in all columns of a panel,
/// are zero.
bool has_zero_rows(const Block& block) {
  constexpr int64_t kPlaces = 4;
  const int64_t blocks = (block.last_row - block.first_row) / kListedRows;
  int nonzero = 0;
  for (int64_t place = 0; place < kPlaces; place++) {
    const int64_t row = block.first_row + place * blocks / kPlaces * kListedRows;
    const int64_t unit = place * block.units / kPlaces;
    nonzero += std::popcount(nonzero_units(block.rows_from(row), kListedRows, unit, block.units));
  }
  return nonzero < kPlaces * kLanes / 2;
}
bool has_zero_columns(const LinePlaces& panel, int64_t columns, int64_t units) {
  return std::popcount(nonzero_units(panel, columns, units / 2, units)) < kLanes / 2;
}

template <ElementType kType, int kRows, int kVectors, Reading kReading>
HWY_INLINE void multiply_at(const Block& block, int64_t row, int64_t column, __mmask16 last_mask,
                            const NonzeroUnits* nonzero) {
  const LeftRows rows = block.rows_from(row);
  const LinePlaces columns = block.panel_at(column);
  const BlockPlace place = {block.output, row, column, last_mask};
  if constexpr (kRows == kListedRows && kType == ElementType::f32 &&
                kReading != Reading::gathered_left) {
    if (nonzero != nullptr)
      return multiply_panel<kType, kRows, kVectors, kReading, true>(block.units, rows, columns,
                                                                    nonzero, place);
  }
  multiply_panel<kType, kRows, kVectors, kReading, false>(block.units, rows, columns, nullptr,
                                                          place);
}

/// Multiplies a block whose rows have units that are zero: these are looked for once for all
/// columns, in as many rows as a panel of a packed operand has.
template <Reading kReading>
void multiply_zero_rows(const Block& block) {
  NonzeroUnits nonzero;
  for_blocks_of_rows(block.first_row, block.last_row, [&]<int kRows>(int64_t row) {
    if (kRows == kListedRows && row % kBlockLines == 0)
      nonzero.find(block.rows_from(row), std::min(kBlockLines, block.last_row - row), block.units);
    for_panels(block.first_column, block.last_column,
               [&]<int kVectors>(int64_t column, __mmask16 mask) {
                 multiply_at<ElementType::f32, kRows, kVectors, kReading>(block, row, column, mask,
                                                                          &nonzero);
               });
  });
}

/// Multiplies a block. Where `lists`, units that are zero in all columns of a panel are looked for.
template <ElementType kType, Reading kReading>
void multiply_panels(const Block& block, bool lists) {
  std::optional<bool> left_is_finite;  // where that has been asked
  for_panels(block.first_column, block.last_column,
             [&]<int kVectors>(int64_t column, __mmask16 mask) {
               NonzeroUnits nonzero;
               const LinePlaces panel = block.panel_at(column);
               const int64_t columns = std::min(kRightLines, block.last_column - column);
               bool listed = lists && has_zero_columns(panel, columns, block.units);
               if (listed && !left_is_finite) left_is_finite = block.left_is_finite();
               listed = listed && *left_is_finite;
               if (listed) nonzero.find(panel, columns, block.units);
               for_blocks_of_rows(block.first_row, block.last_row, [&]<int kRows>(int64_t row) {
                 multiply_at<kType, kRows, kVectors, kReading>(block, row, column, mask,
                                                               listed ? &nonzero : nullptr);
               });
             });
}

template <ElementType kType, Reading kReading = Reading::plain>
void multiply(const Block& block) {
  if constexpr (kType == ElementType::f32 && kReading != Reading::gathered_left) {
    const bool lists = block.units >= kListedUnits && block.units <= NonzeroUnits::kMost &&
                       block.last_row - block.first_row >= kListedRows;
    if (lists && has_zero_rows(block) && block.right_is_finite())
      return multiply_zero_rows<kReading>(block);
    return multiply_panels<kType, kReading>(block, lists);
  }
  multiply_panels<kType, kReading>(block, false);
}

HWY_POP_ATTRIBUTES

}  // namespace

void multiply_lines(ElementType type, int64_t units, const Left& left, const Right& right,
                    const Output& output, int64_t first_row, int64_t last_row, int64_t first_column,
                    int64_t last_column) {
  check(first_row % kBlockLines == 0 && first_column % kRightLines == 0,
        "a product's block begins inside of a panel: {}, {}", first_row, first_column);
  if (right.line_stride > 0) {
    check(first_row == 0 && last_row <= kFewRows && left.lines == nullptr,
          "lines where they are, times rows {} to {}", first_row, last_row);
    return multiply_right_lines(type, units, left, right, output, last_row, first_column,
                                last_column);
  }
  const bool gathers = left.lines != nullptr, is_loose = right.row_stride > 0;
  check(!(gathers && is_loose) && (type == ElementType::f32 || !(gathers || is_loose)),
        "a product reads one operand where it lies, of float32");
  constexpr auto kFloat = ElementType::f32;
  if (type == ElementType::bf16 && has_amx())
    return multiply_tiles(units, left, right, output, first_row, last_row, first_column,
                          last_column);
  const auto kernel = gathers          ? multiply<kFloat, Reading::gathered_left>
                      : is_loose       ? multiply<kFloat, Reading::loose_right>
                      : type == kFloat ? multiply<kFloat>
                                       : multiply<ElementType::bf16>;
  kernel({units, left, right, output, first_row, last_row, first_column, last_column});
}

#else

void multiply_lines(ElementType, int64_t, const Left&, const Right&, const Output&, int64_t,
                    int64_t, int64_t, int64_t) {
  throw InternalError("this CPU has no AVX-512");
}

#endif

}  // namespace tutti::kernel
