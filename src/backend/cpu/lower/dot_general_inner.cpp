// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu/lower/dot_general_inner.h"

#include <algorithm>

#include "base/rounding.h"
#include "kernel/elementwise.h"
#include "op/dot.h"

namespace tutti::backend::cpu {
namespace {

using kernel::BlockSource;
using kernel::kBlock;

constexpr int64_t kTaskBlocks = 64;

int64_t tasks_of(int64_t count) {
  return (count + kTaskBlocks * kBlock - 1) / (kTaskBlocks * kBlock);
}

/// A block's products are added up, then the blocks of a task, then the tasks.
class InnerProduct {
 public:
  explicit InnerProduct(const Lowering& lowering)
      : x_(source(lowering, 0)),
        y_(source(lowering, 1)),
        x_place_(lowering.operands[0].place),
        y_place_(lowering.operands[1].place),
        count_(lowering.operands[0].type.count()),
        result_(lowering.results[0].place),
        workspace_(lowering.workspace.place) {}

  void run(const Frame& frame) const;

 private:
  static BlockSource source(const Lowering& lowering, size_t side);
  float task_sum(const Frame& frame, int64_t task) const;

  BlockSource x_, y_;
  Place x_place_, y_place_;
  int64_t count_;
  Place result_, workspace_;
  kernel::BlockFunction multiply_ =
      kernel::elementwise_function("stablehlo.multiply", ir::ElementType::f32);
  kernel::FoldFunction add_ = kernel::fold_function("stablehlo.add", ir::ElementType::f32);
};

BlockSource InnerProduct::source(const Lowering& lowering, size_t side) {
  const View& view = lowering.operands[side];
  const op::DotAxes axes = op::dot_axes(lowering.op);
  std::vector<int64_t> sizes, strides;
  for (int64_t axis : side == 0 ? axes.lhs_contract : axes.rhs_contract) {
    sizes.push_back(view.type.dim(axis));
    strides.push_back(view.strides[static_cast<size_t>(axis)]);
  }
  return {view.type.element, std::move(sizes), std::move(strides)};
}

float InnerProduct::task_sum(const Frame& frame, int64_t task) const {
  alignas(64) std::byte buffers[2][kernel::kBlockBytes];
  alignas(64) float products[kBlock], sums[kTaskBlocks];
  const int64_t first = task * kTaskBlocks;
  const int64_t blocks = std::min(kTaskBlocks, divide_up(count_, kBlock) - first);
  const auto read = [&](const BlockSource& from, Place place, int64_t at, int64_t count, int side) {
    const bool splat = from.is_splat();
    return from.read(frame.at(place), splat ? 0 : at, splat ? kBlock : count, true, buffers[side]);
  };
  for (int64_t block = 0; block < blocks; block++) {
    const int64_t at = (first + block) * kBlock, count = std::min(kBlock, count_ - at);
    const void* operands[] = {read(x_, x_place_, at, count, 0), read(y_, y_place_, at, count, 1)};
    multiply_(operands, products);
    add_(products, count, sums + block);
  }
  float sum = 0;
  add_(sums, blocks, &sum);
  return sum;
}

void InnerProduct::run(const Frame& frame) const {
  auto* sums = reinterpret_cast<float*>(frame.at(workspace_));
  auto task = [&](int64_t index, int) { sums[index] = task_sum(frame, index); };
  frame.team.run(tasks_of(count_), task);
  add_(sums, tasks_of(count_), frame.at(result_));
}

}  // namespace

bool is_inner_product(const ir::Operation& op) {
  const auto is_float32 = [](const ir::Type& type) { return type.element == ir::ElementType::f32; };
  return op.result_type().rank() == 0 && is_float32(op.result_type()) &&
         is_float32(op.operand_type(0)) && is_float32(op.operand_type(1)) &&
         op.operand_type(0).count() > 0;
}

int64_t inner_product_workspace(const Lowering& lowering) {
  return tasks_of(lowering.operands[0].type.count()) * static_cast<int64_t>(sizeof(float));
}

Run lower_inner_product(const Lowering& lowering) {
  return [product = InnerProduct(lowering)](const Frame& frame) { product.run(frame); };
}

}  // namespace tutti::backend::cpu
