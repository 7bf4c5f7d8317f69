// SPDX-License-Identifier: Apache-2.0
#include "kernel/strided.h"

#include <algorithm>
#include <cstdlib>
#include <cstring>
#include <numeric>

#include "base/error.h"
#include "base/rounding.h"
#include "kernel/pairs.h"
#include "kernel/word.h"

namespace tutti::kernel {
namespace {

constexpr int64_t kTile = 16;             // elements on a side of a tile
constexpr int64_t kTaskElements = 32768;  // enough for a task

int64_t product(const std::vector<int64_t>& sizes) {
  return std::accumulate(sizes.begin(), sizes.end(), int64_t{1}, std::multiplies<>());
}

bool joins(const StridedLoops& loops, size_t outer, size_t inner) {
  return std::all_of(loops.strides.begin(), loops.strides.end(), [&](const auto& strides) {
    return strides[outer] == strides[inner] * loops.sizes[inner];
  });
}

template <typename Word>
void gather_words(const std::byte* from, int64_t stride, int64_t count, std::byte* to) {
  const auto* source = reinterpret_cast<const Word*>(from);
  auto* target = reinterpret_cast<Word*>(to);
  if (stride == 0) return repeat(sizeof(Word), from, count, to);
  for (int64_t i = 0; i < count; i++) target[i] = source[i * stride];
}

template <typename Word>
void scatter_words(const std::byte* from, int64_t from_stride, int64_t count, std::byte* to,
                   int64_t to_stride) {
  const auto* source = reinterpret_cast<const Word*>(from);
  auto* target = reinterpret_cast<Word*>(to);
  for (int64_t i = 0; i < count; i++) target[i * to_stride] = source[i * from_stride];
}

/// Copies a tile whose rows are contiguous in the source and columns in the destination.
template <typename Word>
void transpose_tile(const std::byte* from, int64_t from_stride, int64_t across, std::byte* to,
                    int64_t to_stride, int64_t along) {
  const auto* source = reinterpret_cast<const Word*>(from);
  auto* target = reinterpret_cast<Word*>(to);
  if (across == kTile && along == kTile) {  // constant bounds, for the compiler
    for (int64_t a = 0; a < kTile; a++)
      for (int64_t b = 0; b < kTile; b++) target[a * to_stride + b] = source[b * from_stride + a];
    return;
  }
  for (int64_t a = 0; a < across; a++)
    for (int64_t b = 0; b < along; b++) target[a * to_stride + b] = source[b * from_stride + a];
}

void copy_run(size_t element_bytes, const std::byte* from, int64_t from_stride, int64_t count,
              std::byte* to, int64_t to_stride) {
  if (to_stride == 1) return gather_run(element_bytes, from, from_stride, count, to);
  with_word(element_bytes, [&](auto word) {
    scatter_words<decltype(word)>(from, from_stride, count, to, to_stride);
  });
}

}  // namespace

int64_t StridedLoops::count() const {
  return product(sizes);
}

void collapse(StridedLoops& loops) {
  StridedLoops joined;
  joined.strides.resize(loops.strides.size());
  const auto append = [&](size_t axis) {
    joined.sizes.push_back(loops.sizes[axis]);
    for (size_t t = 0; t < loops.strides.size(); t++)
      joined.strides[t].push_back(loops.strides[t][axis]);
  };
  std::vector<size_t> kept;
  for (size_t axis = 0; axis < loops.sizes.size(); axis++)
    if (loops.sizes[axis] != 1) kept.push_back(axis);
  for (size_t k = 0; k < kept.size(); k++) {
    if (k == 0 || !joins(loops, kept[k - 1], kept[k])) {
      append(kept[k]);
      continue;
    }
    joined.sizes.back() *= loops.sizes[kept[k]];
    for (size_t t = 0; t < loops.strides.size(); t++)
      joined.strides[t].back() = loops.strides[t][kept[k]];
  }
  if (joined.sizes.size() > kMaxAxes)
    user_error("a tensor has {} separate axes, expected at most {}; reshape it to fewer",
               joined.sizes.size(), kMaxAxes);
  loops = std::move(joined);
}

StridedCursor::StridedCursor(const std::vector<int64_t>& sizes, const std::vector<int64_t>& strides,
                             int64_t first)
    : sizes_(sizes), strides_(strides) {
  for (size_t axis = sizes.size(); axis-- > 0;) {
    index_[axis] = axis == 0 ? first : first % sizes[axis];
    first /= sizes[axis];
    offset_ += index_[axis] * strides[axis];
  }
}

int64_t StridedCursor::run() const {
  return sizes_.empty() ? 1 : sizes_.back() - index_[sizes_.size() - 1];
}

void StridedCursor::advance(size_t axis, int64_t count) {
  index_[axis] += count;
  offset_ += count * strides_[axis];
  for (; axis > 0 && index_[axis] == sizes_[axis]; axis--) {
    offset_ += strides_[axis - 1] - index_[axis] * strides_[axis];
    index_[axis] = 0;
    index_[axis - 1]++;
  }
}

void StridedCursor::advance(int64_t count) {
  if (!sizes_.empty()) advance(sizes_.size() - 1, count);
}

int64_t StridedCursor::rows() const {
  const size_t axes = sizes_.size();
  return axes < 2 ? 1 : sizes_[axes - 2] - index_[axes - 2];
}

void StridedCursor::advance_rows(int64_t count) {
  if (sizes_.size() < 2)
    advance(count * sizes_.back());
  else
    advance(sizes_.size() - 2, count);
}

void gather_run(size_t element_bytes, const std::byte* from, int64_t stride, int64_t count,
                std::byte* to) {
  if (stride == 1) {
    std::memcpy(to, from, static_cast<size_t>(count) * element_bytes);
    return;
  }
  if (stride == 2 && element_bytes >= 4) return take_every_other(element_bytes, from, count, to);
  with_word(element_bytes,
            [&](auto word) { gather_words<decltype(word)>(from, stride, count, to); });
}

StridedCopy::StridedCopy(size_t element_bytes, std::vector<int64_t> sizes,
                         std::vector<int64_t> from_strides, std::vector<int64_t> to_strides)
    : element_bytes_(element_bytes) {
  const bool empty = product(sizes) == 0;
  // The order of a copy is free: the destination's smallest steps go innermost.
  std::vector<size_t> order(sizes.size());
  std::iota(order.begin(), order.end(), size_t{0});
  std::stable_sort(order.begin(), order.end(), [&](size_t a, size_t b) {
    return std::abs(to_strides[a]) > std::abs(to_strides[b]);
  });
  loops_.strides.resize(2);
  for (size_t axis : order) {
    loops_.sizes.push_back(sizes[axis]);
    loops_.strides[0].push_back(from_strides[axis]);
    loops_.strides[1].push_back(to_strides[axis]);
  }
  collapse(loops_);
  if (empty) return;
  if (loops_.sizes.empty()) {
    loops_.sizes = {1};
    loops_.strides = {{1}, {1}};
  }
  const auto take = [&](size_t axis, int64_t& size, int64_t& from, int64_t& to) {
    const auto at = static_cast<std::ptrdiff_t>(axis);
    size = loops_.sizes[axis];
    from = loops_.strides[0][axis];
    to = loops_.strides[1][axis];
    loops_.sizes.erase(loops_.sizes.begin() + at);
    for (auto& strides : loops_.strides) strides.erase(strides.begin() + at);
  };
  take(loops_.sizes.size() - 1, along_size_, along_from_, along_to_);
  const auto contiguous = std::find(loops_.strides[0].begin(), loops_.strides[0].end(), 1);
  tiled_ = along_to_ == 1 && along_from_ != 1 && along_from_ != 0 &&
           contiguous != loops_.strides[0].end();
  if (tiled_)
    take(static_cast<size_t>(contiguous - loops_.strides[0].begin()), across_size_, across_from_,
         across_to_);
  const int64_t along_pieces = divide_up(along_size_, tiled_ ? kTile : kTaskElements);
  items_ = loops_.count() * along_pieces * (tiled_ ? divide_up(across_size_, kTile) : 1);
  const int64_t item_elements = tiled_ ? kTile * kTile : std::min(along_size_, kTaskElements);
  items_per_task_ = std::max<int64_t>(1, kTaskElements / item_elements);
}

void StridedCopy::run(Team& team, const std::byte* from, std::byte* to) const {
  auto task = [&](int64_t index, int) { copy_task(index, from, to); };
  team.run(divide_up(items_, items_per_task_), task);
}

void StridedCopy::run(const std::byte* from, std::byte* to) const {
  if (tiled_)
    copy_tiles(0, items_, from, to);
  else
    copy_rows(0, items_, from, to);
}

void StridedCopy::copy_task(int64_t task, const std::byte* from, std::byte* to) const {
  const int64_t first = task * items_per_task_;
  const int64_t last = std::min(items_, first + items_per_task_);
  if (tiled_)
    copy_tiles(first, last, from, to);
  else
    copy_rows(first, last, from, to);
}

void StridedCopy::copy_rows(int64_t first, int64_t last, const std::byte* from,
                            std::byte* to) const {
  const auto bytes = static_cast<int64_t>(element_bytes_);
  const int64_t pieces = divide_up(along_size_, kTaskElements);
  StridedCursor source(loops_.sizes, loops_.strides[0], first / pieces);
  StridedCursor target(loops_.sizes, loops_.strides[1], first / pieces);
  int64_t piece = first % pieces;
  for (int64_t item = first; item < last; item++) {
    const int64_t begin = piece * kTaskElements;
    const int64_t count = std::min(kTaskElements, along_size_ - begin);
    copy_run(element_bytes_, from + (source.offset() + begin * along_from_) * bytes, along_from_,
             count, to + (target.offset() + begin * along_to_) * bytes, along_to_);
    if (++piece < pieces) continue;
    piece = 0;
    source.advance(1);
    target.advance(1);
  }
}

void StridedCopy::copy_tiles(int64_t first, int64_t last, const std::byte* from,
                             std::byte* to) const {
  const auto bytes = static_cast<int64_t>(element_bytes_);
  const int64_t along_tiles = divide_up(along_size_, kTile);
  const int64_t tiles = along_tiles * divide_up(across_size_, kTile);
  for (int64_t item = first; item < last;) {
    const StridedCursor source(loops_.sizes, loops_.strides[0], item / tiles);
    const StridedCursor target(loops_.sizes, loops_.strides[1], item / tiles);
    const int64_t end = std::min(last, (item / tiles + 1) * tiles);
    for (; item < end; item++) {
      const int64_t a = item % tiles / along_tiles * kTile, b = item % along_tiles * kTile;
      const std::byte* tile_from = from + (source.offset() + a + b * along_from_) * bytes;
      std::byte* tile_to = to + (target.offset() + a * across_to_ + b) * bytes;
      with_word(element_bytes_, [&](auto word) {
        transpose_tile<decltype(word)>(tile_from, along_from_, std::min(kTile, across_size_ - a),
                                       tile_to, across_to_, std::min(kTile, along_size_ - b));
      });
    }
  }
}

}  // namespace tutti::kernel
