// SPDX-License-Identifier: Apache-2.0
#include "kernel/reduce.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>

#include "base/checked.h"
#include "base/rounding.h"
#include "kernel/lanes.h"

namespace tutti::kernel {
namespace {

// A row is cut into parts of this many elements, a column into parts of this many rows.
constexpr int64_t kRowPart = 32 * kBlock;
constexpr int64_t kColumnPart = 128;
constexpr int64_t kPartGroup = 32;
constexpr int64_t kTaskElements = 32 * kBlock;
// Rows shorter than this are read column by column where there are many.
constexpr int64_t kShortRow = 32;

/// The loops over the axes that are among `axes`, or over those that are not.
StridedLoops select_axes(const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides,
                         const std::vector<int64_t>& axes, bool among) {
  StridedLoops loops;
  loops.strides.resize(1);
  for (size_t axis = 0; axis < sizes.size(); axis++) {
    const bool found =
        std::find(axes.begin(), axes.end(), static_cast<int64_t>(axis)) != axes.end();
    if (found != among) continue;
    loops.sizes.push_back(sizes[axis]);
    loops.strides[0].push_back(strides[axis]);
  }
  return loops;
}

/// The smallest stride of the axes that is not zero.
int64_t smallest_stride(const StridedLoops& loops) {
  int64_t smallest = INT64_MAX;
  for (size_t axis = 0; axis < loops.sizes.size(); axis++)
    if (loops.sizes[axis] > 1 && loops.strides[0][axis] != 0)
      smallest = std::min(smallest, std::abs(loops.strides[0][axis]));
  return smallest;
}

}  // namespace

StridedReduce::StridedReduce(std::string_view op, ir::ElementType type,
                             const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides,
                             const std::vector<int64_t>& axes)
    : type_(type),
      bytes_(compute_bytes(type)),
      function_(elementwise_function(op, type)),
      fold_(fold_function(op, type)),
      kept_(select_axes(sizes, strides, axes, false)),
      reduced_(select_axes(sizes, strides, axes, true)),
      results_(kept_.count()),
      elements_(reduced_.count()),
      row_(type, reduced_.sizes, reduced_.strides[0]),
      column_(type, kept_.sizes, kept_.strides[0]),
      initial_(type, {}, {}),
      partials_(compute_type(type), {results_}, {1}),
      flat_(type, {results_ * elements_}, {1}) {
  check(function_ && fold_, "there is no reduction by {} of {}", op, ir::name_of(type));
  const bool contiguous_rows = smallest_stride(reduced_) <= smallest_stride(kept_);
  by_rows_ = results_ == 1 || (contiguous_rows && (elements_ >= kShortRow || results_ < kShortRow));
  part_elements_ = by_rows_ ? kRowPart : kColumnPart;
  collapse(kept_);
  collapse(reduced_);
  const auto runs = [](const StridedLoops& loops, int64_t stride) {
    return loops.sizes.size() == 1 && loops.strides[0][0] == stride;
  };
  if (!by_rows_ && results_ > 0 && runs(kept_, 1) && runs(reduced_, results_))
    rows_together_ = std::max<int64_t>(1, kBlock / results_);
  part_elements_ *= rows_together_;
  parts_ = std::max<int64_t>(1, divide_up(elements_, part_elements_));
}

int64_t StridedReduce::workspace_bytes(ir::ElementType type, const std::vector<int64_t>& sizes,
                                       const std::vector<int64_t>& axes) {
  const int64_t elements = select_axes(sizes, sizes, axes, true).count();
  const int64_t parts = std::max<int64_t>(1, divide_up(elements, kColumnPart));
  const int64_t partials = checked_multiply(parts, select_axes(sizes, sizes, axes, false).count(),
                                            "the partial results of a reduction");
  return checked_multiply(partials, compute_bytes(type), "the partial results of a reduction");
}

void StridedReduce::reduce_row(int64_t row, int64_t part, const std::byte* operand,
                               std::byte* partial) const {
  alignas(64) std::byte buffer[kBlockBytes];
  alignas(8) std::byte sums[kRowPart / kBlock * 8];
  const StridedCursor cursor(kept_.sizes, kept_.strides[0], row);
  const std::byte* data = operand + cursor.offset() * static_cast<int64_t>(ir::byte_size(type_));
  const int64_t first = part * part_elements_;
  const int64_t last = std::min(elements_, first + part_elements_);
  int64_t blocks = 0;
  for (int64_t at = first; at < last; at += kBlock, blocks++) {
    const int64_t count = std::min(kBlock, last - at);
    const void* values = row_.is_splat() ? row_.read(data, 0, kBlock, false, buffer)
                                         : row_.read(data, at, count, false, buffer);
    fold_(values, count, sums + blocks * bytes_);
  }
  fold_(sums, blocks, partial);
}

void StridedReduce::run_rows(Team& team, const std::byte* operand, std::byte* partials) const {
  const int64_t items = results_ * parts_;
  const int64_t per_task =
      std::max<int64_t>(1, kTaskElements / std::max<int64_t>(1, std::min(elements_, kRowPart)));
  auto task = [&](int64_t index, int) {
    const int64_t last = std::min(items, (index + 1) * per_task);
    for (int64_t item = index * per_task; item < last; item++)
      reduce_row(item / parts_, item % parts_, operand, partials + item * bytes_);
  };
  team.run(divide_up(items, per_task), task);
}

int64_t StridedReduce::reduce_together(int64_t row, int64_t rows, const std::byte* operand,
                                       std::byte* sums) const {
  const int64_t whole = rows / rows_together_ * rows_together_;
  if (rows_together_ == 1 || whole == 0) return 0;
  alignas(64) std::byte buffer[kBlockBytes];
  const int64_t count = rows_together_ * results_;
  for (int64_t i = 0; i < whole; i += rows_together_) {
    const void* values = flat_.read(operand, (row + i) * results_, count, true, buffer);
    const void* operands[] = {sums, values};
    if (i == 0)
      std::memcpy(sums, values, static_cast<size_t>(kBlock * bytes_));
    else
      function_(operands, sums);
  }
  // A copy of its own, because lanes after a row, which mean nothing, are not combined.
  alignas(64) std::byte row_sums[kBlockBytes];
  std::memcpy(row_sums, sums, static_cast<size_t>(kBlock * bytes_));
  std::memset(buffer, 0, kBlockBytes);
  const int64_t row_bytes = results_ * bytes_;
  for (int64_t i = 1; i < rows_together_; i++) {
    std::memcpy(buffer, sums + i * row_bytes, static_cast<size_t>(row_bytes));
    const void* operands[] = {row_sums, buffer};
    function_(operands, row_sums);
  }
  std::memcpy(sums, row_sums, static_cast<size_t>(kBlock * bytes_));
  return whole;
}

void StridedReduce::reduce_columns(int64_t block, int64_t part, const std::byte* operand,
                                   std::byte* partials) const {
  alignas(64) std::byte buffer[kBlockBytes], sums[kBlockBytes];
  const int64_t first = block * kBlock, count = std::min(kBlock, results_ - first);
  const int64_t row = part * part_elements_;
  const int64_t rows = std::min(elements_ - row, part_elements_);
  const int64_t begun = reduce_together(row, rows, operand, sums);
  StridedCursor cursor(reduced_.sizes, reduced_.strides[0], row + begun);
  for (int64_t i = begun; i < rows; i++, cursor.advance(1)) {
    const std::byte* data = operand + cursor.offset() * static_cast<int64_t>(ir::byte_size(type_));
    const void* values = column_.is_splat() ? column_.read(data, 0, kBlock, true, buffer)
                                            : column_.read(data, first, count, true, buffer);
    if (i == 0) {
      std::memcpy(sums, values, static_cast<size_t>(kBlock * bytes_));
      continue;
    }
    const void* operands[] = {sums, values};
    function_(operands, sums);
  }
  std::memcpy(partials + (part * results_ + first) * bytes_, sums,
              static_cast<size_t>(count * bytes_));
}

void StridedReduce::run_columns(Team& team, const std::byte* operand, std::byte* partials) const {
  const int64_t blocks = divide_up(results_, kBlock);
  auto task = [&](int64_t index, int) {
    reduce_columns(index % blocks, index / blocks, operand, partials);
  };
  team.run(blocks * parts_, task);
}

void StridedReduce::add_parts(const std::byte* partials, int64_t first, int64_t count,
                              std::byte* sums) const {
  std::memset(sums, 0, kBlockBytes);
  if (by_rows_) {  // [results, parts]
    for (int64_t i = 0; i < count; i++)
      fold_(partials + (first + i) * parts_ * bytes_, parts_, sums + i * bytes_);
    return;
  }
  // [parts, results]; groups of parts are added first, so that the error grows with their number.
  alignas(64) std::byte buffer[kBlockBytes], group[kBlockBytes];
  for (int64_t part = 0; part < parts_; part++) {
    const std::byte* data = partials + part * results_ * bytes_;
    const void* values = partials_.read(data, first, count, true, buffer);
    const bool opens = part % kPartGroup == 0;
    const bool closes = part % kPartGroup == kPartGroup - 1 || part == parts_ - 1;
    const void* operands[] = {group, values};
    if (opens)
      std::memcpy(group, values, static_cast<size_t>(kBlock * bytes_));
    else
      function_(operands, group);
    if (!closes) continue;
    const void* sum_operands[] = {sums, group};
    if (part < kPartGroup)
      std::memcpy(sums, group, static_cast<size_t>(kBlock * bytes_));
    else
      function_(sum_operands, sums);
  }
}

void StridedReduce::combine(Team& team, const std::byte* partials, const std::byte* initial,
                            std::byte* result) const {
  const auto result_bytes = static_cast<int64_t>(ir::byte_size(type_));
  auto task = [&](int64_t block, int) {
    alignas(64) std::byte buffer[kBlockBytes], sums[kBlockBytes];
    const int64_t first = block * kBlock, count = std::min(kBlock, results_ - first);
    const void* operands[] = {initial_.read(initial, 0, kBlock, true, buffer), sums};
    if (elements_ == 0)
      std::memcpy(sums, operands[0], static_cast<size_t>(kBlock * bytes_));
    else
      add_parts(partials, first, count, sums);
    if (elements_ > 0) function_(operands, sums);
    std::byte* to = result + first * result_bytes;
    store_lanes(type_, sums, count, to);
  };
  team.run(divide_up(results_, kBlock), task);
}

void StridedReduce::run(Team& team, const std::byte* operand, const std::byte* initial,
                        std::byte* result, std::byte* workspace) const {
  if (results_ == 0) return;
  if (elements_ > 0) {
    if (by_rows_)
      run_rows(team, operand, workspace);
    else
      run_columns(team, operand, workspace);
  }
  combine(team, workspace, initial, result);
}

}  // namespace tutti::kernel
