// SPDX-License-Identifier: Apache-2.0
#include "kernel/linear_cross_entropy.h"

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>

#include "base/checked.h"
#include "base/rounding.h"
#include "kernel/dequantize.h"
#include "kernel/element_at.h"
#include "kernel/float_rows.h"
#include "kernel/simd.h"

#undef HWY_TARGET_INCLUDE
#define HWY_TARGET_INCLUDE "kernel/linear_cross_entropy.cpp"
#include "hwy/foreach_target.h"
//
#include "hwy/highway.h"
#include "kernel/simd-inl.h"

HWY_BEFORE_NAMESPACE();
namespace tutti::kernel::HWY_NAMESPACE {
namespace {

/// Writes the powers e^(logit - largest) of a block's logits, where that is not null, and returns
/// their sum.
template <class Element>
float write_powers(const float* logits, int64_t count, float largest, Element* powers) {
  const Floats d;
  const FloatVector origin = hn::Set(d, largest);
  return sum_of(d, count, [&](int64_t i, auto extent) HWY_ATTR {
    const FloatVector power = exponential(d, hn::Sub(load(d, logits + i, extent), origin));
    if (powers != nullptr) store(d, power, powers + i, extent);
    return power;
  });
}

/// Adds a block's logits to what is known of a token's: the largest of them, and the sum of their
/// powers e^(logit - largest). Writes their powers of the block's own largest, where `powers` is
/// not null. Returns that largest.
float add_powers(const float* logits, int64_t count, float* largest, float* sum,
                 ir::ElementType type, void* powers) {
  const float found = largest_of(Floats(), logits, count);
  // Infinity minus infinity is NaN.
  const float own = std::isfinite(found) ? found : 0;
  const float added = type == ir::ElementType::f32
                          ? write_powers(logits, count, own, static_cast<float*>(powers))
                          : write_powers(logits, count, own, static_cast<Bfloat16*>(powers));
  const float next = std::max(*largest, found), origin = std::isfinite(next) ? next : 0;
  const auto moved = [origin](float powers_sum, float from) {
    return powers_sum == 0 ? 0 : powers_sum * std::exp(from - origin);
  };
  *sum = moved(*sum, *largest) + moved(added, own);
  *largest = next;
  return own;
}

template <class Element>
void scale_typed(Element* powers, int64_t count, float by) {
  const Floats d;
  const FloatVector factor = hn::Set(d, by);
  each_vector(d, count, [&](int64_t i, auto extent) HWY_ATTR {
    store(d, hn::Mul(load(d, powers + i, extent), factor), powers + i, extent);
  });
}

void scale_powers(ir::ElementType type, void* powers, int64_t count, float by) {
  if (type == ir::ElementType::f32)
    scale_typed(static_cast<float*>(powers), count, by);
  else
    scale_typed(static_cast<Bfloat16*>(powers), count, by);
}

}  // namespace
}  // namespace tutti::kernel::HWY_NAMESPACE
HWY_AFTER_NAMESPACE();

#if HWY_ONCE
namespace tutti::kernel {

HWY_EXPORT(add_powers);
HWY_EXPORT(scale_powers);

namespace {

using ir::ElementType;

constexpr std::string_view kHead = "linear cross entropy";

// The powers of a chunk of tokens, in float32: a third-level cache has room for them. The more
// tokens, the less often the weight is read.
constexpr int64_t kChunkBytes = int64_t{32} << 20;
constexpr int64_t kLeastRows = 240, kMostRows = 1008;
// Rows of a product are computed by sixteens.
constexpr int64_t kRowStep = 16;
// and by so many at a time.
constexpr int64_t kRowPiece = kRightLines;
// The weights and logits of a block of classes stay in the third-level cache.
constexpr int64_t kBlockClasses = 4096;
// Tokens of a task.
constexpr int64_t kTaskRows = 8;

int64_t bytes_of(int64_t rows, int64_t columns, ElementType type) {
  const int64_t count = checked_multiply(rows, columns, kHead);
  return checked_round_up(checked_multiply(count, static_cast<int64_t>(ir::byte_size(type)), kHead),
                          kCacheLine, kHead);
}

}  // namespace

/// The parts of a workspace.
struct LinearCrossEntropy::Memory {
  int32_t* tokens = nullptr;    // those that count, [tokens]
  std::byte* hidden = nullptr;  // [chunk rows, features], of the operands' type
  std::byte* weight = nullptr;  // of a block, [block classes, features], if it is decoded
  float* logits = nullptr;      // of a block, [chunk rows, block classes]
  /// Where a gradient is wanted: for each block of classes [chunk rows, classes of the block], of
  /// the operands' type; powers of e, and then the slopes of the logits.
  std::byte* powers = nullptr;
  float* origins = nullptr;  // for each block [chunk rows], the logit whose power is 1
  float *largest = nullptr, *sum = nullptr, *reached = nullptr;  // [chunk rows]
  float* d_hidden = nullptr;                                     // [chunk rows, features]
  std::byte* product = nullptr;
  int64_t bytes = 0;  // of all but the product's
};

/// One chunk of tokens on its way through the layer.
class LinearCrossEntropy::Chunk {
 public:
  Chunk(const LinearCrossEntropy& head, Team& team, const LinearCrossEntropyOperands& operands,
        const Memory& memory, std::span<std::byte> workspace, std::span<const int32_t> tokens)
      : head_(head),
        shape_(head.shape_),
        team_(team),
        operands_(operands),
        memory_(memory),
        workspace_(workspace),
        tokens_(tokens),
        count_(static_cast<int64_t>(tokens.size())),
        rows_(round_up(count_, kRowStep)) {}

