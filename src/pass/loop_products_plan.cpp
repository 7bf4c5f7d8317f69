// SPDX-License-Identifier: Apache-2.0
#include "pass/loop_products_plan.h"

#include <algorithm>

#include "ir/captures.h"
#include "op/dot.h"

namespace tutti::pass {
namespace {

using ir::Operation;
using ir::Value;
using Axes = std::vector<int64_t>;

// Rows of a product, or terms of its sums, from which on it is fast by itself.
constexpr int64_t kManyRows = 256;
// Terms of a sum, for which it pays to write the sum to memory and to read it in its round.
constexpr int64_t kFewestTerms = 32;
// Bytes that new arrays may take in any loop.
constexpr double kFewBytes = 64 << 20;
// Operations from a product to the sum of all rounds.
constexpr size_t kLongestWay = 64;

int64_t size_along(const ir::Type& type, const Axes& axes) {
  int64_t size = 1;
  for (int64_t axis : axes) size *= type.dim(axis);
  return size;
}

bool is_wide_float(const ir::Type& type) {
  return type.is_tensor() && type.is_static() &&
         (type.element == ir::ElementType::f32 || type.element == ir::ElementType::f64);
}

/// Whether an operation is a product that can be one of all rounds.
bool is_plain_dot(const Operation& op) {
  if (op.name() != "stablehlo.dot_general" || op::decomposes_dot(op)) return false;
  const auto types = op.operand_types();
  const bool is_static = std::all_of(types.begin(), types.end(),
                                     [](const ir::Type& type) { return type.is_static(); });
  return is_static && is_wide_float(op.result_type()) && op::dot_axes(op).lhs_batch.empty();
}

/// Whether an operation only looks at its operand differently: what it makes of a sum is the sum of
/// what it makes of the terms.
bool is_view_of_sum(const Operation& op) {
  return op.name() == "stablehlo.reshape" || op.name() == "stablehlo.transpose" ||
         op.name() == "stablehlo.slice";
}

double bytes_held(const Operation& loop) {
  double bytes = 0;
  const auto add = [&](Value value) {
    if (value->type.is_tensor() && value->type.is_static())
      bytes += static_cast<double>(value->type.bytes());
  };
  for (Value operand : loop.operands) add(operand);
  for (Value captured : captured_values(loop)) add(captured);
  return bytes;
}

/// Bytes that new arrays may still take.
class Allowance {
 public:
  explicit Allowance(const Operation& loop) : left_(std::max(kFewBytes, bytes_held(loop))) {}
  bool take(double bytes) {
    if (bytes > left_) return false;
    left_ -= bytes;
    return true;
  }

 private:
  double left_;
};

/// Finds the products that are only added up.
class LateProducts {
 public:
  explicit LateProducts(const LoopRows& rows) : rows_(rows) {}

  void find(LoopPlan& plan, Allowance& allowance);

 private:
  /// What is added to a value of the loop in each round.
  struct Sum {
    size_t state;
    bool has_state = false;  // whether the way to it was found
    std::vector<const Operation*> ops = {};
  };

  Value state_of(const Sum& sum) const { return rows_.round().arguments[sum.state].get(); }
  Value next_of(const Sum& sum) const { return rows_.round().terminator().operand(sum.state); }
  bool is_state(size_t index) const;
  /// Adds the operations that make a value. Whether it is the sum of the state, where that may be
  /// one of the terms, and of products.
  bool collect(Value value, bool may_be_state, Sum& sum) const;
  std::optional<LateProduct> late_product(const Operation& dot) const;
  /// The place at which a side that is no row would be collected, beside the other side.
  std::optional<StackRow> place_beside(const std::optional<StackRow>& other) const;
  /// Whether nothing but sums reads what a sum's operations make.
  bool is_alone(const Sum& sum, const std::unordered_map<Value, int64_t>& uses_in_sums) const;
  void drop_shared(std::vector<Sum>& sums) const;
  void add_late(LateProduct product, LoopPlan& plan) const;
  double bytes_of(const LoopPlan& plan) const;

