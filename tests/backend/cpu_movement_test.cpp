// SPDX-License-Identifier: Apache-2.0
#include "backend/cpu_operation.h"
#include "kernel/strided.h"

namespace tutti {
namespace {

using test::expect_operation;
using test::OperationCase;
using test::program;

const std::vector<std::string> kOneOfEachSize = {"i1", "ui8", "bf16", "i32", "f32", "f64"};
const OperationCase kSmall{.int_low = 0, .int_high = 1};

std::string type(const std::string& shape, const std::string& element) {
  return fmt::format("tensor<{}{}>", shape, element);
}

TEST(CpuMovement, Concatenates) {
  for (const std::string& e : kOneOfEachSize) {
    const auto joined = [&](const std::vector<std::string>& shapes, int axis,
                            const std::string& result) {
      std::vector<std::string> types;
      std::string names, list;
      for (size_t i = 0; i < shapes.size(); i++) {
        types.push_back(type(shapes[i], e));
        names += fmt::format("{}%{}", i ? ", " : "", i);
        list += (i ? ", " : "") + types.back();
      }
      expect_operation(program(types,
                               fmt::format("stablehlo.concatenate {}, dim = {} : ({}) -> {}", names,
                                           axis, list, type(result, e)),
                               type(result, e)),
                       kSmall);
    };
    joined({"3x"}, 0, "3x");
    joined({"3x4x", "5x4x", "0x4x", "1x4x"}, 0, "9x4x");
    joined({"3x4x", "3x0x", "3x7x"}, 1, "3x11x");
    joined({"2x30x17x", "2x50x17x"}, 1, "2x80x17x");
  }
}

TEST(CpuMovement, PadsAndCuts) {
  const auto padded = [](const std::string& e, const std::string& from, const std::string& low,
                         const std::string& high, const std::string& interior,
                         const std::string& to) {
    expect_operation(
        program({type(from, e), type("", e)},
                fmt::format("stablehlo.pad %0, %1, low = [{}], high = [{}], interior = [{}] : "
                            "({}, {}) -> {}",
                            low, high, interior, type(from, e), type("", e), type(to, e)),
                type(to, e)),
        kSmall);
  };
  for (const std::string& e : kOneOfEachSize) {
    padded(e, "", "", "", "", "");
    padded(e, "5x", "2", "3", "0", "10x");
    padded(e, "5x", "-2", "3", "2", "14x");
    padded(e, "5x", "-4", "-1", "0", "0x");
    padded(e, "5x", "-7", "3", "0", "1x");
    padded(e, "5x", "3", "-7", "0", "1x");
    padded(e, "0x", "1", "1", "4", "2x");
    padded(e, "5x7x", "-1, 2", "1, -3", "0, 1", "5x12x");
    padded(e, "4x5x6x", "1, 0, -2", "0, 2, 1", "2, 0, 3", "11x7x20x");
  }
}

TEST(CpuMovement, Reverses) {
  for (const std::string& e : kOneOfEachSize)
    for (const char* axes : {"", "0", "2", "0, 1", "0, 1, 2"})
      for (const char* shape : {"3x4x70x", "1x0x2x"})
        expect_operation(
            program({type(shape, e)},
                    fmt::format("stablehlo.reverse %0, dims = [{}] : {}", axes, type(shape, e)),
                    type(shape, e)),
            kSmall);
}

TEST(CpuMovement, Counts) {
  for (const std::string& e : test::all_types()) {
    if (e == "i1") continue;
    for (int axis : {0, 1})
      expect_operation(program({},
                               fmt::format("stablehlo.iota dim = {} : {}", axis, type("9x300x", e)),
                               type("9x300x", e)));
  }
}

TEST(CpuMovement, ReadsBitsAsAnotherType) {
  const auto cast = [](const std::string& from, const std::string& to) {
    expect_operation(
        program({from}, fmt::format("stablehlo.bitcast_convert %0 : ({}) -> {}", from, to), to));
  };
  cast("tensor<7x5xf32>", "tensor<7x5xi32>");
  cast("tensor<7x5xi32>", "tensor<7x5xf32>");
  cast("tensor<7xf64>", "tensor<7x2xui32>");
  cast("tensor<7x4xi8>", "tensor<7xi32>");
  cast("tensor<3xbf16>", "tensor<3xui16>");
  cast("tensor<3xi1>", "tensor<3xi1>");
}

TEST(CpuMovement, SlicesWhereAnIndexSays) {
  for (const char* index : {"i32", "i64", "ui8", "ui64"})
    for (const char* shape : {"5x9x", "2x0x", "1x1x", "3x4x"})
      expect_operation(program({type("5x9x", "f32"), type("", index), type("", index)},
                               fmt::format("stablehlo.dynamic_slice %0, %1, %2, sizes = [{}, {}] : "
                                           "(tensor<5x9xf32>, {}, {}) -> {}",
                                           shape[0], shape[2], type("", index), type("", index),
                                           type(shape, "f32")),
                               type(shape, "f32")),
                       {.int_low = -5, .int_high = 9, .specials = true});
}

TEST(CpuMovement, UpdatesWhereAnIndexSays) {
  for (const char* index : {"i32", "i64", "ui8", "ui64"})
    for (const char* shape : {"5x9x", "2x0x", "1x1x", "3x4x"})
      expect_operation(
          program({type("5x9x", "bf16"), type(shape, "bf16"), type("", index), type("", index)},
                  fmt::format("stablehlo.dynamic_update_slice %0, %1, %2, %3 : "
                              "(tensor<5x9xbf16>, {}, {}, {}) -> tensor<5x9xbf16>",
                              type(shape, "bf16"), type("", index), type("", index)),
                  "tensor<5x9xbf16>"),
          {.int_low = -5, .int_high = 9, .specials = true});
}

std::string gather(const std::string& e, const std::string& operand, const std::string& indices,
                   const std::string& numbers, const std::string& sizes,
                   const std::string& result) {
  return program({type(operand, e), indices},
                 fmt::format("\"stablehlo.gather\"(%0, %1) <{{dimension_numbers = "
                             "#stablehlo.gather<{}>, indices_are_sorted = false, slice_sizes = "
                             "array<i64: {}>}}> : ({}, {}) -> {}",
                             numbers, sizes, type(operand, e), indices, type(result, e)),
                 type(result, e));
}

TEST(CpuMovement, Gathers) {
  const OperationCase settings{.int_low = 0, .int_high = 1};
  const OperationCase outside{.int_low = -3, .int_high = 12, .specials = true};
  for (const std::string& e : kOneOfEachSize) {
    const OperationCase& c = e == "i1" || e == "ui8" ? settings : outside;
    expect_operation(gather(e, "9x70x", "tensor<4x5xi32>",
                            "offset_dims = [2], collapsed_slice_dims = [0], "
                            "start_index_map = [0], index_vector_dim = 2",
                            "1, 70", "4x5x70x"),
                     c);
    expect_operation(gather(e, "9x7x", "tensor<6x2xi64>",
                            "offset_dims = [0], collapsed_slice_dims = [0], "
                            "start_index_map = [1, 0], index_vector_dim = 1",
                            "1, 3", "3x6x"),
                     c);
    expect_operation(gather(e, "3x9x7x", "tensor<2x4x3xui8>",
                            "offset_dims = [2], collapsed_slice_dims = [1], "
                            "operand_batching_dims = [0], start_indices_batching_dims = [2], "
                            "start_index_map = [1, 2], index_vector_dim = 0",
                            "1, 1, 2", "4x3x2x"),
                     c);
    expect_operation(
        gather(e, "9x", "tensor<0x1xi32>",
               "offset_dims = [1], start_index_map = [0], index_vector_dim = 1", "2", "0x2x"),
        c);
  }
}

std::string scatter(const std::string& e, const std::string& input, const std::string& indices,
                    const std::string& updates, const std::string& numbers,
                    const std::string& body) {
  const std::string scalar = type("", e);
  const std::string returned =
      body.empty() ? "" : fmt::format("    %c = stablehlo.{} %a, %b : {}\n", body, scalar);
  return program(
      {type(input, e), indices, type(updates, e)},
      fmt::format("\"stablehlo.scatter\"(%0, %1, %2) <{{scatter_dimension_numbers = "
                  "#stablehlo.scatter<{}>, indices_are_sorted = false, unique_indices = false}}> "
                  "({{\n  ^bb0(%a: {}, %b: {}):\n{}    stablehlo.return {} : {}\n  }}) : "
                  "({}, {}, {}) -> {}",
                  numbers, scalar, scalar, returned, body.empty() ? "%b" : "%c", scalar,
                  type(input, e), indices, type(updates, e), type(input, e)),
      type(input, e));
}

TEST(CpuMovement, Scatters) {
  for (const std::string e : {"i1", "ui8", "bf16", "f16", "i32", "f32", "f64"})
    for (const char* body : {"", "add", "multiply", "maximum", "minimum", "or"}) {
      const bool is_float = e[0] == 'f' || e[0] == 'b';
      if (std::string(body) == "or" && is_float) continue;
      // Narrow sums round at every update, where the interpreter rounds once.
      OperationCase c{.absolute = e == "bf16"  ? 0.5
                                  : e == "f16" ? 0.05
                                  : e == "f32" ? 1e-5
                                               : 1e-13,
                      .low = -2,
                      .high = 2};
      if (e == "i1" || e == "ui8") c.int_low = 0, c.int_high = 1;
      expect_operation(scatter(e, "9x300x", "tensor<4x5x1xi32>", "4x5x300x",
                               "update_window_dims = [2], inserted_window_dims = [0], "
                               "scatter_dims_to_operand_dims = [0], index_vector_dim = 2",
                               body),
                       c);
      expect_operation(scatter(e, "9x", "tensor<30xi64>", "30x",
                               "inserted_window_dims = [0], scatter_dims_to_operand_dims = [0], "
                               "index_vector_dim = 1",
                               body),
                       c);
      expect_operation(scatter(e, "6x7x", "tensor<5x2xi32>", "3x5x4x",
                               "update_window_dims = [0, 2], "
                               "scatter_dims_to_operand_dims = [1, 0], index_vector_dim = 1",
                               body),
                       c);
      expect_operation(scatter(e, "3x9x40x", "tensor<4x3x1xi32>", "4x3x40x",
                               "update_window_dims = [2], inserted_window_dims = [1], "
                               "input_batching_dims = [0], scatter_indices_batching_dims = [1], "
                               "scatter_dims_to_operand_dims = [1], index_vector_dim = 2",
                               body),
                       c);
    }
}

TEST(CpuMovement, ScatterDropsWhatLiesFarOutside) {
  expect_operation(scatter("i32", "9x", "tensor<40x1xi64>", "40x3x",
                           "update_window_dims = [1], scatter_dims_to_operand_dims = [0], "
                           "index_vector_dim = 1",
                           "add"),
                   {.int_low = -4, .int_high = 12, .specials = true});
  expect_operation(scatter("i32", "9x", "tensor<40x1xui64>", "40x3x",
                           "update_window_dims = [1], scatter_dims_to_operand_dims = [0], "
                           "index_vector_dim = 1",
                           "add"),
                   {.int_low = 0, .int_high = 12, .specials = true});
}

// Nearly as JAX compares floats, but in the total order -0 is not 0.
const char* const kTotalOrderInside = R"(
func.func @main(%v: tensor<6xf32>, %i: tensor<6xi32>) -> (tensor<6xf32>, tensor<6xi32>) {
  %s:2 = "stablehlo.sort"(%v, %i) <{dimension = 0 : i64, is_stable = true}> ({
  ^bb0(%x: tensor<f32>, %y: tensor<f32>, %j: tensor<i32>, %k: tensor<i32>):
    %zero = stablehlo.constant dense<0.0> : tensor<f32>
    %nan = stablehlo.constant dense<0x7FC00000> : tensor<f32>
    %1 = stablehlo.compare EQ, %x, %zero, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %2 = stablehlo.select %1, %zero, %x : tensor<i1>, tensor<f32>
    %3 = stablehlo.compare NE, %x, %x, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %4 = stablehlo.select %3, %nan, %2 : tensor<i1>, tensor<f32>
    %5 = stablehlo.compare EQ, %y, %zero, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %6 = stablehlo.select %5, %zero, %y : tensor<i1>, tensor<f32>
    %7 = stablehlo.compare NE, %y, %y, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    %8 = stablehlo.select %7, %nan, %6 : tensor<i1>, tensor<f32>
    %9 = stablehlo.compare LT, %4, %8, TOTALORDER : (tensor<f32>, tensor<f32>) -> tensor<i1>
    stablehlo.return %9 : tensor<i1>
  }) : (tensor<6xf32>, tensor<6xi32>) -> (tensor<6xf32>, tensor<6xi32>)
  return %s#0, %s#1 : tensor<6xf32>, tensor<6xi32>
})";

TEST(CpuMovement, SortsByTheTotalOrderTellZerosApart) {
  ir::Array values(ir::Type::tensor(ir::ElementType::f32, {6}));
  values.floats = {0.0, -0.0, 1.0, -0.0, 0.0, -1.0};
  expect_operation(kTotalOrderInside, {}, {values});
}

std::string sort(const std::string& e, const std::string& shape, int axis,
                 const std::string& compare) {
  const std::string keys = type(shape, e), values = type(shape, "i32");
  return fmt::format(
      "func.func @main(%0: {0}, %1: {1}) -> ({0}, {1}) {{\n"
      "  %r:2 = \"stablehlo.sort\"(%0, %1) <{{dimension = {2} : i64, is_stable = true}}> ({{\n"
      "  ^bb0(%a: tensor<{3}>, %b: tensor<{3}>, %c: tensor<i32>, %d: tensor<i32>):\n"
      "    %p = stablehlo.compare {4} : (tensor<{3}>, tensor<{3}>) -> tensor<i1>\n"
      "    stablehlo.return %p : tensor<i1>\n"
      "  }}) : ({0}, {1}) -> ({0}, {1})\n"
      "  return %r#0, %r#1 : {0}, {1}\n}}\n",
      keys, values, axis, e, compare);
}

TEST(CpuMovement, SortsByAKey) {
  for (const std::string& e : test::all_types())
    for (const char* compare : {"LT, %a, %b", "GT, %a, %b", "LT, %b, %a"})
      for (const char* shape : {"1x0x", "9x70x"})
        for (int axis : {0, 1, -1}) {
          const OperationCase c{.int_low = 0, .int_high = e == "i1" ? 1 : 20};
          expect_operation(sort(e, shape, axis, compare), c);
        }
  for (const std::string& e : test::kFloats)
    expect_operation(sort(e, "5x300x", 1, "LT, %a, %b, TOTALORDER"), {.specials = true});
}

TEST(CpuMovement, TakesTheLargest) {
  struct Case {
    const char* shape;
    const char* result;
    int k;
  };
  for (const std::string& e : test::all_types())
    for (const Case& c : {Case{"5x", "0x", 0}, Case{"2x0x", "2x0x", 0}, Case{"1x", "1x", 1},
                          Case{"2x9x", "2x4x", 4}, Case{"3x4000x", "3x7x", 7},
                          Case{"2x3000x", "2x1500x", 1500}, Case{"2x1200x", "2x1200x", 1200}})
      for (const bool specials : {false, true})
        expect_operation(
            fmt::format("func.func @main(%0: {0}) -> ({1}, {2}) {{\n"
                        "  %v, %i = chlo.top_k(%0, k = {3}) : {0} -> ({1}, {2})\n"
                        "  return %v, %i : {1}, {2}\n}}\n",
                        type(c.shape, e), type(c.result, e), type(c.result, "i32"), c.k),
            {.int_low = 0, .int_high = e == "i1" ? 1 : 50, .specials = specials});
}

TEST(CpuMovement, ReducesPrecision) {
  for (const std::string& e : test::kFloats)
    for (const char* format : {"e5m10", "e8m7", "e4m3", "e3m0", "e11m52", "e1m1"})
      for (bool specials : {false, true})
        expect_operation(program({type("600x", e)},
                                 fmt::format("stablehlo.reduce_precision %0, format = {} : {}",
                                             format, type("600x", e)),
                                 type("600x", e)),
                         {.specials = specials});
}

TEST(CpuMovement, CopiesBetweenAnyStrides) {
  std::mt19937_64 random(3);
  Team team(3);
  for (int round = 0; round < 300; round++) {
    const size_t rank = random() % 5;
    std::vector<int64_t> sizes, order(rank);
    for (size_t axis = 0; axis < rank; axis++)
      sizes.push_back(static_cast<int64_t>(random() % (rank < 3 ? 90 : 9)));
    const auto strides = [&] {  // of some order of the axes
      for (size_t axis = 0; axis < rank; axis++) order[axis] = static_cast<int64_t>(axis);
      std::shuffle(order.begin(), order.end(), random);
      std::vector<int64_t> made(rank);
      int64_t stride = 1 + static_cast<int64_t>(random() % 2);
      for (int64_t axis : order) {
        made[static_cast<size_t>(axis)] = stride;
        stride *= std::max<int64_t>(1, sizes[static_cast<size_t>(axis)]);
      }
      return made;
    };
    const auto from_strides = strides(), to_strides = strides();
    int64_t count = 1;
    for (int64_t size : sizes) count *= size;
    std::vector<uint32_t> from(static_cast<size_t>(2 * count + 2)), to(from.size(), 7), wanted = to;
    for (uint32_t& word : from) word = static_cast<uint32_t>(random());
    ir::for_each_index(sizes, [&](int64_t, const ir::Shape& index) {
      int64_t source = 0, target = 0;
      for (size_t axis = 0; axis < rank; axis++) {
        source += index[axis] * from_strides[axis];
        target += index[axis] * to_strides[axis];
      }
      wanted[static_cast<size_t>(target)] = from[static_cast<size_t>(source)];
    });
    const kernel::StridedCopy copy(4, sizes, from_strides, to_strides);
    copy.run(team, reinterpret_cast<const std::byte*>(from.data()),
             reinterpret_cast<std::byte*>(to.data()));
    ASSERT_EQ(to, wanted);
  }
}

}  // namespace
}  // namespace tutti
