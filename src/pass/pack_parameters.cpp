// SPDX-License-Identifier: Apache-2.0
#include "pass/pack_parameters.h"

#include <algorithm>
#include <unordered_map>

#include "ir/packed_type.h"
#include "op/dequantize.h"
#include "op/emit.h"
#include "op/gather.h"
#include "pass/rewrite.h"
#include "pass/values.h"

namespace tutti::pass {
namespace {

using ir::Builder;
using ir::Operation;
using ir::Value;

struct Packed {
  blocks::BlockType blocks;
  ir::Type type;  // of the values
};

class PackedFunction {
 public:
  PackedFunction(const ir::Function& from, const PackedParameters& packed) : from_(from) {
    function_ = ir::declaration_of(from, map_);
    for (size_t i = 0; i < from.argument_count(); i++) add_argument(i, packed);
  }

  std::unique_ptr<ir::Function> rebuilt(const ir::Catalogue& catalogue) {
    Builder b(function_->body, catalogue);
    const auto results = append_body(
        b, from_.body, map_, [&](Builder& inner, const Operation& op) { return visit(inner, op); });
    finish(*function_, b, results);
    return std::move(function_);
  }

 private:
  void add_argument(size_t i, const PackedParameters& packed) {
    const ir::Attribute* name = from_.argument_attributes[i].find("tutti.name");
    const auto* text = name ? name->get<std::string>() : nullptr;
    const auto found = text ? packed.find(*text) : packed.end();
    const ir::Attribute* role = from_.argument_attributes[i].find("tutti.role");
    if (found == packed.end() || !role || *role != ir::string_attribute("parameter")) return;
    const Value argument = function_->argument(i);
    packed_.emplace(argument, Packed{found->second, argument->type});
    argument->type = ir::packed_type(argument->type, found->second);
  }

  bool is_packed(Value value) const { return packed_.contains(value); }

  std::optional<std::vector<Value>> visit(Builder& b, const Operation& op) {
    if (op.name() == "tutti.linear_cross_entropy")
      if (auto results = head(b, op)) return results;
    if (std::none_of(op.operands.begin(), op.operands.end(),
                     [&](Value value) { return is_packed(value); }))
      return std::nullopt;
    if (op.name() == "stablehlo.convert")
      return std::vector<Value>{values_of(b, op.operand(0), op.result_type())};
    if (op.name() == "tutti.embedding") return std::vector<Value>{rows_of(b, op)};
    ir::ValueMap map;
    for (const Value operand : op.operands) {
      if (map.contains(operand)) continue;
      map[operand] = is_packed(operand) ? values_of(b, operand, packed_.at(operand).type) : operand;
    }
    return appended(b, op, map).results();
  }

  Operation& appended(Builder& b, const Operation& op, ir::ValueMap& map) {
    b.block().operations.push_back(ir::clone(op, map));
    return *b.block().operations.back();
  }

  /// A head decodes a part of its classes at a time. Not in f16, which a kernel may widen: values
  /// that are decoded to float32 are not rounded to f16.
  std::optional<std::vector<Value>> head(Builder& b, const Operation& op) {
    const Operation* decoded = made_by(op.operand(1), "tutti.dequantize");
    const Value bytes = decoded ? decoded->operand(0) : op.operand(1);
    const bool is_widened = op.operand_type(0).element == ir::ElementType::f16;
    if (!is_packed(bytes) || is_widened) return std::nullopt;
    ir::ValueMap map;
    for (const Value operand : op.operands) map[operand] = operand;
    map[op.operand(1)] = bytes;
    Operation& copy = appended(b, op, map);
    copy.attributes.set(op::kWeightBlocks, name_of(bytes));
    return copy.results();
  }

  ir::Attribute name_of(Value bytes) const {
    return ir::string_attribute(std::string(blocks::format_of(packed_.at(bytes).blocks).name));
  }

  Value values_of(Builder& b, Value bytes, const ir::Type& type) {
    ir::Attributes attributes;
    attributes.set("type", name_of(bytes));
    return b.one("tutti.dequantize", {bytes}, std::move(attributes), {type});
  }

  Value rows_of(Builder& b, const Operation& op) {
    const Value table = op.operand(0), rows = op::gather_rows(b, table, op.operand(1));
    packed_.emplace(rows, packed_.at(table));
    return values_of(b, rows, op.result_type());
  }

  const ir::Function& from_;
  ir::ValueMap map_;
  std::unique_ptr<ir::Function> function_;
  std::unordered_map<Value, Packed> packed_;  // values that are blocks
};

}  // namespace

ir::Module pack_parameters(const ir::Module& module, const PackedParameters& packed,
                           const ir::Catalogue& catalogue) {
  ir::Module out = ir::head_of(module);
  for (const auto& function : module.functions)
    out.functions.push_back(PackedFunction(*function, packed).rebuilt(catalogue));
  return out;
}

}  // namespace tutti::pass
