// SPDX-License-Identifier: Apache-2.0
#include "kernel/avx512.h"
//
#include "base/error.h"
#include "base/rounding.h"
#include "kernel/avx512_product.h"

namespace tutti::kernel {

using ir::ElementType;

#if HWY_ARCH_X86_64
namespace {

TUTTI_AVX512_ATTRIBUTES

/// Loads bf16 elements as the upper, or the lower, halves of 16 lanes.
__m512i lower_halves(const uint16_t* from, __mmask16 mask) {
  return _mm512_cvtepu16_epi32(_mm256_maskz_loadu_epi16(mask, from));
}
__m512i upper_halves(const uint16_t* from, __mmask16 mask) {
  return _mm512_slli_epi32(lower_halves(from, mask), 16);
}

/// How numbers become units: as they are, bf16 as float32, or two bf16 as one.
enum class Units { same, widened, pairs };

/// Loads 16 units of a contiguous line from `unit` on.
template <Units kUnits>
__m512i units_along(const Lines& from, int64_t line, int64_t unit) {
  const int64_t start = line * from.row_stride;
  if constexpr (kUnits == Units::same)
    return _mm512_maskz_loadu_epi32(first16(from.k - unit),
                                    static_cast<const float*>(from.data) + start + unit);
  const auto* data = static_cast<const uint16_t*>(from.data) + start;
  if constexpr (kUnits == Units::widened)
    return upper_halves(data + unit, first16(from.k - unit));
  else
    return _mm512_maskz_loadu_epi16(first32(from.k - 2 * unit), data + 2 * unit);
}

/// Loads unit `unit` of the lines from `line` on that are in `mask`; lines are columns in memory.
template <Units kUnits>
__m512i units_across(const Lines& from, int64_t line, int64_t unit, __mmask16 mask) {
  if constexpr (kUnits == Units::same)
    return _mm512_maskz_loadu_epi32(
        mask, static_cast<const float*>(from.data) + unit * from.row_stride + line);
  const auto* data = static_cast<const uint16_t*>(from.data) + line;
  if constexpr (kUnits == Units::widened) {
    return upper_halves(data + unit * from.row_stride, mask);
  } else {
    const __m512i even = lower_halves(data + 2 * unit * from.row_stride, mask);
    if (2 * unit + 1 == from.k) return even;
    return _mm512_or_si512(even, upper_halves(data + (2 * unit + 1) * from.row_stride, mask));
  }
}

/// Packs 16 lines from `line` on. Their first unit goes to `to`, the next one `step` numbers
/// further.
template <Units kUnits>
void pack_along(const Lines& from, int64_t line, int64_t first_unit, int64_t last_unit, float* to,
                int64_t step) {
  const int64_t present = std::min(kLanes, from.lines - line);
  for (int64_t unit = first_unit; unit < last_unit; unit += kLanes) {
    __m512i rows[kLanes];
    for (int64_t i = 0; i < kLanes; i++)
      rows[i] = i < present ? units_along<kUnits>(from, line + i, unit) : _mm512_setzero_si512();
    transpose(rows);
    for (int64_t i = 0; i < std::min(kLanes, last_unit - unit); i++)
      _mm512_storeu_si512(to + (unit + i) * step, rows[i]);
  }
}

/// Packs the lines of a panel, which are columns, from `line` on, as so many vectors of lines. Each
/// of a unit's loads is an instruction of its own: the processor foresees what that reads next, the
/// same distance further.
template <Units kUnits, int64_t kVectors>
void pack_across(const Lines& from, int64_t line, int64_t first_unit, int64_t last_unit,
                 float* panel) {
  const int64_t present = from.lines - line;
  float* to = panel + first_unit * kVectors * kLanes;
  for (int64_t unit = first_unit; unit < last_unit; unit++)
    unrolled<kVectors>([&](auto vector) {
      constexpr int64_t kFirst = vector * kLanes;
      _mm512_storeu_si512(
          to, units_across<kUnits>(from, line + kFirst, unit, first16(present - kFirst)));
      to += kLanes;
    });
}

/// The same, where packed lines are `step` numbers apart and each is contiguous.
template <bool kAlong>
void pack_pairs(const Lines& from, int64_t line, int64_t first_unit, int64_t last_unit, float* to,
                int64_t step) {
  const int64_t present = std::min(kLanes, from.lines - line);
  const __mmask16 lines = first16(present);
  for (int64_t unit = first_unit; unit < last_unit; unit += kLanes) {
    const int64_t units = std::min(kLanes, last_unit - unit);
    __m512i rows[kLanes];
    for (int64_t i = 0; i < kLanes; i++) {
      rows[i] = _mm512_setzero_si512();
      if (kAlong && i < present) rows[i] = units_along<Units::pairs>(from, line + i, unit);
      if (!kAlong && i < units) rows[i] = units_across<Units::pairs>(from, line, unit + i, lines);
    }
    if (!kAlong) transpose(rows);
    for (int64_t i = 0; i < present; i++)
      _mm512_mask_storeu_epi32(to + i * step + unit, first16(units), rows[i]);
  }
}

/// Does what pack_lines does where the lines of a panel fill whole vectors.
template <Units kUnits>
void pack_panels(const Lines& from, int64_t panel_lines, int64_t first_line, int64_t last_line,
                 int64_t first_unit, int64_t last_unit, int64_t units, float* panels) {
  if (!from.contiguous) {
    check(panel_lines == kRightLines || panel_lines == kBlockLines, "panels of {} columns",
          panel_lines);
    const auto pack = panel_lines == kRightLines ? pack_across<kUnits, kRightLines / kLanes>
                                                 : pack_across<kUnits, kBlockLines / kLanes>;
    for (int64_t unit = first_unit; unit < last_unit; unit += kLanes)
      for (int64_t line = first_line; line < last_line; line += panel_lines)
        pack(from, line, unit, std::min(unit + kLanes, last_unit), panels + line * units);
    return;
  }
  for (int64_t line = first_line; line < last_line; line += kLanes) {
    float* panel = panels + line / panel_lines * units * panel_lines;
    pack_along<kUnits>(from, line, first_unit, last_unit, panel + line % panel_lines, panel_lines);
  }
}

HWY_POP_ATTRIBUTES

}  // namespace

void pack_lines(const Lines& from, ElementType type, int64_t panel_lines, int64_t first_line,
                int64_t last_line, int64_t first_unit, int64_t last_unit, float* panels) {
  const int64_t units = product_units(type, from.k);
  if (panel_lines == 1) {
    const auto pack = from.contiguous ? pack_pairs<true> : pack_pairs<false>;
    for (int64_t line = first_line; line < last_line; line += kLanes)
      pack(from, line, first_unit, last_unit, panels + line * units, units);
    return;
  }
  const auto pack = from.type == ElementType::f32 ? pack_panels<Units::same>
                    : type == ElementType::f32    ? pack_panels<Units::widened>
                                                  : pack_panels<Units::pairs>;
  pack(from, panel_lines, first_line, round_up(last_line, panel_lines), first_unit, last_unit,
       units, panels);
}

#else

void pack_lines(const Lines&, ElementType, int64_t, int64_t, int64_t, int64_t, int64_t, float*) {
  throw InternalError("this CPU has no AVX-512");
}

#endif

}  // namespace tutti::kernel
