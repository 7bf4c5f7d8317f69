// SPDX-License-Identifier: Apache-2.0
// Operations whose regions are compiled: any body, any number of inputs.
#include "backend/cpu_operation.h"
#include "backend/cpu_program.h"

namespace tutti {
namespace {

using test::expect_operation;
using test::OperationCase;

std::string tensor(const std::string& shape, const std::string& element) {
  return fmt::format("tensor<{}{}>", shape, element);
}

/// The largest element and where it is first, as JAX's argmax.
std::string arg_max(const std::string& shape, const std::string& axes, const std::string& result,
                    const std::string& element) {
  const char* kind = element[0] == 'u' ? "UNSIGNED" : element[0] == 'i' ? "SIGNED" : "FLOAT";
  return fmt::format(R"(
func.func @main(%x: {0}, %i: {1}, %low: tensor<{4}>, %none: tensor<i32>) -> ({2}, {3}) {{
  %r:2 = stablehlo.reduce(%x init: %low), (%i init: %none) across dimensions = [{5}]
    : ({0}, {1}, tensor<{4}>, tensor<i32>) -> ({2}, {3})
    reducer(%a: tensor<{4}>, %b: tensor<{4}>) (%j: tensor<i32>, %k: tensor<i32>) {{
    %greater = stablehlo.compare GT, %a, %b, {6} : (tensor<{4}>, tensor<{4}>) -> tensor<i1>
    %equal = stablehlo.compare EQ, %a, %b, {6} : (tensor<{4}>, tensor<{4}>) -> tensor<i1>
    %before = stablehlo.compare LT, %j, %k, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    %first = stablehlo.and %equal, %before : tensor<i1>
    %p = stablehlo.or %greater, %first : tensor<i1>
    %v = stablehlo.select %p, %a, %b : tensor<i1>, tensor<{4}>
    %n = stablehlo.select %p, %j, %k : tensor<i1>, tensor<i32>
    stablehlo.return %v, %n : tensor<{4}>, tensor<i32>
  }}
  return %r#0, %r#1 : {2}, {3}
}})",
                     tensor(shape, element), tensor(shape, "i32"), tensor(result, element),
                     tensor(result, "i32"), element, axes, kind);
}

TEST(CpuRegion, ReductionsOfTwoInputs) {
  struct Case {
    const char *shape, *axes, *result;
  };
  for (const Case& c :
       {Case{"", "", ""}, Case{"7x", "0", ""}, Case{"0x3x", "0", "3x"}, Case{"3x0x", "0", "0x"},
        Case{"5x9x", "1", "5x"}, Case{"5x9x", "0", "9x"}, Case{"3x4x5x6x", "1, 3", "3x5x"},
        Case{"700x3x", "1", "700x"}, Case{"2x1100x", "1", "2x"}, Case{"3x67x", "1", "3x"}})
    for (const char* element : {"f32", "bf16", "i8", "ui64"})
      expect_operation(arg_max(c.shape, c.axes, c.result, element), {});
}

/// An operation with one region that takes the pairs of elements of `element`.
std::string with_body(const std::string& op, const std::string& arguments,
                      const std::string& attributes, const std::string& element,
                      const std::string& body, const std::string& result) {
  std::string names, types;
  for (size_t i = 0, at = 0; at < arguments.size(); i++) {
    const size_t end = std::min(arguments.find(';', at), arguments.size());
    names += fmt::format("{}%{}: {}", i ? ", " : "", i, arguments.substr(at, end - at));
    types += (i ? ", " : "") + arguments.substr(at, end - at);
    at = end + 1;
  }
  std::string list;
  for (size_t i = 0; i < static_cast<size_t>(std::count(names.begin(), names.end(), '%')); i++)
    list += fmt::format("{}%{}", i ? ", " : "", i);
  return fmt::format(R"(
func.func @main({}) -> {} {{
  %r = "{}"({}) <{{{}}}> ({{
  ^bb0(%a: tensor<{}>, %b: tensor<{}>):
{}
  }}) : ({}) -> {}
  return %r : {}
}})",
                     names, result, op, list, attributes, element, element, body, types, result,
                     result);
}

