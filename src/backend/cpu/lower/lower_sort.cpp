// SPDX-License-Identifier: Apache-2.0
// Sorts whose comparator compares the elements of one input by < or >, directly or as JAX spells
// it; sort_region.cpp sorts by any other comparator. Lines are sorted by merging, which is stable
// and needs no memory besides the workspace.
#include <algorithm>
#include <bit>
#include <cmath>
#include <limits>

#include "backend/cpu/lower/movement.h"
#include "backend/cpu/lower/region_rules.h"
#include "base/checked.h"
#include "kernel/strided.h"

namespace tutti::backend::cpu {
namespace {

using kernel::StridedCursor;
using kernel::StridedLoops;

/// The input by which lines are sorted, and how.
struct Key {
  size_t input;
  bool descending;
  bool total_order;
  bool one_zero_one_nan;  // the comparator takes -0 for 0, and every NaN for a positive one
};

const ir::Operation* owner_of(ir::Value value, std::string_view name) {
  return value->owner && value->owner->name() == name ? value->owner : nullptr;
}

bool is_comparison(ir::Value value, std::string_view direction, ir::Value left) {
  const ir::Operation* compare = owner_of(value, "stablehlo.compare");
  return compare && compare->operand(0) == left &&
         compare->enum_attribute("comparison_direction") == direction &&
         // In the total order a NaN equals itself, and -0 is not 0.
         compare->enum_attribute("compare_type", "NOTYPE") != "TOTALORDER";
}

/// Of NaN where x is NaN, 0 where x is 0, else x: that x. As JAX compares floats.
ir::Value source_of(ir::Value value) {
  const ir::Operation* outer = owner_of(value, "stablehlo.select");
  const ir::Operation* inner = outer ? owner_of(outer->operand(2), "stablehlo.select") : nullptr;
  if (!inner) return nullptr;
  const ir::Value x = inner->operand(2);
  const auto constant = [](ir::Value given) -> std::optional<double> {
    const ir::Operation* op = owner_of(given, "stablehlo.constant");
    if (!op || !ir::is_float(given->type.element)) return std::nullopt;
    return op->attribute("value").get<ir::Tensor>()->float_at(0);
  };
  const auto nan = constant(outer->operand(1)), zero = constant(inner->operand(1));
  const bool fits = is_comparison(outer->operand(0), "NE", x) &&
                    outer->operand(0)->owner->operand(1) == x &&
                    is_comparison(inner->operand(0), "EQ", x) &&
                    constant(inner->operand(0)->owner->operand(1)) == 0.0 && zero == 0.0 &&
                    !std::signbit(*zero) && nan && std::isnan(*nan) && !std::signbit(*nan);
  return fits ? x : nullptr;
}

std::optional<Key> key_of(const ir::Operation& op) {
  const ir::Block& body = *op.regions[0];
  const ir::Operation* compare = owner_of(body.terminator().operand(0), "stablehlo.compare");
  if (!compare) return std::nullopt;
  const std::string direction = compare->enum_attribute("comparison_direction");
  if (direction != "LT" && direction != "GT") return std::nullopt;
  const bool total = compare->enum_attribute("compare_type", "NOTYPE") == "TOTALORDER";
  ir::Value x = source_of(compare->operand(0)), y = source_of(compare->operand(1));
  const bool canonical = total && x && y;
  if (!canonical) {
    x = compare->operand(0);
    y = compare->operand(1);
  }
  for (size_t i = 0; i < op.operand_count(); i++) {
    const ir::Value left = body.arguments[2 * i].get(), right = body.arguments[2 * i + 1].get();
    const bool straight = x == left && y == right, turned = x == right && y == left;
    if (straight || turned) return Key{i, (direction == "GT") == straight, total, canonical};
  }
  return std::nullopt;
}

bool supports_sort(const ir::Operation& op) {
  return key_of(op).has_value() || supports_region_sort(op);
}

/// A number for each element, in the same order as the elements.
uint64_t sort_key(ir::ElementType type, const Key& key, const std::byte* data) {
  constexpr uint64_t kSign = uint64_t{1} << 63;
  uint64_t number;
  if (ir::is_float(type)) {
    double value = ir::load_element(type, data, 0);
    // Without a total order -0 and 0 are equal.
    if (value == 0 && (!key.total_order || key.one_zero_one_nan)) value = 0;
    if (key.one_zero_one_nan && std::isnan(value)) value = std::numeric_limits<double>::quiet_NaN();
    const auto bits = std::bit_cast<uint64_t>(value);
    number = bits & kSign ? ~bits : bits | kSign;
  } else {
    number = static_cast<uint64_t>(ir::load_int_element(type, data, 0));
    if (ir::is_signed(type)) number ^= kSign;
  }
  return key.descending ? ~number : number;
}

struct Entry {
  uint64_t key;
  int64_t index;
};

/// Sorts `count` entries; the result is where the returned pointer is, one of the two.
Entry* merge_sort(Entry* entries, Entry* spare, int64_t count) {
  for (int64_t width = 1; width < count; width *= 2) {
    for (int64_t first = 0; first < count; first += 2 * width) {
      const int64_t middle = std::min(count, first + width);
      const int64_t last = std::min(count, first + 2 * width);
      std::merge(entries + first, entries + middle, entries + middle, entries + last, spare + first,
                 [](const Entry& a, const Entry& b) { return a.key < b.key; });
    }
    std::swap(entries, spare);
  }
  return entries;
}

int64_t sort_workspace(const Lowering& lowering) {
  if (!key_of(lowering.op)) return region_sort_workspace(lowering);
  const int64_t length = lowering.op.operand_type(0).dim(sorted_axis(lowering.op));
  const auto entry = static_cast<int64_t>(2 * sizeof(Entry));
  return checked_multiply(checked_multiply(length, entry, "the lines of a sort"),
                          int64_t{lowering.workers}, "the lines of a sort");
}

class Sort {
 public:
  explicit Sort(const Lowering& lowering);
  void run(const Frame& frame) const;

