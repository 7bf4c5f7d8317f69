// SPDX-License-Identifier: Apache-2.0
#include <numeric>

#include "op/emit.h"
#include "op/gather.h"
#include "pass/raise/match.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;

constexpr int kDeepestCount = 16;

/// x, where a value is x - log(sum(e^x)) with the maximum of x subtracted first.
Value log_softmax_input(Value value) {
  const Operation* outer = made_by(value, "stablehlo.subtract");
  const Operation* log = outer ? made_by(over_last(outer->operand(1)), "stablehlo.log") : nullptr;
  const Operation* power =
      log ? made_by(sum_over_last(log->operand(0)), "stablehlo.exponential") : nullptr;
  const bool is_same = power && power->operand(0) == outer->operand(0);
  return is_same ? before_max_shift(outer->operand(0)) : nullptr;
}

bool is_integer_zero(Value value) {
  while (const Operation* broadcast = made_by(value, "stablehlo.broadcast_in_dim"))
    value = broadcast->operand(0);
  const Operation* constant = made_by(value, "stablehlo.constant");
  const auto* tensor = constant ? constant->attribute("value").get<ir::Tensor>() : nullptr;
  return tensor && ir::is_integer(value->type.element) &&
         (tensor->is_splat() || value->type.count() == 1) && tensor->int_at(0) == 0;
}

/// The index of a select that lets negative ones count from the end, or null.
Value counted_from_end(Value value) {
  const Operation* op = made_by(value, "stablehlo.select");
  const Operation* negative = op ? made_by(op->operand(0), "stablehlo.compare") : nullptr;
  const bool is_index = negative && negative->enum_attribute("comparison_direction") == "LT" &&
                        negative->operand(0) == op->operand(2) &&
                        is_integer_zero(negative->operand(1));
  return is_index ? op->operand(2) : nullptr;
}

/// The axis along which elements are 0, 1, 2 and so on, the same along all others. Looks through a
/// few operations only, because chains of them may be long.
std::optional<int64_t> counted_axis(Value value, int depth = 0) {
  if (depth > kDeepestCount) return std::nullopt;
  value = row_of(value);
  if (const Operation* op = made_by(value, "stablehlo.iota"))
    return op->int_attribute("iota_dimension");
  if (const Operation* op = made_by(value, "stablehlo.broadcast_in_dim")) {
    const auto axis = counted_axis(op->operand(0), depth + 1);
    if (!axis) return std::nullopt;
    const int64_t to = op->ints_attribute("broadcast_dimensions")[static_cast<size_t>(*axis)];
    // An axis of one element is repeated.
    if (op->operand(0)->type.dim(*axis) != value->type.dim(to)) return std::nullopt;
    return to;
  }
  // JAX lets negative indices count from the end, although a count has none.
  const Value index = counted_from_end(value);
  return index ? counted_axis(index, depth + 1) : std::nullopt;
}

bool is_label(Value value) {
  return value && value->type.element == ir::ElementType::i32;
}

/// The labels, where a value is their one-hot form along its last axis.
Value one_hot_label(Value value) {
  const Operation* convert = made_by(value, "stablehlo.convert");
  const Operation* equal = convert ? made_by(convert->operand(0), "stablehlo.compare") : nullptr;
  if (!equal || equal->enum_attribute("comparison_direction") != "EQ") return nullptr;
  for (size_t i = 0; i < 2; i++) {
    const Value label = over_last(equal->operand(i));
    if (is_label(label) && counted_axis(equal->operand(1 - i)) == value->type.rank() - 1)
      return label;
  }
  return nullptr;
}

/// Whether axes are 0, 1, 2 up to `count`.
bool are_first(const std::vector<int64_t>& axes, int64_t count) {
  std::vector<int64_t> first(static_cast<size_t>(count));
  std::iota(first.begin(), first.end(), 0);
  return axes == first;
}

/// The indices, where a gather picks one element of each row along the last axis of its operand.
Value picked_along_last(const Operation& gather) {
  const ir::Type &x = gather.operand_type(0), &indices = gather.operand_type(1);
  const auto sizes = gather.ints_attribute("slice_sizes");
  const op::GatherNumbers numbers = op::gather_numbers(gather);
  const int64_t rows = x.rank() - 1;
  const bool is_pick = std::all_of(sizes.begin(), sizes.end(), [](auto size) { return size == 1; });
  if (!is_pick || x.rank() == 0 || numbers.index_vector_dim != indices.rank() - 1) return nullptr;
  // Indices [..., 1, k]: one for each row.
  if (indices.rank() <= rows || gather.result_type().count() * x.shape.back() != x.count() ||
      !std::equal(x.shape.begin(), x.shape.end() - 1, indices.shape.begin()))
    return nullptr;
  if (are_first(numbers.operand_batching_dims, rows) &&
      are_first(numbers.start_indices_batching_dims, rows))
    return numbers.start_index_map == std::vector{rows} ? gather.operand(1) : nullptr;
  // Without batching axes the index itself counts the rows.
  const Operation* parts = made_by(gather.operand(1), "stablehlo.concatenate");
  if (!are_first(numbers.start_index_map, x.rank()) || !parts ||
      parts->int_attribute("dimension") != numbers.index_vector_dim ||
      static_cast<int64_t>(parts->operand_count()) != x.rank())
    return nullptr;
  for (int64_t axis = 0; axis < rows; axis++)
    if (counted_axis(parts->operand(static_cast<size_t>(axis))) != axis) return nullptr;
  return parts->operand(static_cast<size_t>(rows));
}

