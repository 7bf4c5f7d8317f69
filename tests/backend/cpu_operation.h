// SPDX-License-Identifier: Apache-2.0
// Runs the one operation of a program's main function through its rule of the CPU backend, its
// operands laid out in memory in several ways, and compares it with the interpreter.
#pragma once

#include <gtest/gtest.h>

#include <algorithm>
#include <cmath>
#include <cstring>
#include <limits>
#include <random>
#include <string>

#include "backend/cpu/lower/lower.h"
#include "backend/cpu/memory/arena.h"
#include "base/threads.h"
#include "ir/parse.h"
#include "ir/small_float.h"
#include "op/catalogue.h"
#include "op/interpreter.h"

namespace tutti::test {

/// How operands lie in memory.
enum class Layout { dense, column_major, spaced, reversed, splat };

struct OperationCase {
  double ulps = 0;                     // how far floats may be off, in units in their last place
  double absolute = 0;                 // or in their value
  double low = -4, high = 4;           // of floats
  int64_t int_low = -5, int_high = 5;  // of integers; unsigned ones are not negative
  bool specials = false;               // NaN, infinities, zeros, extremes among the elements
  bool all_layouts = true;             // where the rule takes strided operands
};

inline double last_place(ir::ElementType type) {
  switch (type) {
    case ir::ElementType::bf16:
      return 0x1p-7;
    case ir::ElementType::f16:
      return 0x1p-10;
    case ir::ElementType::f32:
      return 0x1p-23;
    default:
      return 0x1p-52;
  }
}
inline double smallest_normal(ir::ElementType type) {
  switch (type) {
    case ir::ElementType::bf16:
    case ir::ElementType::f32:
      return 0x1p-126;
    case ir::ElementType::f16:
      return 0x1p-14;
    default:
      return 0x1p-1022;
  }
}

inline ir::Array random_array(const ir::Type& type, const OperationCase& settings, uint32_t seed) {
  std::mt19937_64 random(seed);
  ir::Array array(type);
  const double infinity = std::numeric_limits<double>::infinity();
  const double floats[] = {0.0, -0.0, infinity, -infinity, std::nan(""), 1e-42, -3e38,
                           0.5, -0.5, 88.9,     -90,       1e-7,         65504, 6e-8};
  const int64_t ints[] = {0, 1, -1, INT64_MAX, INT64_MIN, 0x7FFFFFFF, 0x80, 0xFFFF, 7, 31, 63};
  std::uniform_real_distribution<double> real(settings.low, settings.high);
  std::uniform_int_distribution<int64_t> whole(
      ir::is_unsigned(type.element) || type.element == ir::ElementType::i1
          ? std::max<int64_t>(0, settings.int_low)
          : settings.int_low,
      settings.int_high);
  for (int64_t i = 0; i < array.count(); i++) {
    const bool special = settings.specials && random() % 3 == 0;
    if (array.is_float())
      array.f(i) = special ? floats[random() % std::size(floats)] : real(random);
    else
      array.i(i) = special ? ints[random() % std::size(ints)] : whole(random);
  }
  array.round();
  return array;
}

/// An operand in memory.
struct Stored {
  std::vector<std::byte> bytes;
  std::vector<int64_t> strides;
  int64_t first = 0;  // bytes before the first element
};

inline Stored store(const ir::Array& array, Layout layout) {
  const ir::Shape& shape = array.type.shape;
  Stored stored;
  stored.strides = ir::strides_of(shape);
  int64_t elements = std::max<int64_t>(1, array.count());
  int64_t start = 0;
  if (layout == Layout::column_major) {
    int64_t stride = 1;
    for (size_t axis = 0; axis < shape.size(); axis++) {
      stored.strides[axis] = stride;
      stride *= shape[axis];
    }
  } else if (layout == Layout::spaced) {
    for (int64_t& stride : stored.strides) stride *= 2;
    elements *= 2;
  } else if (layout == Layout::reversed) {
    for (int64_t& stride : stored.strides) stride = -stride;
    start = elements - 1;
  } else if (layout == Layout::splat) {
    for (int64_t& stride : stored.strides) stride = 0;
    elements = 1;
  }
  const ir::ElementType type = array.type.element;
  const auto size = static_cast<int64_t>(ir::byte_size(type));
  stored.bytes.resize(static_cast<size_t>(elements * size));
  stored.first = start * size;
  ir::for_each_index(shape, [&](int64_t flat, const ir::Shape& index) {
    int64_t at = start;
    for (size_t axis = 0; axis < index.size(); axis++) at += index[axis] * stored.strides[axis];
    if (array.is_float())
      ir::store_element(type, stored.bytes.data(), at, array.f(flat));
    else
      ir::store_int_element(type, stored.bytes.data(), at, array.i(flat));
  });
  return stored;
}

inline void expect_equal(const ir::Array& found, const ir::Array& expected,
                         const OperationCase& settings, const std::string& what) {
  const ir::ElementType type = expected.type.element;
  for (int64_t i = 0; i < expected.count(); i++) {
    if (!expected.is_float()) {
      ASSERT_EQ(found.i(i), expected.i(i)) << what << " element " << i;
      continue;
    }
    const double x = found.f(i), y = expected.f(i);
    if (std::isnan(x) && std::isnan(y)) continue;
    if (x == y) {
      ASSERT_EQ(std::signbit(x), std::signbit(y)) << what << " element " << i;
      continue;
    }
    const double allowed =
        std::max(settings.absolute,
                 settings.ulps * last_place(type) * std::max(std::fabs(y), smallest_normal(type)));
    ASSERT_LE(std::fabs(x - y), allowed) << what << " element " << i << ": " << x << " for " << y;
  }
}

class OperationRun {
 public:
  OperationRun(const ir::Module& module, const std::vector<Stored>& arguments)
      : function_(module.get("main")), op_(*function_.body.operations[0]), arguments_(arguments) {}

