// SPDX-License-Identifier: Apache-2.0
#include "base/checked.h"
#include "op/catalogue.h"
#include "op/emit.h"
#include "op/rules/common.h"
#include "op/rules/quantized.h"

namespace tutti::op {
namespace {

std::vector<Type> infer(const Operation& op) {
  constraint(op, op.operand_count() > 0, "concatenate_c3",
             "there are no inputs, expected at least one");
  const Type& first = op.operand_type(0);
  const int64_t dimension = op.int_attribute("dimension");
  constraint(op, dimension >= 0 && dimension < first.rank(), "concatenate_c4",
             "dimension is {}, expected 0 to {}", dimension, first.rank() - 1);
  const auto axis = static_cast<size_t>(dimension);
  Shape shape = first.shape;
  for (size_t i = 1; i < op.operand_count(); i++) {
    const Type& type = op.operand_type(i);
    constraint(op, same_elements(type, first), "concatenate_c1",
               "input {} has elements of type {}, expected {}", i, element_text(type),
               element_text(first));
    Shape same = type.shape;
    if (same.size() == shape.size()) same[axis] = shape[axis];
    constraint(op, ir::compatible(same, shape), "concatenate_c2",
               "input {} is a {}, expected {} but for dimension {}", i, type.str(), first.str(),
               dimension);
    shape = ir::merged(shape, same);
    int64_t& size = shape[axis];
    const bool known = size != ir::kDynamic && type.shape[axis] != ir::kDynamic;
    size = known ? checked_add(size, type.shape[axis], "concatenated size") : ir::kDynamic;
  }
  return {first.with(shape)};
}

}  // namespace

OpDef concatenate() {
  return {
      .name = "stablehlo.concatenate",
      .assembly = "$*, dim = {dimension:int} : functional",
      .infer = infer,
      .result_constraints = {.element = 5, .shape = 6, .count = 5},
      .evaluate = [](const Operation& op, Operands in, Evaluation&) -> std::vector<Array> {
        Array out(op.result_type());
        const auto axis = static_cast<size_t>(op.int_attribute("dimension"));
        int64_t before = 0;
        for (const Array* part : in) {
          ir::for_each_index(part->type.shape, [&](int64_t flat, const Shape& index) {
            Shape to = index;
            to[axis] += before;
            out.copy_element(ir::flat_index(to, out.type.shape), *part, flat);
          });
          before += part->type.shape[axis];
        }
        return {std::move(out)};
      },
      // each input's gradient is its slice of dy
      .vjp =
          [](Vjp& v) {
            const auto axis = static_cast<size_t>(v.op.int_attribute("dimension"));
            Value dy = v.gradient();
            int64_t before = 0;
            for (size_t i = 0; i < v.op.operand_count(); i++) {
              const Shape& part = v.op.operand_type(i).shape;
              std::vector<int64_t> starts(part.size(), 0), limits = part;
              starts[axis] = before;
              limits[axis] = before += part[axis];
              v.operand_gradients.push_back(v.wanted[i] ? slice(v.builder, dy, starts, limits)
                                                        : nullptr);
            }
          },
      .keeps_scales = true,
      .follows_low_precision = true,
      .acts_on_parts = true,
  };
}

}  // namespace tutti::op