  void run(bool is_first) {
    gather();
    each_block([&](int64_t first, int64_t classes) { score(first, classes); });
    finish();
    if (!head_.wants_gradient()) return;
    each_block([&](int64_t first, int64_t classes) { differentiate(first, classes, is_first); });
    if (shape_.wants_d_hidden) scatter();
  }

 private:
  template <typename Body>
  void each_block(const Body& body) const {
    for (int64_t first = 0; first < shape_.classes; first += head_.block_classes_)
      body(first, std::min(head_.block_classes_, shape_.classes - first));
  }
  /// Calls body(row) for each token, in parallel.
  template <typename Body>
  void each_row(const Body& body) const {
    auto task = [&](int64_t index, int) {
      const int64_t last = std::min(count_, (index + 1) * kTaskRows);
      for (int64_t row = index * kTaskRows; row < last; row++) body(row);
    };
    team_.run(divide_up(count_, kTaskRows), task);
  }
  int64_t token(int64_t row) const { return tokens_[static_cast<size_t>(row)]; }
  std::byte* powers(int64_t first_class, int64_t classes, int64_t row) const {
    return element_at(memory_.powers, shape_.type, first_class * rows_ + row * classes);
  }
  float* origin(int64_t first_class, int64_t row) const {
    return memory_.origins + first_class / head_.block_classes_ * rows_ + row;
  }
  /// The weights of a block of classes, which are decoded first if they are in blocks of bits.
  const std::byte* weight(int64_t first_class, int64_t classes) const {
    const int64_t features = shape_.features;
    if (!shape_.blocks) return element_at(operands_.weight, shape_.type, first_class * features);
    const blocks::BlockFormat& format = blocks::format_of(*shape_.blocks);
    dequantize(team_, *shape_.blocks,
               static_cast<const std::byte*>(operands_.weight) +
                   first_class * (features / format.values * format.bytes),
               classes * features, shape_.type, memory_.weight);
    return memory_.weight;
  }
  void multiply(const MatmulProblem& problem, const void* a, const void* b, void* c) const {
    Matmul(problem).run(team_, {.a = a, .b = b, .c = c}, workspace_);
  }

  void gather() const {
    const auto row_bytes = static_cast<size_t>(shape_.features) * ir::byte_size(shape_.type);
    std::byte* to = memory_.hidden;
    for (int64_t row = 0; row < rows_; row++, to += row_bytes) {
      if (row_bytes == 0) break;
      if (row < count_)
        std::memcpy(to, element_at(operands_.hidden, shape_.type, token(row) * shape_.features),
                    row_bytes);
      else
        std::memset(to, 0, row_bytes);
    }
    std::fill(memory_.largest, memory_.largest + rows_, -std::numeric_limits<float>::infinity());
    std::fill(memory_.sum, memory_.sum + rows_, 0.0f);
  }

  void score(int64_t first, int64_t classes) const {
    const bool keeps = head_.wants_gradient();
    multiply(head_.logits_product(rows_, classes), memory_.hidden, weight(first, classes),
             memory_.logits);
    each_row([&](int64_t row) {
      const float* own = memory_.logits + row * classes;
      const float origin_of_powers = HWY_DYNAMIC_DISPATCH(add_powers)(
          own, classes, memory_.largest + row, memory_.sum + row, shape_.type,
          keeps ? powers(first, classes, row) : nullptr);
      if (keeps) *origin(first, row) = origin_of_powers;
      const int64_t target = operands_.target[token(row)] - first;
      if (target >= 0 && target < classes) memory_.reached[row] = own[target];
    });
  }