// sqrt(a^2 + b^2): no operation of its own, but commutative and associative.
std::string length_body(const std::string& element) {
  return fmt::format(R"(    %p = stablehlo.multiply %a, %a : tensor<{0}>
    %q = stablehlo.multiply %b, %b : tensor<{0}>
    %s = stablehlo.add %p, %q : tensor<{0}>
    %d = stablehlo.sqrt %s : tensor<{0}>
    stablehlo.return %d : tensor<{0}>)",
                     element);
}
std::string one_body(const std::string& op, const std::string& element) {
  return fmt::format(
      "    %s = stablehlo.{0} %a, %b : tensor<{1}>\n    stablehlo.return %s : tensor<{1}>", op,
      element);
}

TEST(CpuRegion, ReductionsWithAnyBody) {
  for (const char* element : {"f32", "f64"})
    for (const auto& [shape, axes, result] :
         {std::tuple{"9x40x", "1", "9x"}, {"9x40x", "0", "40x"}, {"3x500x", "1", "3x"}})
      expect_operation(with_body("stablehlo.reduce",
                                 fmt::format("{};tensor<{}>", tensor(shape, element), element),
                                 fmt::format("dimensions = array<i64: {}>", axes), element,
                                 length_body(element), tensor(result, element)),
                       {.absolute = 1e-5, .low = -0.1, .high = 0.1});
}

TEST(CpuRegion, Windows) {
  struct Case {
    const char *shape, *attributes, *result;
  };
  const std::vector<Case> cases = {
      {"7x", "window_dimensions = array<i64: 3>", "5x"},
      {"6x5x",
       "window_dimensions = array<i64: 2, 3>, window_strides = array<i64: 2, 1>, "
       "padding = dense<[[1, 0], [0, 2]]> : tensor<2x2xi64>",
       "3x5x"},
      {"4x5x",
       "window_dimensions = array<i64: 2, 2>, base_dilations = array<i64: 2, 1>, "
       "window_dilations = array<i64: 3, 2>, padding = dense<[[-1, 2], [1, 1]]> : tensor<2x2xi64>",
       "5x5x"},
      {"2x30x40x3x", "window_dimensions = array<i64: 1, 3, 3, 1>", "2x28x38x3x"},
      {"0x3x", "window_dimensions = array<i64: 1, 2>", "0x2x"},
  };
  // Each sum is rounded here, in the interpreter the last: up to 9 times by 2^-11 of 36.
  for (const char* element : {"f32", "f16", "i32"})
    for (const char* op : {"add", "maximum", "minimum"})
      for (const Case& c : cases)
        expect_operation(
            with_body("stablehlo.reduce_window",
                      fmt::format("{};tensor<{}>", tensor(c.shape, element), element), c.attributes,
                      element, one_body(op, element), tensor(c.result, element)),
            {.absolute = element == std::string("f16") ? 0.16 : 1e-5});
}

// Windows as long as the axis: the cumulative operations.
TEST(CpuRegion, CumulativeWindows) {
  for (const char* padding : {"[[0, 0], [8, 0], [0, 0]]", "[[0, 0], [0, 8], [0, 0]]"})
    for (const char* op : {"add", "maximum", "multiply"})
      for (const char* initial : {"0.0", "1.0", "2.5"}) {
        const std::string text = fmt::format(R"(
func.func @main(%x: tensor<5x9x200xf32>) -> tensor<5x9x200xf32> {{
  %c = stablehlo.constant dense<{}> : tensor<f32>
  %r = "stablehlo.reduce_window"(%x, %c) <{{window_dimensions = array<i64: 1, 9, 1>,
      padding = dense<{}> : tensor<3x2xi64>}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %s = stablehlo.{} %a, %b : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }}) : (tensor<5x9x200xf32>, tensor<f32>) -> tensor<5x9x200xf32>
  return %r : tensor<5x9x200xf32>
}})",
                                             initial, padding, op);
        const ir::Module module = test::parse(text);
        test::expect_program(module, {test::random_values(module.get("main").argument(0)->type, 1)},
                             1e-6);
      }
}

