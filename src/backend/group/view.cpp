// SPDX-License-Identifier: Apache-2.0
#include "backend/group/view.h"

#include "base/error.h"
#include "op/rules/identity.h"

namespace tutti::backend {
namespace {

using ir::Operation;
using ir::Shape;

/// Whether elements are row-major without gaps; strides of axes of one element do not matter.
bool is_dense(const Shape& shape, const std::vector<int64_t>& strides) {
  if (ir::element_count(shape) == 0) return true;
  int64_t expected = 1;
  for (size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] == 1) continue;
    if (strides[axis] != expected) return false;
    expected *= shape[axis];
  }
  return true;
}

/// Strides that walk through a view in the order of another shape with as many elements.
std::optional<std::vector<int64_t>> reshaped_strides(const View& from, const Shape& shape) {
  Shape sizes;  // of `from`; neighbours are joined where one stride walks both
  std::vector<int64_t> steps;
  for (size_t axis = 0; axis < from.strides.size(); axis++) {
    const int64_t size = from.type.shape[axis], step = from.strides[axis];
    if (size == 1) continue;
    if (!sizes.empty() && steps.back() == step * size) {
      sizes.back() *= size;
      steps.back() = step;
    } else {
      sizes.push_back(size);
      steps.push_back(step);
    }
  }
  std::vector<int64_t> strides(shape.size(), 0);
  size_t joined = sizes.size();
  int64_t left = 1;  // elements of sizes[joined] that outer axes of `shape` walk
  for (size_t axis = shape.size(); axis-- > 0;) {
    if (shape[axis] == 1) continue;
    if (left == 1) {
      check(joined > 0, "a reshape changes the number of elements");
      left = sizes[--joined];
    }
    if (left % shape[axis] != 0) return std::nullopt;
    strides[axis] = steps[joined] * (sizes[joined] / left);
    left /= shape[axis];
  }
  return strides;
}

View transposed(const Operation& op, View view) {
  const std::vector<int64_t> before = view.strides;
  const auto permutation = op.ints_attribute("permutation");
  for (size_t axis = 0; axis < permutation.size(); axis++)
    view.strides[axis] = before[static_cast<size_t>(permutation[axis])];
  return view;
}

View broadcast(const Operation& op, View view) {
  const std::vector<int64_t> before = view.strides;
  const auto dims = op.ints_attribute("broadcast_dimensions");
  view.strides.assign(op.result_type().shape.size(), 0);
  for (size_t axis = 0; axis < dims.size(); axis++)
    if (view.type.shape[axis] != 1) view.strides[static_cast<size_t>(dims[axis])] = before[axis];
  return view;
}

View sliced(const Operation& op, View view) {
  const auto starts = op.ints_attribute("start_indices"), strides = op.ints_attribute("strides");
  // Of nothing there is no part to point to: an argument without elements is a null pointer.
  const bool is_empty = view.type.count() == 0;
  const auto element = is_empty ? 0 : static_cast<int64_t>(ir::byte_size(view.type.element));
  for (size_t axis = 0; axis < starts.size(); axis++) {
    view.place.start += starts[axis] * view.strides[axis] * element;
    view.strides[axis] *= strides[axis];
  }
  return view;
}

}  // namespace

ir::Type stored_type(const ir::Type& type) {
  return type == ir::Type::token() ? ir::Type::tensor(ir::ElementType::i1, {0}) : type;
}

View dense_view(const ir::Type& type) {
  const ir::Type stored = stored_type(type);
  return {{}, stored, ir::strides_of(stored.shape), true};
}

View complex_part(const View& complex, bool imaginary) {
  View part = complex;
  part.type = complex.type.with(ir::real_type(complex.type.element));
  for (int64_t& stride : part.strides) stride *= 2;
  if (imaginary && part.type.count() > 0)
    part.place.start += static_cast<int64_t>(ir::byte_size(part.type.element));
  part.dense = false;
  return part;
}

bool is_alias(const Operation& op) {
  const std::string_view name = op.name();
  if (name == "stablehlo.real" || name == "stablehlo.imag")
    return ir::is_complex(op.operand_type(0).element);
  return name == "stablehlo.reshape" || name == "stablehlo.transpose" ||
         name == "stablehlo.broadcast_in_dim" || name == "stablehlo.slice" ||
         name == "stablehlo.optimization_barrier" || op::is_placement_hint(op) ||
         op::is_collective_of_one(op);
}

std::optional<View> alias_view(const Operation& op, size_t index, const View& operand) {
  const std::string_view name = op.name();
  View view = operand;
  if (name == "stablehlo.transpose") view = transposed(op, operand);
  if (name == "stablehlo.broadcast_in_dim") view = broadcast(op, operand);
  if (name == "stablehlo.slice") view = sliced(op, operand);
  if (name == "stablehlo.real" || name == "stablehlo.imag")
    view = complex_part(operand, name == "stablehlo.imag");
  if (name == "stablehlo.reshape") {
    const Shape& shape = op.result_type().shape;
    auto strides = operand.dense ? ir::strides_of(shape) : reshaped_strides(operand, shape);
    if (!strides) return std::nullopt;
    view.strides = std::move(*strides);
  }
  view.type = stored_type(op.result_type(index));
  view.dense = is_dense(view.type.shape, view.strides);
  if (view.dense) view.strides = ir::strides_of(view.type.shape);
  return view;
}

}  // namespace tutti::backend