  /// Writes losses and hits; `sum` becomes the logarithm of the sum of the logits' powers.
  void finish() const {
    each_row([&](int64_t row) {
      const float largest = memory_.largest[row], reached = memory_.reached[row];
      const float origin = std::isfinite(largest) ? largest : 0;
      const float log_sum = std::log(memory_.sum[row]), count = operands_.counts[token(row)];
      // Not lse - reached: a small loss of large logits would be lost.
      operands_.loss[token(row)] = count * (origin - reached + log_sum);
      operands_.hit[token(row)] = reached == largest ? count : 0;
      memory_.sum[row] = origin + log_sum;
    });
  }

  void differentiate(int64_t first, int64_t classes, bool is_first) const {
    std::byte* slopes = powers(first, classes, 0);
    each_row([&](int64_t row) {
      const float count = operands_.counts[token(row)];
      const float by = count * std::exp(*origin(first, row) - memory_.sum[row]);
      HWY_DYNAMIC_DISPATCH(scale_powers)(shape_.type, powers(first, classes, row), classes, by);
      const int64_t target = operands_.target[token(row)] - first;
      if (target >= 0 && target < classes) subtract(powers(first, classes, row), target, count);
    });
    // Tokens that only fill the chunk up have no slope.
    std::memset(powers(first, classes, count_), 0,
                static_cast<size_t>((rows_ - count_) * classes) * ir::byte_size(shape_.type));
    if (shape_.wants_d_hidden)
      multiply(head_.hidden_product(rows_, classes, first > 0), slopes, weight(first, classes),
               memory_.d_hidden);
    if (shape_.wants_d_weight)
      multiply(head_.weight_product(rows_, classes, !is_first), slopes, memory_.hidden,
               operands_.d_weight + first * shape_.features);
  }

  void subtract(std::byte* slopes, int64_t at, float count) const {
    std::byte* to = element_at(slopes, shape_.type, at);
    if (shape_.type == ElementType::f32) {
      *reinterpret_cast<float*>(to) -= count;
      return;
    }
    auto* narrow = reinterpret_cast<Bfloat16*>(to);
    *narrow = to_bfloat16(to_float(*narrow) - count);
  }

  void scatter() const {
    const int64_t features = shape_.features;
    each_row([&](int64_t row) {
      store_rows(shape_.type, memory_.d_hidden + row * features, features, 1, features,
                 element_at(operands_.d_hidden, shape_.type, token(row) * features), features);
    });
  }

