// SPDX-License-Identifier: Apache-2.0
#include "kernel/amx_product.h"

#include <algorithm>
#include <cstddef>

#include "base/error.h"
#include "base/rounding.h"
#include "kernel/avx512_store-inl.h"

namespace tutti::kernel {

#if HWY_ARCH_X86_64
namespace {

TUTTI_AVX512_ATTRIBUTES

// A tile: 16 rows of 16 units, or of 16 sums.
constexpr int64_t kTileRows = 16, kTileRowBytes = kTileRows * kUnitBytes;
constexpr int kTiles = 8;

// Tiles of a block, at most: its sums take six of the eight tiles, and the operands the other two.
constexpr int kMostLeft = 2, kMostRight = kRightLines / kTileRows;
constexpr int kLeftTile = 6, kRightTile = 7;
static_assert(kMostLeft * kMostRight == kLeftTile && kTerms % kTileRows == 0);

// Assembly, because the compilers' intrinsics do not take template constants, and those of GCC 12
// do not tell that a load reads memory.
template <int kTile>
void zero_tile() {
  asm volatile("tilezero %%tmm%c0" : : "i"(kTile));
}
template <int kTile>
void load_tile(const void* from, int64_t row_bytes) {
  asm volatile("tileloadd (%0,%1,1), %%tmm%c2"
               :
               : "r"(from), "r"(row_bytes), "i"(kTile)
               : "memory");
}
template <int kTile>
void store_tile(void* to, int64_t row_bytes) {
  asm volatile("tilestored %%tmm%c2, (%0,%1,1)" : : "r"(to), "r"(row_bytes), "i"(kTile) : "memory");
}
template <int kSums>
void multiply_tile() {
  asm volatile("tdpbf16ps %%tmm%c0, %%tmm%c1, %%tmm%c2"
               :
               : "i"(kRightTile), "i"(kLeftTile), "i"(kSums));
}

/// Configures all tiles to their full size, for as long as it exists.
class TilesInUse {
 public:
  TilesInUse() {
    struct alignas(64) {
      uint8_t palette = 1, start_row = 0, reserved[14] = {};
      uint16_t row_bytes[16] = {};
      uint8_t rows[16] = {};
    } sizes;
    static_assert(sizeof sizes == 64);
    std::fill_n(sizes.row_bytes, kTiles, static_cast<uint16_t>(kTileRowBytes));
    std::fill_n(sizes.rows, kTiles, static_cast<uint8_t>(kTileRows));
    asm volatile("ldtilecfg %0" : : "m"(sizes) : "memory");
  }
  ~TilesInUse() { asm volatile("tilerelease"); }
  TilesInUse(const TilesInUse&) = delete;
  TilesInUse& operator=(const TilesInUse&) = delete;
};

/// A tile that is not whole in any operand.
struct TileCopy {
  alignas(64) float rows[kTileRows][kTileRows];
};
/// The memory from which a tile is loaded.
struct TileSource {
  const void* first;
  int64_t row_bytes;
};

const std::byte* left_at(const Left& left, int64_t line, int64_t unit) {
  return static_cast<const std::byte*>(left.data) + line * left.line_bytes + unit * left.unit_bytes;
}

/// Copies the units that there are of 16 lines and 16 units, and writes zeros for the others.
TileSource copy_tile(const Left& left, int64_t line, int64_t lines, int64_t unit, int64_t units,
                     TileCopy& copy) {
  const __mmask16 mask = first16(units);
  for (int64_t i = 0; i < kTileRows; i++)
    _mm512_store_ps(copy.rows[i], i < lines
                                      ? _mm512_maskz_loadu_ps(mask, left_at(left, line + i, unit))
                                      : _mm512_setzero_ps());
  return {copy.rows, kTileRowBytes};
}

/// A panel of the right operand. The units that do not fill a tile are copied, followed by zeros.
struct RightPanel {
  const float* data;
  int64_t whole;  // units
  alignas(64) float rest[kTileRows * kRightLines];