  const LoopRows& rows_;
};

bool LateProducts::is_state(size_t index) const {
  const Value argument = rows_.round().arguments[index].get();
  return is_wide_float(argument->type) && rows_.uses(argument) == 1 &&
         rows_.uses(rows_.loop().regions[0]->arguments[index].get()) == 0;
}

bool LateProducts::collect(Value value, bool may_be_state, Sum& sum) const {
  if (value == state_of(sum)) return may_be_state && !std::exchange(sum.has_state, true);
  if (!value->owner || rows_.is_outside(value) || sum.ops.size() == kLongestWay) return false;
  const Operation& op = *value->owner;
  sum.ops.push_back(&op);
  if (op.name() == "stablehlo.add")
    return collect(op.operand(0), may_be_state, sum) && collect(op.operand(1), may_be_state, sum);
  if (is_view_of_sum(op)) return collect(op.operand(0), false, sum);
  return late_product(op).has_value();
}

std::optional<StackRow> LateProducts::place_beside(const std::optional<StackRow>& other) const {
  if (!other) return rows_.counted_row();
  StackRow place = *other;
  place.stack = nullptr;
  return place;
}

std::optional<LateProduct> LateProducts::late_product(const Operation& dot) const {
  if (!is_plain_dot(dot)) return std::nullopt;
  const int64_t terms = size_along(dot.operand_type(0), op::dot_axes(dot).lhs_contract);
  if (terms < 1 || terms >= kManyRows) return std::nullopt;
  LateProduct product{&dot, {}};
  int64_t collected = 0;
  for (size_t side : {0, 1}) {
    const Value value = dot.operand(side);
    if (rows_.is_outside(value)) return std::nullopt;
    auto& row = product.sides[side].row;
    row = rows_.row(value);
    if (row && row->keeps_axis) row.reset();
    if (!row && (side == 0 || value != dot.operand(0))) collected += value->type.count();
  }
  const auto &left = product.sides[0].row, &right = product.sides[1].row;
  // Where more is collected than added up, a round would write more than it does now.
  if (collected > dot.result_type().count()) return std::nullopt;
  if (left && right) return left->rises() == right->rises() ? std::optional(product) : std::nullopt;
  return place_beside(left ? left : right) ? std::optional(product) : std::nullopt;
}

bool LateProducts::is_alone(const Sum& sum,
                            const std::unordered_map<Value, int64_t>& uses_in_sums) const {
  return std::all_of(sum.ops.begin(), sum.ops.end(), [&](const Operation* op) {
    const Value value = op->result();
    const auto found = uses_in_sums.find(value);
    const int64_t returned = value == next_of(sum) ? 1 : 0;
    return rows_.uses(value) == (found == uses_in_sums.end() ? 0 : found->second) + returned;
  });
}

void LateProducts::drop_shared(std::vector<Sum>& sums) const {
  for (size_t before = sums.size() + 1; sums.size() < before;) {
    before = sums.size();
    std::unordered_set<const Operation*> all;
    std::unordered_map<Value, int64_t> uses;
    for (const Sum& sum : sums)
      for (const Operation* op : sum.ops)
        if (all.insert(op).second && op->name() != "stablehlo.dot_general")  // reads each round's
          for (Value operand : op->operands) uses[operand]++;
    std::erase_if(sums, [&](const Sum& sum) { return !is_alone(sum, uses); });
  }
}

void LateProducts::add_late(LateProduct product, LoopPlan& plan) const {
  for (size_t side : {0, 1}) {
    if (product.sides[side].row) continue;
    const StackRow place = *place_beside(product.sides[1 - side].row);
    const Value value = product.dot->operand(side);
    const auto found = std::find_if(
        plan.collected.begin(), plan.collected.end(), [&](const CollectedValue& other) {
          return other.value == value && other.place.rises() == place.rises();
        });
    product.sides[side].collected = static_cast<size_t>(found - plan.collected.begin());
    if (found == plan.collected.end()) plan.collected.push_back({value, place});
  }
  plan.late.push_back(std::move(product));
}

double LateProducts::bytes_of(const LoopPlan& plan) const {
  double bytes = 0;
  for (const CollectedValue& collected : plan.collected)
    bytes +=
        static_cast<double>(rows_.rounds()) * static_cast<double>(collected.value->type.bytes());
  return bytes;
}

void LateProducts::find(LoopPlan& plan, Allowance& allowance) {
  std::vector<Sum> sums;
  for (size_t i = 0; i < rows_.round().arguments.size(); i++) {
    Sum sum{i};
    if (is_state(i) && collect(next_of(sum), true, sum) && sum.has_state)
      sums.push_back(std::move(sum));
  }
  drop_shared(sums);
  LoopPlan found;
  for (const Sum& sum : sums) {
    found.states.insert(sum.state);
    found.sums.insert(sum.ops.begin(), sum.ops.end());
  }
  for (const auto& op : rows_.round().operations)
    if (found.sums.contains(op.get()))
      if (auto product = late_product(*op)) add_late(std::move(*product), found);
  if (allowance.take(bytes_of(found))) plan = std::move(found);
}

/// The product as one that can be computed before the loop.
std::optional<EarlyProduct> early_product(const LoopRows& rows, const Operation& dot, size_t side) {
  if (!rows.is_outside(dot.operand(1 - side))) return std::nullopt;
  const auto row = rows.row(dot.operand(side));
  if (!row) return std::nullopt;
  const op::DotAxes axes = op::dot_axes(dot);
  const Axes& contracted = side == 0 ? axes.lhs_contract : axes.rhs_contract;
  const Axes& free = side == 0 ? axes.lhs_free : axes.rhs_free;
  const bool contracts_rows =
      row->keeps_axis && std::count(contracted.begin(), contracted.end(), row->axis) > 0;
  const ir::Type& type = dot.operand_type(side);
  if (contracts_rows || size_along(type, free) >= kManyRows ||
      size_along(type, contracted) < kFewestTerms)
    return std::nullopt;
  return EarlyProduct{&dot, side, *row};
}

void find_early(const LoopRows& rows, LoopPlan& plan, Allowance& allowance) {
  for (const auto& op : rows.round().operations) {
    if (!is_plain_dot(*op) || plan.sums.contains(op.get())) continue;
    auto product = early_product(rows, *op, 0);
    if (!product) product = early_product(rows, *op, 1);
    const double bytes =
        static_cast<double>(rows.rounds()) * static_cast<double>(op->result_type().bytes());
    if (product && allowance.take(bytes)) plan.early.push_back(*product);
  }
}

}  // namespace

LoopPlan plan_products(const LoopRows& rows) {
  LoopPlan plan;
  Allowance allowance(rows.loop());
  LateProducts(rows).find(plan, allowance);
  find_early(rows, plan, allowance);
  return plan;
}

}  // namespace tutti::pass
