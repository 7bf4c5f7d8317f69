// SPDX-License-Identifier: Apache-2.0
#include "kernel/resolvent_diagonal.h"

#include <array>

#include "base/checked.h"
#include "base/rounding.h"
#include "kernel/resolvent_plan.h"
#include "kernel/row_blocks.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/resolvent_diagonal.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/resolvent_strips-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

void run_task(const ResolventJob& job, const ResolventStrip* strips, int64_t margin, int64_t count,
              float* scratch, float* states) {
  compute_task(job, strips, margin, count, scratch, states);
}

/// The products of b and c of a row; NaN where one is negative or NaN.
void range_of_products(const float* b, const float* c, int64_t count, ProductRange* range) {
  const Floats d;
  FloatVector least = hn::Set(d, INFINITY);
  FloatVector largest = hn::Zero(d), sum = hn::Zero(d);
  each_vector(d, count, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector p = hn::Mul(load(d, b + i, extent), load(d, c + i, extent));
    largest = hn::Max(largest, p);
    sum = hn::Add(sum, hn::IfThenElse(hn::Lt(p, hn::Zero(d)), hn::Set(d, NAN), p));
    if constexpr (std::is_same_v<decltype(extent), Whole>) least = hn::Min(least, p);
  });
  range->least = hn::GetLane(hn::MinOfLanes(d, least));
  for (int64_t i = std::max<int64_t>(0, count - kSlabLanes); i < count; i++)
    range->least = std::min(range->least, b[i] * c[i]);
  range->largest = hn::GetLane(hn::MaxOfLanes(d, largest));
  const float total = hn::GetLane(hn::SumOfLanes(d, sum));
  if (total != total) range->least = range->largest = total;
}

/// db = c x and dc = b x; db may be x.
void scale_couplings(const float* x, const float* b, const float* c, int64_t count, float* db,
                     float* dc) {
  const Floats d;
  each_vector(d, count, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector change = load(d, x + i, extent);
    store(d, hn::Mul(change, load(d, b + i, extent)), dc + i, extent);
    store(d, hn::Mul(change, load(d, c + i, extent)), db + i, extent);
  });
}