TEST(CpuRegion, SelectAndScatter) {
  struct Case {
    const char *operand, *source, *attributes;
  };
  const std::vector<Case> cases = {
      {"6x", "3x", "window_dimensions = array<i64: 2>, window_strides = array<i64: 2>"},
      {"6x7x", "5x7x",
       "window_dimensions = array<i64: 2, 3>, padding = dense<[[0, 0], [1, 1]]> : tensor<2x2xi64>"},
      {"2x20x20x3x", "2x9x9x3x",
       "window_dimensions = array<i64: 1, 3, 3, 1>, window_strides = array<i64: 1, 2, 2, 1>"},
  };
  for (const char* element : {"f32", "i32"})
    for (const Case& c : cases) {
      const std::string operand = tensor(c.operand, element), source = tensor(c.source, element);
      const char* kind = element[0] == 'i' ? "SIGNED" : "FLOAT";
      expect_operation(fmt::format(R"(
func.func @main(%x: {0}, %s: {1}, %c: tensor<{2}>) -> {0} {{
  %r = "stablehlo.select_and_scatter"(%x, %s, %c) <{{{3}}}> ({{
  ^bb0(%a: tensor<{2}>, %b: tensor<{2}>):
    %p = stablehlo.compare GE, %a, %b, {4} : (tensor<{2}>, tensor<{2}>) -> tensor<i1>
    stablehlo.return %p : tensor<i1>
  }}, {{
  ^bb0(%a: tensor<{2}>, %b: tensor<{2}>):
    %q = stablehlo.add %a, %b : tensor<{2}>
    stablehlo.return %q : tensor<{2}>
  }}) : ({0}, {1}, tensor<{2}>) -> {0}
  return %r : {0}
}})",
                                   operand, source, element, c.attributes, kind),
                       {.absolute = 1e-5});
    }
}

// By the remainder of a key, descending, then by another key: many are equal in the first.
TEST(CpuRegion, SortsWithAnyComparator) {
  for (const auto& [shape, axis] : {std::pair{"1x", 0},
                                    {"0x4x", 0},
                                    {"1500x", 0},
                                    {"40x33x", 0},
                                    {"40x33x", 1},
                                    {"3x5x7x", 1}}) {
    const std::string keys = tensor(shape, "i32"), values = tensor(shape, "f32");
    expect_operation(fmt::format(R"(
func.func @main(%k: {0}, %v: {1}) -> ({0}, {1}) {{
  %r:2 = "stablehlo.sort"(%k, %v) <{{dimension = {2} : i64, is_stable = true}}> ({{
  ^bb0(%a: tensor<i32>, %b: tensor<i32>, %x: tensor<f32>, %y: tensor<f32>):
    %seven = stablehlo.constant dense<7> : tensor<i32>
    %p = stablehlo.remainder %a, %seven : tensor<i32>
    %q = stablehlo.remainder %b, %seven : tensor<i32>
    %g = stablehlo.compare GT, %p, %q, SIGNED : (tensor<i32>, tensor<i32>) -> tensor<i1>
    stablehlo.return %g : tensor<i1>
  }}) : ({0}, {1}) -> ({0}, {1})
  return %r#0, %r#1 : {0}, {1}
}})",
                                 keys, values, axis),
                     {.int_low = -40, .int_high = 40});
  }
}

