// SPDX-License-Identifier: Apache-2.0
#include <algorithm>

#include "op/catalogue.h"
#include "op/rules/counted_loop.h"
#include "op/rules/derived.h"
#include "op/rules/regions.h"

namespace tutti::op {
namespace {

/// Operands are inputs and initial carries; results are outputs and final carries.
struct Scan {
  size_t inputs, carries, outputs;
  int64_t dimension, rounds;
};

Type without(const Type& type, int64_t axis) {
  Shape shape = type.shape;
  shape.erase(shape.begin() + axis);
  return type.with(std::move(shape));
}

Type with(const Type& type, int64_t axis, int64_t size) {
  Shape shape = type.shape;
  shape.insert(shape.begin() + axis, size);
  return type.with(std::move(shape));
}

Scan scan_of(const Operation& op) {
  const auto segments = op.ints_attribute("operandSegmentSizes");
  const auto operands = static_cast<int64_t>(op.operand_count());
  constraint(op,
             segments.size() == 2 && segments[0] >= 0 && segments[1] >= 0 &&
                 segments[0] <= operands && segments[1] == operands - segments[0],
             "scan_i1", "operandSegmentSizes is {}, expected inputs and carries of {} operands",
             ir::str(segments), operands);
  expect_regions(op, 1, "scan_c5");
  const size_t returned = op.regions[0]->terminator().operand_count();
  Scan scan{static_cast<size_t>(segments[0]), static_cast<size_t>(segments[1]), 0,
            op.int_attribute("dimension"), op.int_attribute("scan_dim_size", -1)};
  constraint(op, returned >= scan.carries, "scan_c6",
             "the body returns {} values, expected {} carries", returned, scan.carries);
  scan.outputs = returned - scan.carries;
  constraint(op, scan.inputs + scan.outputs > 0, "scan_c1",
             "there is neither input nor output, expected one");
  constraint(op, scan.dimension >= 0, "scan_dimension", "dimension is {}, expected at least 0",
             scan.dimension);
  constraint(op, scan.rounds >= ir::kDynamic, "scan_size",
             "scan_dim_size is {}, expected at least 0", scan.rounds);
  for (size_t i = 0; i < scan.inputs; i++) {
    const Type& type = op.operand_type(i);
    constraint(op, scan.dimension < type.rank(), "scan_c2",
               "dimension is {}, expected an axis of input {}, a {}", scan.dimension, i,
               type.str());
    const int64_t size = type.dim(scan.dimension);
    constraint(op, ir::compatible(scan.rounds, size), "scan_c3",
               "input {} is a {}, expected {} along {}", i, type.str(), scan.rounds,
               scan.dimension);
    scan.rounds = ir::merged(scan.rounds, size);
  }
  constraint(op, scan.rounds >= 0 || scan.inputs > 0, "scan_c3",
             "nothing tells the number of rounds");
  return scan;
}

/// The type of result `index`, of what the body returns there.
Type result_of(const Operation& op, const Scan& scan, const Type& returned, size_t index) {
  const bool is_output = index < scan.outputs;
  constraint(op, !is_output || scan.dimension <= returned.rank(), "scan_c2",
             "dimension is {}, expected at most the rank of what the body returns, a {}",
             scan.dimension, returned.str());
  constraint(op,
             is_output ||
                 ir::same_but_sizes(returned, op.operand_type(scan.inputs + index - scan.outputs)),
             "scan_c5", "the body returns a {} for carry {}", returned.str(), index - scan.outputs);
  return is_output ? with(returned, scan.dimension, scan.rounds) : returned;
}

std::vector<Type> infer(const Operation& op) {
  const Scan scan = scan_of(op);
  const auto returned = op.regions[0]->terminator().operand_types();
  std::vector<Type> taken, results;
  for (size_t i = 0; i < op.operand_count(); i++)
    taken.push_back(i < scan.inputs ? without(op.operand_type(i), scan.dimension)
                                    : op.operand_type(i));
  expect_signature(op, 0, taken, returned, "scan_c5", "scan_c5");
  for (size_t i = 0; i < returned.size(); i++)
    results.push_back(result_of(op, scan, returned[i], i));
  return results;
}

/// One round: slices of the inputs through the body, its outputs into their places. The state is
/// the carries and the outputs so far.
std::vector<Value> emit_round(Builder& b, const Operation& op, const Scan& scan, Value round,
                              const std::vector<Value>& state) {
  const Value place = place_of_round(b, round, scan.rounds, op.bool_attribute("is_reverse", false));
  const Block& body = *op.regions[0];
  ir::ValueMap map;
  for (size_t i = 0; i < scan.inputs; i++) {
    const Value argument = body.arguments[i].get();
    map[argument] =
        reshape(b, slice_at(b, op.operand(i), scan.dimension, place), argument->type.shape);
  }
  for (size_t i = 0; i < scan.carries; i++) map[body.arguments[scan.inputs + i].get()] = state[i];
  const std::vector<Value> returned = ir::clone_body(body, b.block(), map);
  std::vector<Value> next;
  for (size_t i = 0; i < scan.carries; i++) next.push_back(returned[scan.outputs + i]);
  for (size_t i = 0; i < scan.outputs; i++) {
    const Value slice = reshape(b, returned[i], with(returned[i]->type, scan.dimension, 1).shape);
    next.push_back(with_slice_at(b, state[scan.carries + i], slice, scan.dimension, place));
  }
  return next;
}

std::vector<Value> decompose(Builder& b, const Operation& op) {
  const Scan scan = scan_of(op);
  std::vector<Value> start(op.operands.begin() + static_cast<std::ptrdiff_t>(scan.inputs),
                           op.operands.end());
  for (size_t i = 0; i < scan.outputs; i++) start.push_back(constant(b, op.result_type(i), 0));
  auto results = counted_loop(b, scan.rounds, start,
                              [&](Builder& inner, Value round, const std::vector<Value>& state) {
                                return emit_round(inner, op, scan, round, state);
                              });
  std::rotate(results.begin(), results.begin() + static_cast<std::ptrdiff_t>(scan.carries),
              results.end());
  return results;
}

}  // namespace

OpDef scan() {
  OpDef def = derived("chlo.scan", "@scan : functional", infer, decompose);
  def.attributes =
      "dimension:int, scan_dim_size?:int, is_reverse?:bool, is_associative?:bool, "
      "operandSegmentSizes:ints32, resultSegmentSizes?:ints32";
  def.result_constraints = {.element = 0, .shape = 0, .count = 0};
  return def;
}

}  // namespace tutti::op