std::vector<Value> emit_loss(ir::Builder& b, Value logits, Value label) {
  const ir::Shape& shape = logits->type.shape;
  label = op::reshape(b, label, ir::Shape(shape.begin(), shape.end() - 1));
  return b.create("tutti.softmax_cross_entropy", {logits, label});
}

/// The log-softmax at the labels.
Value emit_log_softmax_at(ir::Builder& b, Value logits, Value label) {
  const auto results = emit_loss(b, logits, label);
  // NaN if the largest logit is infinite, because the program subtracts it from itself.
  return op::subtract(b, op::subtract(b, results[1], results[1]), results[0]);
}

// sum(one_hot(label) log_softmax(x))
std::optional<Match> match_one_hot(const Operation& root) {
  if (root.name() != "stablehlo.reduce") return std::nullopt;
  const Operation* product = made_by(sum_over_last(root.result()), "stablehlo.multiply");
  for (size_t i = 0; product && i < 2; i++) {
    const Value one_hot = product->operand(i), label = one_hot_label(one_hot),
                x = log_softmax_input(product->operand(1 - i));
    if (!label || !x) continue;
    // The one-hot form is an input, although it is not used, so that others may use it as well.
    return Match{{x, label, one_hot}, [](ir::Builder& b, const std::vector<Value>& in) {
                   return emit_log_softmax_at(b, in[0], in[1]);
                 }};
  }
  return std::nullopt;
}

// log_softmax(x)[label]
std::optional<Match> match_picked(const Operation& root) {
  if (root.name() != "stablehlo.gather") return std::nullopt;
  const Value x = log_softmax_input(root.operand(0));
  const Value label = x ? picked_along_last(root) : nullptr;
  if (!is_label(label)) return std::nullopt;
  return Match{{x, label, root.operand(1)},
               [shape = root.result_type().shape](ir::Builder& b, const std::vector<Value>& in) {
                 const ir::Type scalar = ir::Type::scalar(ir::ElementType::i32);
                 const auto last = static_cast<double>(in[0]->type.shape.back() - 1);
                 const Value inside = b.one("stablehlo.clamp", {op::constant(b, scalar, 0), in[1],
                                                                op::constant(b, scalar, last)});
                 return op::reshape(b, emit_log_softmax_at(b, in[0], inside), shape);
               }};
}

// log(sum(e^(x - origin))) + origin, with a finite origin: the largest value or 0
std::optional<Match> match_log_sum_exp(const Operation& root) {
  if (root.name() != "stablehlo.add") return std::nullopt;
  for (size_t i = 0; i < 2; i++) {
    const Operation* log = made_by(row_of(root.operand(i)), "stablehlo.log");
    const Operation* origin = made_by(row_of(root.operand(1 - i)), "stablehlo.select");
    if (!log || !origin) continue;
    const Operation* absolute = made_by(row_of(log->operand(0)), "stablehlo.abs");
    const Value sum = absolute ? absolute->operand(0) : log->operand(0);
    const Operation* power = made_by(sum_over_last(sum), "stablehlo.exponential");
    const Operation* shifted = power ? made_by(power->operand(0), "stablehlo.subtract") : nullptr;
    if (!shifted || over_last(shifted->operand(1)) != origin->result()) continue;
    const Value x = shifted->operand(0), largest = origin->operand(1);
    const Operation* is_finite = made_by(origin->operand(0), "stablehlo.is_finite");
    if (!is_finite || is_finite->operand(0) != largest || largest_over_last(largest) != x ||
        splat_of(origin->operand(2)) != 0.0)
      continue;
    return Match{
        {x}, [shape = root.result_type().shape](ir::Builder& b, const std::vector<Value>& in) {
          const ir::Shape& all = in[0]->type.shape;
          const ir::Type rows =
              ir::Type::tensor(ir::ElementType::i32, ir::Shape(all.begin(), all.end() - 1));
          return op::reshape(b, emit_loss(b, in[0], op::constant(b, rows, 0))[1], shape);
        }};
  }
  return std::nullopt;
}

}  // namespace

std::optional<Match> match_cross_entropy(const Operation& root) {
  for (auto* spelling : {match_one_hot, match_picked, match_log_sum_exp})
    if (auto match = spelling(root)) return match;
  return std::nullopt;
}

}  // namespace tutti::pass