// JAX's comparator of floats: -0 is 0 and NaNs are last; what is equal keeps its order.
TEST(CpuRegion, SortsAsJaxDoes) {
  for (const char* direction : {"LT", "GT"})
    expect_operation(fmt::format(R"(
func.func @main(%k: tensor<3x50xf32>, %v: tensor<3x50xi32>) -> (tensor<3x50xf32>,
      tensor<3x50xi32>) {{
  %r:2 = "stablehlo.sort"(%k, %v) <{{dimension = 1 : i64, is_stable = true}}> ({{
  ^bb0(%a: tensor<f32>, %b: tensor<f32>, %x: tensor<i32>, %y: tensor<i32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %0 = stablehlo.compare EQ, %a, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %1 = stablehlo.select %0, %zero, %a : tensor<i1>, tensor<f32>
    %2 = stablehlo.compare NE, %a, %a, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %3 = stablehlo.select %2, %nan, %1 : tensor<i1>, tensor<f32>
    %4 = stablehlo.compare EQ, %b, %zero, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %5 = stablehlo.select %4, %zero, %b : tensor<i1>, tensor<f32>
    %6 = stablehlo.compare NE, %b, %b, FLOAT : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %7 = stablehlo.select %6, %nan, %5 : tensor<i1>, tensor<f32>
    %8 = stablehlo.compare {}, %3, %7, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %8 : tensor<i1>
  }}) : (tensor<3x50xf32>, tensor<3x50xi32>) -> (tensor<3x50xf32>, tensor<3x50xi32>)
  return %r#0, %r#1 : tensor<3x50xf32>, tensor<3x50xi32>
}})",
                                 direction),
                     {.specials = true});
}

// Updates of two inputs that meet often; their order counts.
TEST(CpuRegion, ScattersWithAnyBody) {
  for (const auto& [dims, updates] :
       {std::pair{"update_window_dims = [1]", "60x4x"}, {"update_window_dims = [0]", "4x60x"}}) {
    const std::string text = fmt::format(R"(
func.func @main(%x: tensor<9x4xf32>, %y: tensor<9x4xi32>, %i: tensor<60x1xi64>, %u: {0}, %v: {1})
    -> (tensor<9x4xf32>, tensor<9x4xi32>) {{
  %r:2 = "stablehlo.scatter"(%x, %y, %i, %u, %v) <{{
      scatter_dimension_numbers = #stablehlo.scatter<{2}, inserted_window_dims = [0],
      scatter_dims_to_operand_dims = [0], index_vector_dim = 1>, indices_are_sorted = false,
      unique_indices = false}}> ({{
  ^bb0(%a: tensor<f32>, %c: tensor<i32>, %b: tensor<f32>, %d: tensor<i32>):
    %h = stablehlo.constant dense<0.5> : tensor<f32>
    %m = stablehlo.multiply %a, %h : tensor<f32>
    %s = stablehlo.add %m, %b : tensor<f32>
    %t = stablehlo.subtract %d, %c : tensor<i32>
    stablehlo.return %s, %t : tensor<f32>, tensor<i32>
  }}) : (tensor<9x4xf32>, tensor<9x4xi32>, tensor<60x1xi64>, {0}, {1}) -> (tensor<9x4xf32>,
      tensor<9x4xi32>)
  return %r#0, %r#1 : tensor<9x4xf32>, tensor<9x4xi32>
}})",
                                         tensor(updates, "f32"), tensor(updates, "i32"), dims);
    expect_operation(text, {.absolute = 1e-5, .int_low = -2, .int_high = 12});
  }
}

// A body may use values from outside.
TEST(CpuRegion, BodiesUseValuesFromOutside) {
  const ir::Module module = test::parse(R"(
func.func @main(%x: tensor<5x7xf32>, %w: tensor<f32>) -> tensor<5xf32> {
  %zero = stablehlo.constant dense<0.0> : tensor<f32>
  %weight = stablehlo.add %w, %w : tensor<f32>
  %r = "stablehlo.reduce"(%x, %zero) <{dimensions = array<i64: 1>}> ({
  ^bb0(%a: tensor<f32>, %b: tensor<f32>):
    %m = stablehlo.multiply %b, %weight : tensor<f32>
    %s = stablehlo.add %a, %m : tensor<f32>
    stablehlo.return %s : tensor<f32>
  }) : (tensor<5x7xf32>, tensor<f32>) -> tensor<5xf32>
  return %r : tensor<5xf32>
})");
  test::expect_program(module,
                       {test::random_values(module.get("main").argument(0)->type, 1),
                        test::random_values(module.get("main").argument(1)->type, 2)},
                       1e-6);
}

}  // namespace
}  // namespace tutti
