// SPDX-License-Identifier: Apache-2.0
// Matrix products: any dot_general is one batched product [batch, m, k] x [batch, k, n].
#include <algorithm>
#include <numeric>

#include "backend/cpu/lower/dot_general_inner.h"
#include "backend/cpu/lower/dot_general_plain.h"
#include "backend/cpu/lower/rule.h"
#include "backend/cpu/memory/tensor_memory.h"
#include "base/checked.h"
#include "base/rounding.h"
#include "kernel/matmul.h"
#include "kernel/strided.h"
#include "op/dot.h"

namespace tutti::backend::cpu {
namespace {

using Axes = std::vector<int64_t>;

int64_t size_of(const View& view, const Axes& axes) {
  int64_t size = 1;
  for (int64_t axis : axes) size *= view.type.dim(axis);
  return size;
}

/// Several axes taken as one.
struct Joined {
  int64_t size = 1;
  int64_t stride = 0;
  bool one = true;  // whether one stride walks through all of them
};

Joined join(const View& view, const Axes& axes) {
  Joined joined;
  for (size_t i = axes.size(); i-- > 0;) {
    const int64_t size = view.type.dim(axes[i]),
                  stride = view.strides[static_cast<size_t>(axes[i])];
    if (size == 1) continue;
    if (joined.size == 1)
      joined.stride = stride;
    else if (stride != joined.stride * joined.size)
      joined.one = false;
    joined.size *= size;
  }
  return joined;
}

/// One side of the product as the kernel takes it: dense [batch, rows, columns] or, transposed,
/// [batch, columns, rows]. Where the operand is not, it is copied first.
struct ProductSide {
  bool transposed = false;
  std::optional<kernel::StridedCopy> pack;
  View view;
  int64_t bytes = 0;  // of the packed copy
};

bool walks(const Joined& joined, int64_t stride) {
  return joined.one && (joined.size == 1 || joined.stride == stride);
}

/// `may_transpose`: whether the kernel takes the transposed form too.
ProductSide side_of(const View& view, const Axes& batch, const Axes& rows, const Axes& columns,
                    bool may_transpose) {
  const Joined b = join(view, batch), r = join(view, rows), c = join(view, columns);
  ProductSide side;
  side.view = view;
  const bool batched = walks(b, r.size * c.size);
  if (batched && walks(r, c.size) && walks(c, 1)) return side;
  if (may_transpose && batched && walks(c, r.size) && walks(r, 1)) {
    side.transposed = true;
    return side;
  }
  // The axis that is contiguous stays contiguous, so that the copy moves whole runs.
  side.transposed = may_transpose && !rows.empty() &&
                    view.strides[static_cast<size_t>(rows.back())] == 1 && r.size > 1;
  Axes order = batch;
  for (const Axes* axes :
       side.transposed ? std::array{&columns, &rows} : std::array{&rows, &columns})
    order.insert(order.end(), axes->begin(), axes->end());
  Axes sizes, strides;
  for (int64_t axis : order) {
    sizes.push_back(view.type.dim(axis));
    strides.push_back(view.strides[static_cast<size_t>(axis)]);
  }
  side.pack.emplace(ir::byte_size(view.type.element), sizes, strides, ir::strides_of(sizes));
  side.bytes = view.type.bytes();
  return side;
}

struct Product {
  kernel::MatmulProblem problem;
  ProductSide a, b;
};

/// The contracting axes, ordered by falling strides of the left side. More products can then be
/// read in place, and the order of a sum's terms is free.
void sort_contracted(op::DotAxes& axes, const View& lhs) {
  std::vector<size_t> order(axes.lhs_contract.size());
  std::iota(order.begin(), order.end(), size_t{0});
  const auto stride = [&](size_t i) {
    return lhs.strides[static_cast<size_t>(axes.lhs_contract[i])];
  };
  std::stable_sort(order.begin(), order.end(),
                   [&](size_t i, size_t j) { return stride(i) > stride(j); });
  Axes lhs_sorted, rhs_sorted;
  for (size_t i : order) {
    lhs_sorted.push_back(axes.lhs_contract[i]);
    rhs_sorted.push_back(axes.rhs_contract[i]);
  }
  axes.lhs_contract = lhs_sorted;
  axes.rhs_contract = rhs_sorted;
}

/// The sizes and types of a product whose operands lie as its kernel reads them.
kernel::MatmulProblem problem_of(const Lowering& lowering, const op::DotAxes& axes) {
  const View &lhs = lowering.operands[0], &rhs = lowering.operands[1];
  kernel::MatmulProblem problem;
  problem.batch = size_of(lhs, axes.lhs_batch);
  problem.m = size_of(lhs, axes.lhs_free);
  problem.k = size_of(lhs, axes.lhs_contract);
  problem.n = size_of(rhs, axes.rhs_free);
  problem.a = lhs.type.element;
  problem.b = rhs.type.element;
  problem.c = lowering.results[0].type.element;
  problem.has_bias = lowering.operands.size() > 2;
  return problem;
}

Product product_of(const Lowering& lowering, bool may_transpose) {
  const View &lhs = lowering.operands[0], &rhs = lowering.operands[1];
  op::DotAxes axes = op::dot_axes(lowering.op);
  sort_contracted(axes, lhs);
  Product product;
  product.a = side_of(lhs, axes.lhs_batch, axes.lhs_free, axes.lhs_contract, may_transpose);
  product.b = side_of(rhs, axes.rhs_batch, axes.rhs_contract, axes.rhs_free, may_transpose);
  product.problem = problem_of(lowering, axes);
  product.problem.transpose_a = product.a.transposed;
  product.problem.transpose_b = product.b.transposed;
  product.problem.keeps_b =
      !lowering.operand_is_kept.empty() && lowering.operand_is_kept[1] && !product.b.pack;
  return product;
}

/// The parts of the workspace: the packed left side, the packed right side, the kernel's own.
struct Parts {
  int64_t b = 0, kernel = 0, end = 0;
};

Parts parts_of(const Product& product, int64_t kernel_bytes) {
  const auto after = [](int64_t offset, int64_t bytes) {
    return checked_round_up(checked_add(offset, bytes, "workspace"), kCacheLine, "workspace");
  };
  Parts parts;
  parts.b = after(0, product.a.bytes);
  parts.kernel = after(parts.b, product.b.bytes);
  parts.end = after(parts.kernel, kernel_bytes);
  return parts;
}

int64_t dot_workspace(const Lowering& lowering) {
  if (is_inner_product(lowering.op)) return inner_product_workspace(lowering);
  const bool fast = !is_plain_product(lowering.op);
  const Product product = product_of(lowering, fast);
  const auto own =
      fast ? kernel::Matmul(product.problem).workspace_bytes(lowering.workers) : size_t{0};
  return parts_of(product, static_cast<int64_t>(own)).end;
}

/// The address of the side's elements, which are first packed into `into` where they must be.
const std::byte* packed(const ProductSide& side, const Frame& frame, std::byte* into) {
  const std::byte* from = frame.at(side.view.place);
  if (!side.pack) return from;
  side.pack->run(frame.team, from, into);
  return into;
}

/// An argument in the form in which the product reads it. `moves`: the form may be the only one.
const std::byte* kept_right(const Frame& frame, Place argument, const kernel::Matmul& matmul,
                            const kernel::RightForm& form, bool moves) {
  Packing packing{
      form, [&](const std::byte* from, std::byte* to) { matmul.make_right(frame.team, from, to); }};
  if (moves)
    packing.unpack = [form](const std::byte* from, std::byte* to) {
      kernel::Matmul::unpack_right(form, from, to);
    };
  return frame.memories[static_cast<size_t>(argument.offset)]->packed(packing);
}

Run lower_dot_general(Lowering& lowering) {
  if (is_inner_product(lowering.op)) return lower_inner_product(lowering);
  const bool fast = !is_plain_product(lowering.op);
  Product product = product_of(lowering, fast);
  const Place result = lowering.results[0].place, workspace = lowering.workspace.place;
  if (!fast) {
    const Parts parts = parts_of(product, 0);
    return [product, parts, result, workspace](const Frame& frame) {
      std::byte* memory = frame.at(workspace);
      const std::byte* a = packed(product.a, frame, memory);
      const std::byte* b = packed(product.b, frame, memory + parts.b);
      plain_product(frame.team, product.problem, a, b, frame.at(result));
    };
  }
  if (lowering.moves_kept && product.problem.keeps_b) {
    const auto form = kernel::Matmul(product.problem).right_form();
    product.problem.keeps_b = form && form->type == form->from;  // else it is larger, or rounded
  }
  const kernel::Matmul matmul(product.problem);
  const size_t own = matmul.workspace_bytes(lowering.workers);
  const Parts parts = parts_of(product, static_cast<int64_t>(own));
  const auto bias =
      product.problem.has_bias ? std::optional(lowering.operands[2].place) : std::nullopt;
  const auto form = matmul.right_form();
  const bool moves = lowering.moves_kept;
  if (form) lowering.kept_bytes = form->bytes, lowering.kept_operand = 1;
  return [product, parts, matmul, own, result, workspace, bias, form, moves](const Frame& frame) {
    std::byte* memory = frame.at(workspace);
    const std::byte* a = packed(product.a, frame, memory);
    const std::byte* b = packed(product.b, frame, memory + parts.b);
    matmul.run(
        frame.team,
        {.a = a,
         .b = b,
         .c = frame.at(result),
         .bias = bias ? frame.at(*bias) : nullptr,
         .right = form ? kept_right(frame, product.b.view.place, matmul, *form, moves) : nullptr},
        {memory + parts.kernel, own});
  };
}

}  // namespace

std::vector<Rule> dot_general_rules() {
  return {{.op = "stablehlo.dot_general",
           .lower = lower_dot_general,
           .supports = [](const ir::Operation& op) { return !op::decomposes_dot(op); },
           .workspace_bytes = dot_workspace,
           .strided_operands = true,
           .takes_narrow = true}};
}

}  // namespace tutti::backend::cpu
