// SPDX-License-Identifier: Apache-2.0
#include "op/rules/approx_top_k.h"

#include <algorithm>
#include <numeric>

namespace tutti::op {

bool is_approx_top_k(const Operation& op) {
  return op.name() == "stablehlo.custom_call" &&
         op.string_attribute("call_target_name") == "ApproxTopK";
}

TopK read_top_k(const Operation& op) {
  const size_t tensors = op.result_count();
  if (tensors == 0 || op.operand_count() != 2 * tensors)
    ir::operation_error(op, fmt::format("@ApproxTopK has {} operands and {} results, expected two "
                                        "operands for each result",
                                        op.operand_count(), tensors));
  const auto* config = op.attribute("mhlo.backend_config").get<ir::DictionaryAttribute>();
  const ir::Attribute* axis = config ? config->fields.find("reduction_dim") : nullptr;
  const auto* number = axis ? axis->get<ir::IntegerAttribute>() : nullptr;
  const Type& first = op.operand_type(0);
  if (!number || number->value < 0 || number->value >= first.rank())
    ir::operation_error(op, "@ApproxTopK: expected the option reduction_dim, an axis of operand 0");
  const auto names = ir::symbols_in(op.attribute("called_computations"));
  if (names.size() != 1)
    ir::operation_error(op, "@ApproxTopK: expected called_computations to be one comparator");
  const TopK found{number->value, std::string(names[0]), tensors};
  for (size_t i = 0; i < tensors; i++) {
    const Type &from = op.operand_type(i), &to = op.result_type(i);
    Type expected = first.with(from.element);
    bool fits = from == expected && op.operand_type(tensors + i) == Type::scalar(from.element) &&
                to.rank() == first.rank() && to.dim(found.axis) <= first.dim(found.axis);
    if (fits) expected.shape[static_cast<size_t>(found.axis)] = to.dim(found.axis);
    fits = fits && to == expected && to.dim(found.axis) == op.result_type(0).dim(found.axis);
    if (!fits)
      ir::operation_error(op, fmt::format("@ApproxTopK is from {} to {}, expected tensors of one "
                                          "shape, numbers of their types, and parts of these "
                                          "tensors",
                                          ir::str(op.operand_types()), ir::str(op.result_types())));
  }
  return found;
}

std::vector<Array> evaluate_top_k(const Operation& op, Operands in, Evaluation& evaluation) {
  const TopK how = read_top_k(op);
  const Shape& shape = in[0]->type.shape;
  const int64_t size = shape[static_cast<size_t>(how.axis)], kept = op.result_type().dim(how.axis);
  std::vector<Array> results;
  for (const Type& type : op.result_types()) results.emplace_back(type);
  Shape lines = shape;
  lines[static_cast<size_t>(how.axis)] = 1;
  ir::for_each_index(lines, [&](int64_t, const Shape& start) {
    const auto at = [&](const Type& type, int64_t place) {
      Shape index = start;
      index[static_cast<size_t>(how.axis)] = place;
      return ir::flat_index(index, type.shape);
    };
    const auto comes_before = [&](int64_t left, int64_t right) {
      std::vector<Array> pair;
      for (size_t i = 0; i < how.tensors; i++)
        for (const int64_t place : {left, right}) {
          pair.emplace_back(Type::scalar(in[i]->type.element));
          pair.back().copy_element(0, *in[i], at(in[i]->type, place));
        }
      return evaluation.call(how.comparator, std::move(pair)).at(0).i(0) != 0;
    };
    std::vector<int64_t> order(static_cast<size_t>(size));
    std::iota(order.begin(), order.end(), 0);
    std::stable_sort(order.begin(), order.end(), comes_before);
    for (size_t i = 0; i < how.tensors; i++)
      for (int64_t place = 0; place < kept; place++)
        results[i].copy_element(at(results[i].type, place), *in[i],
                                at(in[i]->type, order[static_cast<size_t>(place)]));
  });
  return results;
}

}  // namespace tutti::op
