// SPDX-License-Identifier: Apache-2.0
#include "kernel/elementwise.h"

#include <algorithm>
#include <cstring>

#include "base/error.h"
#include "base/rounding.h"
#include "kernel/short_rows.h"

namespace tutti::kernel {
namespace {

constexpr int64_t kTaskElements = 32 * kBlock;

}  // namespace

BlockSource::BlockSource(ir::ElementType type, std::vector<int64_t> sizes,
                         std::vector<int64_t> strides)
    : type_(type),
      bytes_(ir::byte_size(type)),
      compute_bytes_(static_cast<size_t>(compute_bytes(type))),
      narrow_(is_narrow(type)) {
  loops_ = {std::move(sizes), {std::move(strides)}};
  collapse(loops_);
  for (int64_t stride : loops_.strides[0]) splat_ = splat_ && stride == 0;
  if (splat_) loops_ = {{kBlock}, {{0}}};
}

void BlockSource::copy(const std::byte* data, int64_t first, int64_t count, std::byte* to) const {
  const std::vector<int64_t>&sizes = loops_.sizes, &strides = loops_.strides[0];
  StridedCursor cursor(sizes, strides, first);
  const int64_t length = sizes.back(), stride = strides.back();
  const int64_t row_stride = sizes.size() < 2 ? 0 : strides[sizes.size() - 2];
  const auto bytes = static_cast<int64_t>(bytes_);
  for (int64_t left = count; left > 0;) {
    const int64_t run = std::min(left, cursor.run());
    const int64_t rows = run < length ? 1 : std::min(cursor.rows(), left / length);
    copy_short_rows(bytes_, data + cursor.offset() * bytes, stride, run, row_stride, rows, to);
    to += rows * run * bytes;
    left -= rows * run;
    if (run < length)
      cursor.advance(run);
    else
      cursor.advance_rows(rows);
  }
}

const std::byte* BlockSource::find(const std::byte* data, int64_t first, int64_t count) const {
  if (!has_runs()) return nullptr;
  const StridedCursor cursor(loops_.sizes, loops_.strides[0], first);
  if (cursor.run() < count) return nullptr;
  return data + cursor.offset() * static_cast<int64_t>(bytes_);
}

const void* BlockSource::read(const std::byte* data, int64_t first, int64_t count, bool padded,
                              void* buffer) const {
  const std::byte* dense = nullptr;
  if (loops_.strides[0].back() == 1) {
    const StridedCursor cursor(loops_.sizes, loops_.strides[0], first);
    if (cursor.run() >= count) dense = data + cursor.offset() * static_cast<int64_t>(bytes_);
  }
  if (dense && !narrow_ && (!padded || count == kBlock)) return dense;
  auto* to = static_cast<std::byte*>(buffer);
  if (narrow_) {
    alignas(64) std::byte words[kBlock * 2];
    if (!dense) copy(data, first, count, words);
    widen(type_, dense ? dense : words, count, to);
  } else {
    copy(data, first, count, to);
  }
  if (padded)
    std::memset(to + static_cast<size_t>(count) * compute_bytes_, 0,
                static_cast<size_t>(kBlock - count) * compute_bytes_);
  return buffer;
}

ElementwiseLoop::ElementwiseLoop(BlockFunction function, const ir::Shape& shape,
                                 const std::vector<Operand>& operands, ir::ElementType result)
    : function_(function), count_(ir::element_count(shape)), type_(result) {
  check(operands.size() <= kMaxOperands && (function || operands.size() == 1),
        "an elementwise operation has {} operands", operands.size());
  for (const Operand& operand : operands)
    sources_.emplace_back(operand.type, shape, operand.strides);
}

void ElementwiseLoop::run(Team& team, const std::byte* const* operands, std::byte* result) const {
  auto task = [&](int64_t index, int) {
    const int64_t first = index * kTaskElements;
    run_blocks(first, std::min(count_, first + kTaskElements), operands, result);
  };
  team.run(divide_up(count_, kTaskElements), task);
}

void ElementwiseLoop::run_blocks(int64_t first, int64_t last, const std::byte* const* operands,
                                 std::byte* result) const {
  alignas(64) std::byte buffers[kMaxOperands + 1][kBlockBytes];
  const void* blocks[kMaxOperands] = {};
  const bool rounds = is_narrow(type_);
  const auto bytes = static_cast<int64_t>(ir::byte_size(type_));
  for (int64_t at = first; at < last; at += kBlock) {
    const int64_t count = std::min(kBlock, last - at);
    for (size_t i = 0; i < sources_.size(); i++)
      if (at == first || !sources_[i].is_splat())
        blocks[i] = sources_[i].is_splat()
                        ? sources_[i].read(operands[i], 0, kBlock, true, buffers[i])
                        : sources_[i].read(operands[i], at, count, true, buffers[i]);
    std::byte* to = result + at * bytes;
    const void* value = blocks[0];
    if (function_) {
      void* block = rounds || count < kBlock ? buffers[kMaxOperands] : to;
      function_(blocks, block);
      value = block;
    }
    if (rounds)
      narrow(type_, value, count, to);
    else if (value != to)
      std::memcpy(to, value, static_cast<size_t>(count * bytes));
  }
}

}  // namespace tutti::kernel