  const LinearCrossEntropy& head_;
  const Shape& shape_;
  Team& team_;
  const LinearCrossEntropyOperands& operands_;
  const Memory& memory_;
  std::span<std::byte> workspace_;  // of products
  std::span<const int32_t> tokens_;
  int64_t count_, rows_;  // tokens, and the same rounded up
};

LinearCrossEntropy::LinearCrossEntropy(const Shape& shape)
    : shape_(shape), block_classes_(std::min(shape.classes, kBlockClasses)) {
  check_activation_type(shape.type);
  check(shape.classes > 0, "a linear cross entropy has no classes");
  const int64_t rows = kChunkBytes / (shape.classes * int64_t{sizeof(float)});
  const int64_t most = wants_gradient() ? std::clamp(rows, kLeastRows, kMostRows) : kMostRows;
  chunk_rows_ = most / kRowPiece * kRowPiece;
  // Chunks are as large as each other.
  if (const int64_t chunks = divide_up(shape.tokens, chunk_rows_); chunks > 1)
    chunk_rows_ = round_up(divide_up(shape.tokens, chunks), kRowPiece);
  else
    chunk_rows_ = round_up(shape.tokens, kRowStep);
  checked_multiply(checked_multiply(shape.classes, shape.features, kHead), int64_t{4}, kHead);
}

MatmulProblem LinearCrossEntropy::logits_product(int64_t rows, int64_t classes) const {
  return {.m = rows,
          .n = classes,
          .k = shape_.features,
          .transpose_b = true,
          .a = shape_.type,
          .b = shape_.type};
}

MatmulProblem LinearCrossEntropy::hidden_product(int64_t rows, int64_t classes, bool adds) const {
  return {.m = rows,
          .n = shape_.features,
          .k = classes,
          .a = shape_.type,
          .b = shape_.type,
          .adds = adds};
}

MatmulProblem LinearCrossEntropy::weight_product(int64_t rows, int64_t classes, bool adds) const {
  return {.m = classes,
          .n = shape_.features,
          .k = rows,
          .transpose_a = true,
          .a = shape_.type,
          .b = shape_.type,
          .adds = adds};
}

LinearCrossEntropy::Memory LinearCrossEntropy::place(std::byte* memory) const {
  Memory parts;
  const auto take = [&]<class Element>(Element*& pointer, int64_t rows, int64_t columns,
                                       ElementType type) {
    if (memory != nullptr) pointer = reinterpret_cast<Element*>(memory + parts.bytes);
    parts.bytes = checked_add(parts.bytes, bytes_of(rows, columns, type), kHead);
  };
  take(parts.tokens, shape_.tokens, 1, ElementType::i32);
  take(parts.hidden, chunk_rows_, shape_.features, shape_.type);
  if (shape_.blocks) take(parts.weight, block_classes_, shape_.features, shape_.type);
  take(parts.logits, chunk_rows_, block_classes_, ElementType::f32);
  for (float** column : {&parts.largest, &parts.sum, &parts.reached})
    take(*column, chunk_rows_, 1, ElementType::f32);
  if (wants_gradient()) {
    take(parts.powers, chunk_rows_, shape_.classes, shape_.type);
    take(parts.origins, chunk_rows_, divide_up(shape_.classes, block_classes_), ElementType::f32);
  }
  if (shape_.wants_d_hidden) take(parts.d_hidden, chunk_rows_, shape_.features, ElementType::f32);
  if (memory != nullptr) parts.product = memory + parts.bytes;
  return parts;
}

size_t LinearCrossEntropy::product_bytes(int workers) const {
  size_t bytes = 0;
  const auto include = [&](const MatmulProblem& problem) {
    bytes = std::max(bytes, Matmul(problem).workspace_bytes(workers));
  };
  // How many tokens count is known in a run; fewer may be multiplied another way.
  for (int64_t rows = kRowStep; rows <= chunk_rows_; rows += kRowStep)
    for (const int64_t classes : {block_classes_, shape_.classes % block_classes_}) {
      if (classes == 0) continue;
      include(logits_product(rows, classes));
      if (shape_.wants_d_hidden) include(hidden_product(rows, classes, true));
      if (shape_.wants_d_weight) include(weight_product(rows, classes, true));
      if (shape_.wants_d_weight) include(weight_product(rows, classes, false));
    }
  return bytes;
}

size_t LinearCrossEntropy::workspace_bytes(int workers) const {
  return static_cast<size_t>(
      checked_add(place(nullptr).bytes, static_cast<int64_t>(product_bytes(workers)), kHead));
}

void LinearCrossEntropy::run(Team& team, const LinearCrossEntropyOperands& operands,
                             std::span<std::byte> workspace) const {
  check(workspace.size() >= workspace_bytes(team.size()), "{}: workspace of {} bytes", kHead,
        workspace.size());
  const Memory memory = place(workspace.data());
  const size_t row_bytes = static_cast<size_t>(shape_.features) * ir::byte_size(shape_.type);
  int64_t counted = 0;
  for (int64_t token = 0; token < shape_.tokens; token++) {
    const int64_t target = operands.target[token];
    if (operands.counts[token] != 0 && target >= 0 && target < shape_.classes) {
      memory.tokens[counted++] = static_cast<int32_t>(token);
      continue;
    }
    operands.loss[token] = operands.hit[token] = 0;
    if (shape_.wants_d_hidden && row_bytes > 0)
      std::memset(element_at(operands.d_hidden, shape_.type, token * shape_.features), 0,
                  row_bytes);
  }
  const auto products = workspace.subspan(static_cast<size_t>(memory.bytes));
  const int64_t chunks = counted > 0 ? divide_up(counted, chunk_rows_) : 0;
  const int64_t even = chunks > 0 ? divide_up(counted, chunks) : 0;
  const int64_t rows = chunks > 1 ? round_up(even, kRowPiece) : even;
  for (int64_t chunk = 0; chunk < chunks; chunk++) {
    const int64_t first = chunk * rows, count = std::min(rows, counted - first);
    Chunk(*this, team, operands, memory, products,
          {memory.tokens + first, static_cast<size_t>(count)})
        .run(chunk == 0);
  }
  if (chunks == 0 && shape_.wants_d_weight)
    std::fill(operands.d_weight, operands.d_weight + shape_.classes * shape_.features, 0.0f);
  double total = 0;
  for (int64_t token = 0; token < shape_.tokens; token++) total += operands.loss[token];
  *operands.total = static_cast<float>(total);
}

}  // namespace tutti::kernel
#endif  // HWY_ONCE