/// sums[i] = the sum of column i of x [rows, stride] for i < columns, from the first row on.
void sum_columns(const float* x, int64_t rows, int64_t columns, int64_t stride, float* sums) {
  const Floats d;
  std::fill(sums, sums + columns, 0.0f);
  for (int64_t row = 0; row < rows; row++)
    each_vector(d, columns, [&](int64_t i, auto extent) HWY_ATTR {
      add_to(d, sums + i, load(d, x + row * stride + i, extent), extent);
    });
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(run_task);
HWY_EXPORT(range_of_products);
HWY_EXPORT(scale_couplings);
HWY_EXPORT(sum_columns);

namespace {

constexpr const char* kWorkspace = "the workspace of a resolvent's diagonal";

/// Where the parts of the workspace are, in floats; the first is each worker's.
struct Layout {
  Layout(const ResolventShape& shape, bool is_gradient, bool has_couplings, int workers) {
    const bool is_long = shape.length > kResolventChunk;
    slab_elements =
        16 + (is_long ? kResolventChunk + 4 * kResolventMostWindow : round_up(shape.length, 16));
    slabs = checked_multiply(slab_elements, kResolventSlabs * kResolventStrips, kWorkspace);
    const int64_t states =
        is_long ? divide_up(shape.length, kResolventChunk) * kResolventStateFloats : 0;
    worker = checked_add(slabs, states, kWorkspace);
    windows = checked_multiply(worker, int64_t{workers}, kWorkspace);
    const bool has_windows = is_long && !shape.shares_couplings;
    dp = checked_add(windows, has_windows ? round_up(2 * shape.rows, 16) : 0, kWorkspace);
    const bool has_dp = is_gradient && has_couplings && shape.shares_couplings;
    const int64_t products = has_dp ? checked_multiply(shape.rows, shape.length, kWorkspace) : 0;
    floats = checked_add(dp, products, kWorkspace);
  }

  int64_t slab_elements, slabs, worker, windows, dp, floats;
};

/// Which rows are cut, and how.
struct Cuts {
  int64_t window = 0;                // of all rows
  const int32_t* windows = nullptr;  // or of each
  const int32_t* order = nullptr;    // the rows that are cut, then the others
  int64_t cut_rows = 0;

  int64_t row(int64_t i) const { return order ? order[i] : i; }
  int64_t window_of(int64_t row) const { return windows ? windows[row] : window; }
};

ProductRange products_of(const float* b, const float* c, int64_t count) {
  ProductRange range;
  if (count > 0) HWY_DYNAMIC_DISPATCH(range_of_products)(b, c, count, &range);
  return range;
}

/// Reads all products. Finds out whether they are all the same where rows share them.
Cuts cut_rows(Team& team, ResolventJob& job, int32_t* memory) {
  const ResolventShape& shape = job.shape;
  const float *b = job.matrix.b, *c = job.matrix.c;
  const int64_t count = shape.length - 1;
  Cuts cuts{.cut_rows = shape.rows};
  if (shape.shares_couplings) {
    const ProductRange range = products_of(b, c, count);
    job.has_constant_p = range.least == range.largest;
    job.constant_p = range.largest;
    if (shape.length <= kResolventChunk) return cuts;
    cuts.window = resolvent_window(range.largest, shape.z_imaginary);
    if (cuts.window > kResolventMostWindow) cuts.cut_rows = 0;
    return cuts;
  }
  if (shape.length <= kResolventChunk) return cuts;
  int32_t *windows = memory, *order = memory + shape.rows;
  auto task = [&](int64_t row, int) {
    const ProductRange range = products_of(b + row * count, c + row * count, count);
    windows[row] = static_cast<int32_t>(resolvent_window(range.largest, shape.z_imaginary));
  };
  team.run(shape.rows, task);
  int32_t* next = order;
  for (const bool is_cut : {true, false}) {
    for (int32_t row = 0; row < shape.rows; row++)
      if ((windows[row] <= kResolventMostWindow) == is_cut) *next++ = row;
    if (is_cut) cuts.cut_rows = next - order;
  }
  cuts.windows = windows;
  cuts.order = order;
  return cuts;
}

using Strips = std::array<ResolventStrip, kResolventStrips>;

/// The strips of a task on chunks of rows that are cut; returns the margin that they share.
int64_t strips_of_chunks(const ResolventJob& job, const Cuts& cuts, int64_t task, Strips& strips) {
  const int64_t length = job.shape.length, chunks = job.chunks();
  const int64_t items = cuts.cut_rows * chunks, depth = job.is_gradient() ? 2 : 1;
  int64_t most = 0;
  const auto each = [&](const auto& visit) {
    for (int64_t i = 0; i < kResolventStrips; i++) {
      const int64_t item = task * kResolventStrips + i;
      if (item < items) visit(strips[static_cast<size_t>(i)], item);
    }
  };
  each([&](ResolventStrip& strip, int64_t item) {
    strip.row = cuts.row(item / chunks);
    most = std::max(most, cuts.window_of(strip.row));
  });
  if (chunks == 1) most = 0;
  each([&](ResolventStrip& strip, int64_t item) {
    const int64_t window = chunks == 1 ? 0 : cuts.window_of(strip.row);
    strip.from = item % chunks * job.chunk();
    strip.to = std::min(strip.from + job.chunk(), length);
    strip.begin = strip.from - depth * most;
    strip.first = std::max<int64_t>(0, strip.from - depth * window);
    strip.last = std::min(length, strip.to + depth * window);
    strip.near_first = std::max<int64_t>(0, strip.from - window);
    strip.near_last = std::min(length, strip.to + window);
  });
  return depth * most;
}

/// The strips of a task on whole rows.
void strips_of_rows(const ResolventJob& job, const Cuts& cuts, int64_t task, Strips& strips) {
  for (int64_t i = 0; i < kResolventStrips; i++) {
    const int64_t at = cuts.cut_rows + task * kResolventStrips + i;
    if (at >= job.shape.rows) return;
    ResolventStrip& strip = strips[static_cast<size_t>(i)];
    strip.row = cuts.row(at);
    strip.last = strip.near_last = job.shape.length;
  }
}

void run_job(Team& team, ResolventJob& job, const Layout& layout, float* memory) {
  job.slab_elements = layout.slab_elements;
  constexpr int64_t kCached = int64_t{4} << 20;  // elements of a result
  job.streams = job.shape.rows * job.shape.length > kCached;
  const Cuts cuts = cut_rows(team, job, reinterpret_cast<int32_t*>(memory + layout.windows));
  auto chunk_task = [&](int64_t task, int worker) {
    Strips strips;
    const int64_t margin = strips_of_chunks(job, cuts, task, strips);
    HWY_DYNAMIC_DISPATCH(run_task)
    (job, strips.data(), margin, job.chunk(), memory + worker * layout.worker, nullptr);
  };
  team.run(divide_up(cuts.cut_rows * job.chunks(), kResolventStrips), chunk_task);
  auto row_task = [&](int64_t task, int worker) {
    Strips strips;
    strips_of_rows(job, cuts, task, strips);
    float* scratch = memory + worker * layout.worker;
    HWY_DYNAMIC_DISPATCH(run_task)
    (job, strips.data(), 0, 0, scratch, scratch + layout.slabs);
  };
  team.run(divide_up(job.shape.rows - cuts.cut_rows, kResolventStrips), row_task);
}

/// db and dc from the gradients of the products.
void finish_couplings(Team& team, const ResolventJob& job) {
  const int64_t rows = job.shape.rows, count = job.shape.length - 1;
  const float *b = job.matrix.b, *c = job.matrix.c;
  float *db = job.gradient.db, *dc = job.gradient.dc;
  if (!job.shape.shares_couplings) {
    auto task = [&](int64_t row, int) {
      const int64_t at = row * count;
      HWY_DYNAMIC_DISPATCH(scale_couplings)
      (job.dp + at, b + at, c + at, count, db + at, dc + at);
    };
    return team.run(rows, task);
  }
  constexpr int64_t kColumnBlock = 256;
  auto task = [&](int64_t block, int) {
    const int64_t first = block * kColumnBlock, columns = std::min(kColumnBlock, count - first);
    HWY_DYNAMIC_DISPATCH(sum_columns)(job.dp + first, rows, columns, count, db + first);
    HWY_DYNAMIC_DISPATCH(scale_couplings)
    (db + first, b + first, c + first, columns, db + first, dc + first);
  };
  team.run(divide_up(count, kColumnBlock), task);
}

float* checked_memory(std::span<std::byte> workspace, const Layout& layout) {
  const auto bytes = static_cast<size_t>(layout.floats) * sizeof(float);
  check(workspace.size() >= bytes, "a workspace has {} bytes, expected at least {}",
        workspace.size(), bytes);
  return reinterpret_cast<float*>(workspace.data());
}

size_t bytes_of(const Layout& layout) {
  return checked_multiply(static_cast<size_t>(layout.floats), sizeof(float), kWorkspace);
}

}  // namespace

void resolvent_diagonal(Team& team, const ResolventShape& shape, const ResolventMatrix& matrix,
                        float* real, float* imaginary, std::span<std::byte> workspace) {
  const Layout layout(shape, false, false, team.size());
  ResolventJob job{.shape = shape, .matrix = matrix, .real = real, .imaginary = imaginary};
  run_job(team, job, layout, checked_memory(workspace, layout));
}

size_t resolvent_workspace_bytes(const ResolventShape& shape, int workers) {
  return bytes_of(Layout(shape, false, false, workers));
}

void resolvent_diagonal_gradient(Team& team, const ResolventShape& shape,
                                 const ResolventMatrix& matrix, const ResolventGradient& tensors,
                                 std::span<std::byte> workspace) {
  const bool has_couplings = tensors.db != nullptr;
  const Layout layout(shape, true, has_couplings, team.size());
  float* memory = checked_memory(workspace, layout);
  ResolventJob job{
      .shape = shape, .matrix = matrix, .real = nullptr, .imaginary = nullptr, .gradient = tensors};
  if (has_couplings && shape.length > 1)
    job.dp = shape.shares_couplings ? memory + layout.dp : tensors.db;
  run_job(team, job, layout, memory);
  if (job.dp) finish_couplings(team, job);
}

size_t resolvent_gradient_workspace_bytes(const ResolventShape& shape, bool has_couplings,
                                          int workers) {
  return bytes_of(Layout(shape, true, has_couplings, workers));
}

}  // namespace tutti::kernel
#endif
