// SPDX-License-Identifier: Apache-2.0
#include "kernel/packed_matmul.h"

#include <algorithm>
#include <cstring>
#include <utility>

#include "base/checked.h"
#include "base/rounding.h"
#include "kernel/cpu_features.h"
#include "kernel/element_at.h"
#include "kernel/simd.h"

namespace tutti::kernel {
namespace {

using ir::ElementType;

// What one task packs: it fits into a core's second-level cache, and is in long runs of memory.
struct Packing {
  int64_t lines, units;
};
Packing packing_of(const Lines& from) {
  return from.contiguous ? Packing{kRightLines, 256} : Packing{4 * kRightLines, 64};
}
static_assert(kRightLines % kBlockLines == 0);

// Rows of the left operand that stay in a core's second-level cache while it walks the panels.
constexpr int64_t kBlockRows = 128;

// Tiles multiply faster than the panels of a B that was packed before come from memory. So each
// panel is read once by as many rows as leave half of that cache to the rest.
constexpr int64_t kTileBlockRows = 512, kTileBlockBytes = int64_t{1} << 20;

// With fewer pieces, workers would be idle while the last ones are computed.
constexpr int64_t kPieces = 32;

// A product of fewer multiplications is not shared among the workers.
constexpr int64_t kShared = int64_t{1} << 24;

// Packed operands of this many bytes stay in the third-level cache while they are multiplied.
constexpr int64_t kPartBytes = int64_t{4} << 20;
constexpr int64_t kPartUnits = 256;  // at least: each part reads and writes the sums again
// Units of gathered operands: a panel of the right one stays in the second-level cache.
constexpr int64_t kGatheredUnits = 2560;

int64_t packed_bytes(int64_t lines, int64_t panel_lines, int64_t units) {
  const int64_t numbers = checked_multiply(round_up(lines, panel_lines), units, "matrix product");
  return round_up(checked_multiply(numbers, int64_t{4}, "matrix product"), kCacheLine);
}

int64_t tasks_of_packing(const Lines& from, ElementType type) {
  const Packing packing = packing_of(from);
  return divide_up(from.lines, packing.lines) *
         divide_up(product_units(type, from.k), packing.units);
}

void pack_task(const Lines& from, ElementType type, int64_t panel_lines, int64_t task,
               float* panels) {
  const int64_t units = product_units(type, from.k);
  const Packing packing = packing_of(from);
  const int64_t groups = divide_up(from.lines, packing.lines);
  const int64_t line = task % groups * packing.lines, unit = task / groups * packing.units;
  pack_lines(from, type, panel_lines, line, std::min(line + packing.lines, from.lines), unit,
             std::min(unit + packing.units, units), panels);
}

ElementType multiplied(const MatmulProblem& p) {
  const bool is_bf16 =
      p.a == ElementType::bf16 && p.b == ElementType::bf16 && has_avx512_product(ElementType::bf16);
  return is_bf16 ? ElementType::bf16 : ElementType::f32;
}

// Whether A is stored as [k, m] with so many columns that the numbers of a column share few sets of
// the first-level cache, while each panel of B reads them again.
bool is_far(const MatmulProblem& p) {
  constexpr int64_t kFarLines = 512;
  return p.transpose_a && p.m >= kFarLines && p.n > kRightLines;
}

// Whether A is packed if it is the left operand.
bool packs_left(const MatmulProblem& p, ElementType type) {
  return p.a != type || is_far(p) || (type == ElementType::bf16 && (p.transpose_a || p.k % 2 != 0));
}

// Transposed C.
MatmulProblem swapped(const MatmulProblem& p) {
  return {.batch = p.batch,
          .m = p.n,
          .n = p.m,
          .k = p.k,
          .transpose_a = !p.transpose_b,
          .transpose_b = !p.transpose_a,
          .a = p.b,
          .b = p.a,
          .c = p.c,
          .has_bias = p.has_bias};
}

// Whether the lines of B are read where they are.
bool reads_lines(const MatmulProblem& p, ElementType type) {
  if (p.m > kFewRows || p.keeps_b || !p.transpose_b) return false;
  if (p.b == ElementType::f32) return true;
  if (type == ElementType::f32) return !p.transpose_a && widens_lines(p.k);
  return p.k % 2 == 0 && !has_amx();
}

// Whether so many rows of B at a time are read where they are: by few rows of A, or from the
// second-level cache, into which they come in long runs.
bool reads_rows(const MatmulProblem& p, ElementType type, int64_t units) {
  constexpr int64_t kMostBytes = int64_t{512} << 10, kMostRowBytes = 2048;
  if (type != ElementType::f32 || p.b != type || p.transpose_b) return false;
  const int64_t row_bytes = p.n * kUnitBytes;
  return p.m <= kFewRows ||
         (p.m <= kBlockRows && row_bytes <= kMostRowBytes && units <= kMostBytes / row_bytes);
}

// Whether B has so few columns that most lanes of a vector of them would be empty. The rows of A
// are then the lines of a product of few rows, and are read where they are.
bool is_thin(const MatmulProblem& p, ElementType type) {
  return type == ElementType::f32 && p.n <= kFewRows && p.n < p.m &&
         !packs_left(swapped(p), type) && reads_lines(swapped(p), type);
}

// Whether it is cheaper to pack A than B: the few tokens of a question, not the weights. Neither is
// packed where B is kept packed, or has few columns.
bool swaps(const MatmulProblem& p, ElementType type) {
  if (p.adds || reads_lines(p, type)) return false;
  if (is_thin(p, type)) return true;
  if (p.keeps_b && p.batch == 1 && !packs_left(p, type)) return false;
  return p.m < p.n && !p.transpose_a && p.transpose_b && !packs_left(swapped(p), type);
}

}  // namespace

PackedMatmul::PackedMatmul(const MatmulProblem& problem)
    : type_(multiplied(problem)), swaps_(swaps(problem, type_)) {
  problem_ = swaps_ ? swapped(problem) : problem;
  const MatmulProblem& p = problem_;
  units_ = product_units(type_, p.k);
  packs_left_ = packs_left(p, type_);
  is_shared_ = p.batch == 1 || p.m * p.n >= divide_up(kShared, p.k);
  part_units_ = units_;
  if (is_shared_ && !swaps_ && p.transpose_a && p.c == ElementType::f32 && !p.has_bias) {
    // The rows of B may be read where they are if it is taken in parts.
    const bool cuts = !reads_rows(p, type_, units_) && reads_rows(p, type_, kPartUnits);
    const int64_t most = cuts ? kPartUnits : std::max(kPartBytes / (4 * (p.m + p.n)), kPartUnits);
    part_units_ = divide_up(units_, divide_up(units_, most));
  }
  packs_right_ = !reads_lines(p, type_) && (!reads_rows(p, type_, part_units_) || right_form());
  left_bytes_ = packs_left_ ? packed_bytes(p.m, left_lines(type_), part_units_) : 0;
  right_bytes_ = right_form() || !packs_right_ ? 0 : packed_bytes(p.n, kRightLines, part_units_);
  bias_bytes_ =
      problem.has_bias && problem.c == ElementType::bf16 ? packed_bytes(problem.n, 1, 1) : 0;
  cut();
}

PackedMatmul::PackedMatmul(GatheredOperands gathered, int64_t n)
    : type_(ElementType::f32),
      swaps_(false),
      problem_{.m = static_cast<int64_t>(gathered.rows.size()),
               .n = n,
               .k = static_cast<int64_t>(gathered.units.size())},
      gathered_(std::move(gathered)),
      units_(problem_.k),
      part_units_(divide_up(units_, divide_up(units_, kGatheredUnits))),
      packs_left_(false),
      is_shared_(true),
      left_bytes_(0),
      right_bytes_(packed_bytes(n, kRightLines, part_units_)),
      bias_bytes_(0) {
  cut();
}

void PackedMatmul::cut() {
  const MatmulProblem& p = problem_;
  const bool has_tiles = type_ == ElementType::bf16 && has_amx() && right_form();
  const bool stays = units_ <= kTileBlockBytes / (kTileBlockRows * kUnitBytes);
  block_rows_ = even_piece(p.m, has_tiles && stays ? kTileBlockRows : kBlockRows);
  row_blocks_ = divide_up(p.m, block_rows_);
  const int64_t panels = divide_up(p.n, kRightLines);
  const int64_t groups = std::min(panels, divide_up(kPieces, row_blocks_));
  block_columns_ = divide_up(panels, groups) * kRightLines;
  column_blocks_ = divide_up(p.n, block_columns_);
}

size_t PackedMatmul::workspace_bytes(int workers) const {
  const int64_t copies = is_shared_ ? 1 : workers;
  const int64_t packed =
      checked_multiply(checked_add(left_bytes_, right_bytes_, "workspace"), copies, "workspace");
  return static_cast<size_t>(checked_add(bias_bytes_, packed, "workspace"));
}

PackedMatmul::Operands PackedMatmul::operands(int64_t index, int64_t first_unit,
                                              const MatmulOperands& whole, const float* bias,
                                              std::byte* memory) const {
  const MatmulProblem& p = problem_;
  const int64_t per_unit = type_ == ElementType::f32 ? 1 : 2;
  const int64_t k = first_unit * per_unit;
  const int64_t part = std::min(part_units_ * per_unit, p.k - k);
  // A single column of C is in memory as a single row is.
  const bool transposed = swaps_ && (p.m > 1 || p.has_bias);
  const void* a = swaps_ ? whole.b : whole.a;
  const void* b = swaps_ ? whole.a : whole.b;
  if (gathered_)
    return {
        .left =
            {.data = a, .type = p.a, .contiguous = true, .row_stride = 0, .lines = p.m, .k = part},
        .right = {.data = element_at(b, p.b, k * gathered_->b_row_stride),
                  .type = p.b,
                  .contiguous = false,
                  .row_stride = gathered_->b_row_stride,
                  .lines = p.n,
                  .k = part},
        .output = {.data = whole.c,
                   .type = p.c,
                   .row_stride = gathered_->c_row_stride,
                   .transposed = false,
                   .adds = first_unit > 0},
        .packed_left = nullptr,
        .packed_right = reinterpret_cast<float*>(memory),
        .kept = nullptr,
        .units = gathered_->units.data() + first_unit};
  return {.left = {.data = element_at(a, p.a, index * p.m * p.k + k * (p.transpose_a ? p.m : 1)),
                   .type = p.a,
                   .contiguous = !p.transpose_a,
                   .row_stride = p.transpose_a ? p.m : p.k,
                   .lines = p.m,
                   .k = part},
          .right = {.data = element_at(b, p.b, index * p.k * p.n + k * (p.transpose_b ? 1 : p.n)),
                    .type = p.b,
                    .contiguous = p.transpose_b,
                    .row_stride = p.transpose_b ? p.k : p.n,
                    .lines = p.n,
                    .k = part},
          .output = {.data = element_at(whole.c, p.c, index * p.m * p.n),
                     .type = p.c,
                     .row_stride = transposed ? p.m : p.n,
                     .transposed = transposed,
                     .adds = p.adds || first_unit > 0,
                     .bias = bias},
          .packed_left = reinterpret_cast<float*>(memory),
          .packed_right = reinterpret_cast<float*>(memory + left_bytes_),
          .kept = reinterpret_cast<const float*>(whole.right),
          .units = nullptr};
}

int64_t PackedMatmul::pack_tasks(const Operands& operands) const {
  return (packs_left_ ? tasks_of_packing(operands.left, type_) : 0) + right_tasks(operands);
}

int64_t PackedMatmul::right_tasks(const Operands& operands) const {
  return operands.kept || !packs_right_ ? 0 : tasks_of_packing(operands.right, type_);
}

void PackedMatmul::pack(const Operands& operands, int64_t task) const {
  const int64_t right = right_tasks(operands);
  if (task < right)
    pack_task(operands.right, type_, kRightLines, task, operands.packed_right);
  else
    pack_task(operands.left, type_, left_lines(type_), task - right, operands.packed_left);
}

Left PackedMatmul::left(const Operands& operands) const {
  if (packs_left_)
    return packed_left(type_, operands.packed_left, product_units(type_, operands.left.k));
  const Lines& lines = operands.left;
  if (gathered_)
    return {.data = lines.data,
            .packed = false,
            .line_bytes = 0,
            .unit_bytes = 0,
            .lines = gathered_->rows.data(),
            .units = operands.units};
  const int64_t row = lines.row_stride * static_cast<int64_t>(ir::byte_size(lines.type));
  return {.data = lines.data,
          .packed = false,
          .line_bytes = lines.contiguous ? row : kUnitBytes,
          .unit_bytes = lines.contiguous ? kUnitBytes : row};
}

Right PackedMatmul::right(const Operands& operands) const {
  if (operands.kept) return {operands.kept};
  if (packs_right_) return {operands.packed_right};
  const Lines& lines = operands.right;
  const auto* data = static_cast<const float*>(lines.data);
  if (!lines.contiguous) return {.data = data, .row_stride = lines.row_stride};
  return {.data = data,
          .line_stride = product_units(lines.type, lines.row_stride),
          .line_type = lines.type};
}

void PackedMatmul::multiply(const Operands& operands, int64_t task) const {
  const int64_t row = task / column_blocks_ * block_rows_;
  const int64_t column = task % column_blocks_ * block_columns_;
  multiply_lines(type_, product_units(type_, operands.right.k), left(operands), right(operands),
                 operands.output, row, std::min(row + block_rows_, problem_.m), column,
                 std::min(column + block_columns_, problem_.n));
}

std::optional<PackedMatmul::RightForm> PackedMatmul::right_form() const {
  if (!problem_.keeps_b || swaps_ || problem_.batch != 1 || part_units_ != units_)
    return std::nullopt;
  return RightForm{.type = type_,
                   .from = problem_.b,
                   .contiguous = problem_.transpose_b,
                   .lines = problem_.n,
                   .k = problem_.k,
                   .bytes = packed_bytes(problem_.n, kRightLines, units_)};
}

void PackedMatmul::make_right(Team& team, const void* b, std::byte* right) const {
  Operands made = operands(0, 0, {.a = nullptr, .b = b, .c = nullptr}, nullptr, nullptr);
  made.packed_right = reinterpret_cast<float*>(right);
  auto packing = [&](int64_t task, int) { pack(made, task); };
  team.run(right_tasks(made), packing);
}

void PackedMatmul::unpack_right(const RightForm& form, const std::byte* right, std::byte* b) {
  check(form.type == form.from, "B was converted when it was packed");
  const auto size = static_cast<int64_t>(ir::byte_size(form.type));
  const int64_t units = product_units(form.type, form.k), in_unit = kUnitBytes / size;
  for (int64_t line = 0; line < form.lines; line++)
    for (int64_t at = 0; at < form.k; at++) {
      const int64_t unit =
          (line / kRightLines * units + at / in_unit) * kRightLines + line % kRightLines;
      const int64_t element = form.contiguous ? line * form.k + at : at * form.lines + line;
      std::memcpy(b + element * size, right + unit * kUnitBytes + at % in_unit * size,
                  static_cast<size_t>(size));
    }
}

const float* PackedMatmul::wide_bias(const void* bias, std::byte* memory) const {
  if (bias_bytes_ == 0) return static_cast<const float*>(bias);
  auto* wide = reinterpret_cast<float*>(memory);
  const int64_t count = swaps_ ? problem_.m : problem_.n;
  for (int64_t i = 0; i < count; i++) wide[i] = to_float(static_cast<const Bfloat16*>(bias)[i]);
  return wide;
}

void PackedMatmul::run(Team& team, const MatmulOperands& whole, std::byte* workspace) const {
  const float* bias = wide_bias(whole.bias, workspace);
  workspace += bias_bytes_;
  if (!is_shared_) {
    auto product = [&](int64_t index, int worker) {
      const Operands own =
          operands(index, 0, whole, bias, workspace + worker * (left_bytes_ + right_bytes_));
      for (int64_t task = 0; task < pack_tasks(own); task++) pack(own, task);
      for (int64_t task = 0; task < multiply_tasks(); task++) multiply(own, task);
    };
    return team.run(problem_.batch, product);
  }
  for (int64_t index = 0; index < problem_.batch; index++)
    for (int64_t unit = 0; unit < units_; unit += part_units_) {
      const Operands shared = operands(index, unit, whole, bias, workspace);
      auto packing = [&](int64_t task, int) { pack(shared, task); };
      auto multiplying = [&](int64_t task, int) { multiply(shared, task); };
      team.run(pack_tasks(shared), packing);
      team.run(multiply_tasks(), multiplying);
    }
}

}  // namespace tutti::kernel