  const backend::cpu::Rule* rule() const { return backend::cpu::rule_of(op_); }

  /// The results' bytes. In place: the first operand's memory is the first result's.
  std::vector<std::vector<std::byte>> run(int threads, bool in_place = false) const {
    using namespace backend;
    using namespace backend::cpu;
    std::vector<std::vector<std::byte>> inputs, results;
    std::vector<std::byte*> input_data, result_data;
    for (const Stored& argument : arguments_) {
      inputs.push_back(argument.bytes);
      input_data.push_back(inputs.back().data());
    }
    Lowering lowering{op_, {}, {}, threads, {}};
    for (const ir::Value operand : op_.operands) {
      const Stored& stored = arguments_[operand->index];
      View view = dense_view(operand->type);
      view.place = {Place::Kind::argument, static_cast<int64_t>(operand->index), stored.first};
      view.dense = view.strides == stored.strides && stored.first == 0;
      view.strides = stored.strides;
      lowering.operands.push_back(view);
    }
    for (size_t i = 0; i < op_.result_count(); i++) {
      View view = dense_view(op_.result_type(i));
      view.place = {Place::Kind::result, static_cast<int64_t>(i), 0};
      if (in_place && i == 0) view.place = lowering.operands[0].place;
      lowering.results.push_back(view);
      results.emplace_back(static_cast<size_t>(op_.result_type(i).bytes()), std::byte{0xA5});
      result_data.push_back(results.back().data());
    }
    const int64_t extra = rule()->workspace_bytes ? rule()->workspace_bytes(lowering) : 0;
    const HostMemory workspace(extra);
    std::fill_n(workspace.data(), extra, std::byte{0x5A});
    lowering.workspace = dense_view(ir::Type::tensor(ir::ElementType::i8, {extra}));
    const Run prepared = rule()->lower(lowering);
    Team team(threads);
    prepared(Frame{team, workspace.data(), nullptr, input_data, result_data});
    if (in_place) results[0].assign(input_data[0], input_data[0] + results[0].size());
    return results;
  }

 private:
  const ir::Function& function_;
  const ir::Operation& op_;
  const std::vector<Stored>& arguments_;
};

inline bool may_be_in_place(const ir::Operation& op, const backend::cpu::Rule& rule) {
  return !rule.in_place.empty() && rule.in_place[0] != -1 && op.operand(0)->index == 0 &&
         op.operand_type(0).bytes() == op.result_type().bytes() &&
         std::count(op.operands.begin(), op.operands.end(), op.operand(0)) == 1;
}

/// The arguments of `main`, the first of which may be given.
inline void expect_operation(const std::string& text, const OperationCase& settings = {},
                             std::vector<ir::Array> arguments = {}) {
  SCOPED_TRACE(text);
  const ir::Module module = ir::parse_module(text, "test", op::catalogue());
  const ir::Function& function = module.get("main");
  const ir::Operation& op = *function.body.operations[0];
  const backend::cpu::Rule* rule = backend::cpu::rule_of(op);
  ASSERT_NE(rule, nullptr);
  for (size_t i = arguments.size(); i < function.argument_count(); i++)
    arguments.push_back(
        random_array(function.argument(i)->type, settings, static_cast<uint32_t>(17 * i + 1)));
  std::vector<Layout> layouts = {Layout::dense};
  if (rule->strided_operands && settings.all_layouts)
    layouts.insert(layouts.end(),
                   {Layout::column_major, Layout::spaced, Layout::reversed, Layout::splat});
  for (Layout layout : layouts) {
    std::vector<Stored> stored;
    std::vector<ir::Array> given = arguments;
    for (ir::Array& argument : given) {
      for (int64_t k = 1; layout == Layout::splat && k < argument.count(); k++)
        argument.copy_element(k, argument, 0);
      stored.push_back(store(argument, layout));
    }
    const auto expected = op::interpret(module, "main", given);
    const OperationRun operation(module, stored);
    const auto results = operation.run(1);
    ASSERT_EQ(results, operation.run(3)) << "the number of threads changes bits";
    if (layout == Layout::dense && may_be_in_place(op, *rule)) {
      ASSERT_EQ(results, operation.run(2, true)) << "in place";
    }
    for (size_t i = 0; i < results.size(); i++) {
      const ir::Array found(ir::Tensor(op.result_type(i), results[i]));
      expect_equal(found, expected[i], settings,
                   fmt::format("layout {} result {}", static_cast<int>(layout), i));
    }
    if (::testing::Test::HasFatalFailure()) return;
  }
}

/// "func.func @main(%0: T0, %1: T1) -> R { %r = OPERATION ... return %r }".
inline std::string program(const std::vector<std::string>& arguments, const std::string& operation,
                           const std::string& result) {
  std::string list;
  for (size_t i = 0; i < arguments.size(); i++)
    list += fmt::format("{}%{}: {}", i ? ", " : "", i, arguments[i]);
  return fmt::format("func.func @main({}) -> {} {{\n  %r = {}\n  return %r : {}\n}}\n", list,
                     result, operation, result);
}

// Names of element types.
inline const std::vector<std::string> kFloats = {"bf16", "f16", "f32", "f64"};
inline const std::vector<std::string> kIntegers = {"i8",  "i16",  "i32",  "i64",
                                                   "ui8", "ui16", "ui32", "ui64"};
inline std::vector<std::string> all_types() {
  std::vector<std::string> all = {"i1"};
  all.insert(all.end(), kIntegers.begin(), kIntegers.end());
  all.insert(all.end(), kFloats.begin(), kFloats.end());
  return all;
}

}  // namespace tutti::test