  RightPanel(const float* panel, int64_t units)
      : data(panel), whole(units / kTileRows * kTileRows) {
    const int64_t left = units - whole;
    if (left == 0) return;
    std::copy_n(panel + whole * kRightLines, left * kRightLines, rest);
    std::fill(rest + left * kRightLines, rest + kTileRows * kRightLines, 0.0f);
  }
  const float* at(int64_t unit) const { return unit < whole ? data + unit * kRightLines : rest; }
};

/// Adds the products of kLeft tiles and kRight tiles, of 16 units each. Every second row of tiles
/// goes backwards, because its first right tile is still loaded.
template <int kLeft, int kRight>
HWY_INLINE void add_products(const TileSource (&left)[kMostLeft], const float* right) {
  constexpr int64_t kRowBytes = kRightLines * kUnitBytes;
  unrolled<kLeft>([&](auto i) {
    load_tile<kLeftTile>(left[i].first, left[i].row_bytes);
    unrolled<kRight>([&](auto step) {
      constexpr int kColumn = i % 2 == 0 ? int{step} : kRight - 1 - step;
      if (i == 0 || step > 0) load_tile<kRightTile>(right + kColumn * kTileRows, kRowBytes);
      multiply_tile<i * kMostRight + kColumn>();
    });
  });
}

/// The sums of a block, row-major.
template <int kLeft, int kRight>
struct BlockSums {
  alignas(64) float rows[kLeft * kTileRows][kRight * kTileRows];
};

/// Computes sums over units [first, last) for up to kLeft * 16 rows.
template <int kLeft, int kRight>
HWY_FLATTEN void sum_products(const Left& left, const RightPanel& right, int64_t row, int64_t rows,
                              int64_t first, int64_t last, BlockSums<kLeft, kRight>& sums) {
  unrolled<kLeft>(
      [](auto i) { unrolled<kRight>([&](auto j) { zero_tile<i * kMostRight + j>(); }); });
  TileSource tiles[kMostLeft];
  int64_t unit = first;
  if (rows == kLeft * kTileRows)
    for (; unit + kTileRows <= last; unit += kTileRows) {
      for (int i = 0; i < kLeft; i++)
        tiles[i] = {left_at(left, row + i * kTileRows, unit), left.line_bytes};
      add_products<kLeft, kRight>(tiles, right.at(unit));
    }
  TileCopy copies[kLeft];
  for (; unit < last; unit += kTileRows) {
    for (int i = 0; i < kLeft; i++)
      tiles[i] =
          copy_tile(left, row + i * kTileRows, rows - i * kTileRows, unit, last - unit, copies[i]);
    add_products<kLeft, kRight>(tiles, right.at(unit));
  }
  unrolled<kLeft>([&](auto i) {
    unrolled<kRight>([&](auto j) {
      store_tile<i * kMostRight + j>(&sums.rows[i * kTileRows][j * kTileRows],
                                     kRight * kTileRowBytes);
    });
  });
}

/// Computes `rows` rows of C from `row` on, at most kLeft tiles, and kRight vectors of columns.
template <int kLeft, int kRight>
void multiply_block(int64_t units, const Left& left, const RightPanel& right, const Output& output,
                    int64_t row, int64_t rows, int64_t column, __mmask16 last_mask) {
  BlockSums<kLeft, kRight> totals, part;
  const int64_t terms = round_up(terms_of(units), kTileRows);
  for (int64_t first = 0; first < units; first += terms) {
    const int64_t last = std::min(first + terms, units);
    sum_products(left, right, row, rows, first, last, first == 0 ? totals : part);
    if (first == 0) continue;
    for (int64_t i = 0; i < kLeft * kTileRows; i++)
      for (int64_t j = 0; j < kRight * kTileRows; j++) totals.rows[i][j] += part.rows[i][j];
  }
  for_blocks_of_rows(0, rows, [&]<int kRows>(int64_t i) {
    Sums<kRows, kRight> sums;
    unrolled<kRows>([&](auto r) {
      unrolled<kRight>(
          [&](auto j) { sums[r][j] = _mm512_load_ps(&totals.rows[i + r][j * kLanes]); });
    });
    const BlockPlace place{output, row + i, column, last_mask};
    finish<ElementType::bf16, kRows, kRight>(sums, units, place);
  });
}

void multiply(int64_t units, const Left& left, const float* right, const Output& output,
              int64_t first_row, int64_t last_row, int64_t first_column, int64_t last_column) {
  const TilesInUse tiles;
  for_panels(first_column, last_column, [&]<int kVectors>(int64_t column, __mmask16 mask) {
    const RightPanel panel(right + column * units, units);
    for (int64_t row = first_row; row < last_row; row += kMostLeft * kTileRows) {
      const int64_t rows = std::min(kMostLeft * kTileRows, last_row - row);
      const auto block =
          rows > kTileRows ? multiply_block<kMostLeft, kVectors> : multiply_block<1, kVectors>;
      block(units, left, panel, output, row, rows, column, mask);
    }
  });
}

HWY_POP_ATTRIBUTES

}  // namespace

void multiply_tiles(int64_t units, const Left& left, const Right& right, const Output& output,
                    int64_t first_row, int64_t last_row, int64_t first_column,
                    int64_t last_column) {
  check(!left.packed, "tiles were given a left operand in panels");
  multiply(units, left, right.data, output, first_row, last_row, first_column, last_column);
}

#else

void multiply_tiles(int64_t, const Left&, const Right&, const Output&, int64_t, int64_t, int64_t,
                    int64_t) {
  throw InternalError("this CPU has no AMX");
}

#endif

}  // namespace tutti::kernel