 private:
  struct Tensor {
    Place from, to;
    ir::ElementType type;
    int64_t step, result_step;
  };
  void sort_line(const Frame& frame, int64_t line, Entry* entries) const;

  Key key_;
  int64_t length_, count_;
  std::vector<Tensor> tensors_;
  StridedLoops lines_;  // offsets of each operand, then of the results
  Place workspace_;
};

Sort::Sort(const Lowering& lowering)
    : key_(*key_of(lowering.op)), workspace_(lowering.workspace.place) {
  const int64_t axis = sorted_axis(lowering.op);
  const View& result = lowering.results[0];
  const auto others = other_axes(result.type.rank(), {axis});
  const auto d = static_cast<size_t>(axis);
  for (int64_t other : others) lines_.sizes.push_back(result.type.dim(other));
  // After the operands come the values that the comparator captures.
  for (size_t i = 0; i < lowering.results.size(); i++) {
    const View& operand = lowering.operands[i];
    tensors_.push_back({operand.place, lowering.results[i].place, operand.type.element,
                        operand.strides[d], result.strides[d]});
    lines_.strides.push_back(strides_of_axes(operand, others));
  }
  lines_.strides.push_back(strides_of_axes(result, others));
  length_ = result.type.dim(axis);
  count_ = result.type.count() == 0 ? 0 : lines_.count();
  kernel::collapse(lines_);
}

void Sort::sort_line(const Frame& frame, int64_t line, Entry* entries) const {
  const auto line_of = [&](size_t tensor) {
    const StridedCursor at(lines_.sizes, lines_.strides[tensor], line);
    return frame.at(tensors_[tensor].from) +
           at.offset() * static_cast<int64_t>(ir::byte_size(tensors_[tensor].type));
  };
  const Tensor& keys = tensors_[key_.input];
  const std::byte* from = line_of(key_.input);
  for (int64_t i = 0; i < length_; i++)
    entries[i] = {sort_key(keys.type, key_,
                           from + i * keys.step * static_cast<int64_t>(ir::byte_size(keys.type))),
                  i};
  const Entry* sorted = merge_sort(entries, entries + length_, length_);
  const StridedCursor to_line(lines_.sizes, lines_.strides.back(), line);
  for (size_t t = 0; t < tensors_.size(); t++) {
    const Tensor& tensor = tensors_[t];
    const auto bytes = static_cast<int64_t>(ir::byte_size(tensor.type));
    const std::byte* source = line_of(t);
    std::byte* target = frame.at(tensor.to) + to_line.offset() * bytes;
    for (int64_t i = 0; i < length_; i++)
      std::copy_n(source + sorted[i].index * tensor.step * bytes, bytes,
                  target + i * tensor.result_step * bytes);
  }
}

void Sort::run(const Frame& frame) const {
  auto* entries = reinterpret_cast<Entry*>(frame.at(workspace_));
  auto task = [&](int64_t line, int worker) {
    sort_line(frame, line, entries + worker * 2 * length_);
  };
  frame.team.run(count_, task);
}

Run lower_sort(Lowering& lowering) {
  if (!key_of(lowering.op)) return lower_region_sort(lowering);
  return [sort = Sort(lowering)](const Frame& frame) { sort.run(frame); };
}

}  // namespace

int64_t sorted_axis(const ir::Operation& op) {
  const int64_t axis = op.int_attribute("dimension", -1);
  return axis < 0 ? axis + op.operand_type(0).rank() : axis;
}

std::vector<Rule> sort_rules() {
  Rule rule{.op = "stablehlo.sort", .lower = lower_sort};
  rule.supports = supports_sort;
  rule.workspace_bytes = sort_workspace;
  rule.takes_narrow = true;
  return {rule};
}

}  // namespace tutti::backend::cpu
