// SPDX-License-Identifier: Apache-2.0
#include "kernel/squared_norm.h"

#include "base/error.h"
#include "base/rounding.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/squared_norm.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

double sum_of_squares(const float* x, int64_t count) {
  const hn::ScalableTag<double> d;
  const hn::Rebind<float, decltype(d)> d_float;
  const auto lanes = static_cast<int64_t>(hn::Lanes(d));
  auto sum0 = hn::Zero(d), sum1 = hn::Zero(d), sum2 = hn::Zero(d), sum3 = hn::Zero(d);
  const auto add_square = [&](auto& sum, int64_t i) HWY_ATTR {
    const auto value = hn::PromoteTo(d, hn::LoadU(d_float, x + i));
    sum = hn::MulAdd(value, value, sum);
  };
  int64_t i = 0;
  for (; i + 4 * lanes <= count; i += 4 * lanes) {
    add_square(sum0, i);
    add_square(sum1, i + lanes);
    add_square(sum2, i + 2 * lanes);
    add_square(sum3, i + 3 * lanes);
  }
  double sum = hn::GetLane(hn::SumOfLanes(d, hn::Add(hn::Add(sum0, sum1), hn::Add(sum2, sum3))));
  for (; i < count; i++) sum += double{x[i]} * double{x[i]};
  return sum;
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(sum_of_squares);

namespace {

constexpr int64_t kChunk = 16384;

int64_t chunks_of(const FloatTensor& tensor) {
  return divide_up(tensor.count, kChunk);
}

int64_t chunks_of(std::span<const FloatTensor> tensors) {
  int64_t chunks = 0;
  for (const FloatTensor& tensor : tensors) chunks += chunks_of(tensor);
  return chunks;
}

/// A part of one tensor and the sum of its squares.
struct Chunk {
  const float* data;
  int64_t count;
  double sum;
};

}  // namespace

size_t squared_norm_workspace_bytes(std::span<const FloatTensor> tensors) {
  return static_cast<size_t>(chunks_of(tensors)) * sizeof(Chunk);
}

double squared_norm(Team& team, std::span<const FloatTensor> tensors,
                    std::span<std::byte> workspace) {
  const int64_t count = chunks_of(tensors);
  check(workspace.size() >= squared_norm_workspace_bytes(tensors),
        "a workspace has {} bytes, expected at least {}", workspace.size(),
        squared_norm_workspace_bytes(tensors));
  auto* chunks = reinterpret_cast<Chunk*>(workspace.data());
  Chunk* next = chunks;
  for (const FloatTensor& tensor : tensors)
    for (int64_t first = 0; first < tensor.count; first += kChunk)
      *next++ = {tensor.data + first, std::min(kChunk, tensor.count - first), 0};
  auto task = [&](int64_t index, int) {
    chunks[index].sum =
        HWY_DYNAMIC_DISPATCH(sum_of_squares)(chunks[index].data, chunks[index].count);
  };
  team.run(count, task);
  double sum = 0;
  for (int64_t index = 0; index < count; index++) sum += chunks[index].sum;
  return sum;
}

}  // namespace tutti::kernel
#endif
