// SPDX-License-Identifier: Apache-2.0
// The spellings in which programs come, and that what is printed reads back.
#include <gtest/gtest.h>

#include "base/files.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "support/cases.h"
#include "support/data.h"
#include "support/errors.h"

namespace tutti::op {
namespace {

ir::Module parse(const std::string& text) {
  return ir::parse_module(text, "text.mlir", catalogue());
}

std::string printed(const std::string& text) {
  return ir::print(parse(text));
}

std::string main_of(const std::string& body) {
  return "func.func @main() {\n" + body + "  return\n}\n";
}

std::string refusal(const std::string& text) {
  return test::failure_of([&] { parse(text); }).message;
}

/// The elements that @main returns.
std::vector<int64_t> ints_of(const std::string& constant, const std::string& type,
                             const std::string& tail = "") {
  const ir::Module module =
      parse("func.func @main() -> " + type + " {\n  %0 = stablehlo.constant " + constant + " : " +
            type + "\n  return %0 : " + type + "\n}\n" + tail);
  return interpret(module, "main", {})[0].ints;
}

TEST(TextForms, AttributesStandInPropertiesOrBehindRegions) {
  const std::string head = "func.func @main(%x: tensor<2x3xf32>) -> tensor<3x2xf32> {\n  %0 = ";
  const std::string tail =
      " : (tensor<2x3xf32>) -> tensor<3x2xf32>\n  return %0 : tensor<3x2xf32>\n}\n";
  const std::string pretty = printed(head + "stablehlo.transpose %x, dims = [1, 0]" + tail);
  for (const char* form : {
           R"("stablehlo.transpose"(%x) <{permutation = array<i64: 1, 0>}>)",
           R"("stablehlo.transpose"(%x) {permutation = array<i64: 1, 0>})",
           R"("stablehlo.transpose"(%x) {permutation = dense<[1, 0]> : tensor<2xi64>})",
           R"("stablehlo.transpose"(%x) <{permutation =)"
           R"( dense<"0x01000000000000000000000000000000"> : tensor<2xi64>}>)",
       })
    EXPECT_EQ(printed(head + form + tail), pretty) << form;
}

TEST(TextForms, GenericModulesAndFunctions) {
  const std::string generic =
      R"("builtin.module"() <{sym_name = "m"}> ({
  "sdy.mesh"() <{mesh = #sdy.mesh<["a"=2]>, sym_name = "mesh"}> {note = 1 : i32} : () -> ()
  "func.func"() <{arg_attrs = [{tf.aliasing_output = 0 : i32}], function_type =)"
      R"( (tensor<2xf32>) -> tensor<2xf32>, res_attrs = [{jax.result_info = "r"}], sym_name =)"
      R"( "main", sym_visibility = "public"}> ({
  ^bb0(%arg0: tensor<2xf32> loc("x")):
    %0 = "func.call"(%arg0) <{callee = @part}> : (tensor<2xf32>) -> tensor<2xf32>
    "func.return"(%0) : (tensor<2xf32>) -> ()
  }) {note = "kept"} : () -> ()
  "func.func"() <{function_type = (tensor<2xf32>) -> tensor<2xf32>, sym_name = "part",)"
      R"( sym_visibility = "private"}> ({
  ^bb0(%arg0: tensor<2xf32>):
    "func.return"(%arg0) : (tensor<2xf32>) -> ()
  }) : () -> ()
}) {mhlo.num_partitions = 1 : i32} : () -> ()
)";
  const std::string pretty =
      R"(module @m attributes {mhlo.num_partitions = 1 : i32} {
  sdy.mesh @mesh = <["a"=2]> {note = 1 : i32}
  func.func public @main(%arg0: tensor<2xf32> {tf.aliasing_output = 0 : i32}) ->)"
      R"( (tensor<2xf32> {jax.result_info = "r"}) attributes {note = "kept"} {
    %0 = call @part(%arg0) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
  func.func private @part(%arg0: tensor<2xf32>) -> (tensor<2xf32>) {
    return %arg0 : tensor<2xf32>
  }
}
)";
  EXPECT_EQ(printed(generic), pretty);
  EXPECT_EQ(printed(pretty), pretty);
}

// Programs of torch-mlir have constants of another dialect, and declarations without a body.
TEST(TextForms, ConstantsAndDeclarationsOfOthers) {
  const std::string pretty =
      printed(main_of("  %0 = stablehlo.constant dense<2.0> : tensor<3xf32>\n"));
  EXPECT_EQ(printed(main_of("  %0 = arith.constant dense<2.0> : tensor<3xf32>\n")), pretty);
  EXPECT_EQ(
      printed(main_of("  %0 = \"arith.constant\"() <{value = dense<2.0> : tensor<3xf32>}> : () "
                      "-> tensor<3xf32>\n")),
      pretty);
  EXPECT_EQ(printed(main_of("  %0 = stablehlo.constant() {value = dense<2.0> : tensor<3xf32>} : () "
                            "-> tensor<3xf32>\n")),
            pretty);
  EXPECT_EQ(printed(main_of("  %0 = stablehlo.constant() <{value = dense<2.0> : tensor<3xf32>}> : "
                            "() -> tensor<3xf32>\n")),
            pretty);
  EXPECT_EQ(printed("func.func private @f(tensor<3xf32> {a = 1 : i32}, tensor<f32>) -> "
                    "tensor<3xf32> attributes {b}\nfunc.func private @g()\n" +
                    main_of("  %0 = arith.constant dense<2.0> : tensor<3xf32>\n")),
            pretty);
  EXPECT_EQ(printed(main_of("  %0 = arith.constant 3 : i64\n  %1 = arith.constant true\n"
                            "  %2 = arith.constant 0.5 : f32\n")),
            printed(main_of("  %0 = stablehlo.constant dense<3> : tensor<i64>\n"
                            "  %1 = stablehlo.constant dense<true> : tensor<i1>\n"
                            "  %2 = stablehlo.constant dense<0.5> : tensor<f32>\n")));
  const std::string empty =
      "\"builtin.module\"() ({\n  \"func.func\"() <{function_type = (tensor<f32>) -> (), sym_name "
      "= "
      "\"f\", sym_visibility = \"private\"}> ({}) : () -> ()\n}) : () -> ()\n";
  EXPECT_EQ(printed(empty), "module {\n}\n");
  test::expect_contains(refusal(main_of("  %0 = stablehlo.constant 3 : i64\n")),
                        "expected dense<...>");
  test::expect_contains(
      refusal("func.func private @g()\n" + main_of("  func.call @g() : () -> ()\n")),
      "there is no function @g");
}

std::string numbered(int count, const std::function<std::string(int)>& line) {
  std::string text;
  for (int i = 0; i < count; i++) text += line(i);
  return text;
}

// What goes into regions, callees or attributes by calls of its own needs a bound.
TEST(TextForms, NestingHasABound) {
  const auto aliases = [](int count, const std::string& form) {
    return numbered(count,
                    [&](int i) {
                      return fmt::format("#a{} = [{}]\n", i + 1,
                                         fmt::format(fmt::runtime(form), i));
                    }) +
           fmt::format("func.func @main() attributes {{x = #a{}}} {{ return }}\n", count);
  };
  EXPECT_NO_THROW(parse("#a0 = 1\n" + aliases(98, "#a{}")));
  test::expect_contains(refusal("#a0 = 1\n" + aliases(20000, "#a{}")),
                        "attributes are nested deeper than 100");
  test::expect_contains(refusal("#a0 = 1\n" + aliases(40, "#a{0}, #a{0}")),
                        "aliases come to more than 1000000 attributes");
  const auto calls = [](int count, const std::string& call) {
    return main_of(fmt::format(fmt::runtime("  " + call + "\n"), 0)) + numbered(count, [&](int i) {
             return fmt::format("func.func private @f{}() {{\n  {}  return\n}}\n", i,
                                i + 1 < count ? fmt::format(fmt::runtime(call + "\n"), i + 1) : "");
           });
  };
  const std::string call = "func.call @f{}() : () -> ()";
  EXPECT_NO_THROW(interpret(parse(calls(990, call)), "main", {}));
  for (const std::string& form :
       {call, std::string("stablehlo.composite \"a.b\" {{decomposition = @f{}}} : () -> ()"),
        std::string("\"interpreter.run_parallel\"() {{programs = [[@f{}]]}} : () -> ()"),
        "%p = stablehlo.constant dense<true> : tensor<i1>\n  \"stablehlo.if\"(%p) ({{\n  " + call +
            "\n  stablehlo.return\n  }}, {{stablehlo.return}}) : (tensor<i1>) -> ()"})
    test::expect_contains(refusal(calls(10000, form)),
                          "calls and regions are nested deeper than 1000");
}

TEST(TextForms, MeshesHaveDifferentNames) {
  const std::string
      pretty = "  sdy.mesh @m = <[\"a\"=2]>\n",
      generic = "  \"sdy.mesh\"() <{mesh = #sdy.mesh<[\"a\"=2]>, sym_name = \"m\"}> : () -> ()\n";
  test::expect_contains(refusal("module {\n" + pretty + pretty + "}\n"),
                        "text.mlir:3:12: mesh @m is declared twice");
  test::expect_contains(
      refusal("\"builtin.module\"() ({\n" + generic + generic + "}) : () -> ()\n"),
      "mesh @m is declared twice");
}

TEST(TextForms, DecorationIsKept) {
  const std::string text =
      R"(module @jit_f attributes {jax.uses_shape_polymorphism = false, mhlo.num_replicas =)"
      R"( 2 : i32} {
  sdy.mesh @mesh = <["a"=2, "b"=4]>
  sdy.mesh @other = <["a"=2], device_ids=[1, 0]> {stablehlo.mesh = {axes = [{name = "a", size = )"
      R"(2 : i64}]}}
  func.func public @main(%arg0: tensor<8xf32> {jax.buffer_donor = true, mhlo.sharding =)"
      R"( "{replicated}", sdy.sharding = #sdy.sharding<@mesh, [{"a", ?}, {}]>}, %arg1:)"
      R"( tensor<f32> {mhlo.layout_mode = "default"}) -> (tensor<8xf32> {jax.result_info = "",)"
      R"( mhlo.memory_kind = "device"}) {
    %0 = stablehlo.custom_call @Sharding(%arg0) {backend_config = "",)"
      R"( mhlo.frontend_attributes = {xla.sdy.sharding = "<@mesh>"}, mhlo.sharding =)"
      R"( "{devices=[2]<=[2]}"} : (tensor<8xf32>) -> tensor<8xf32>
    return %0 : tensor<8xf32>
  }
}
)";
  EXPECT_EQ(printed(text), text);
}

TEST(TextForms, BlobsOfBooleansInBothPackings) {
  const std::vector<int64_t> expected = {1, 0, 1, 1, 0, 0, 0, 1, 1, 0};
  EXPECT_EQ(ints_of(R"(dense<"0x8D01">)", "tensor<10xi1>"), expected);
  EXPECT_EQ(ints_of(R"(dense<"0x01000101000000010100">)", "tensor<10xi1>"), expected);
  EXPECT_EQ(ints_of(R"(dense<"0xFF000000">)", "tensor<3xi32>"),
            (std::vector<int64_t>{255, 255, 255}));
}

TEST(TextForms, ResourcesStandBehindTheModule) {
  const std::string tail = R"({-#
  dialect_resources: {
    builtin: {
      other: "0x0400000009",
      weights: "0x040000000100000002000000FFFFFFFF"
    }
  },
  external_resources: { mlir_reproducer: { verify_each: true } }
#-}
)";
  EXPECT_EQ(ints_of("dense_resource<weights>", "tensor<3xi32>", tail),
            (std::vector<int64_t>{1, 2, -1}));
  test::expect_contains(
      refusal(main_of("  %0 = stablehlo.constant dense_resource<gone> : tensor<3xi32>\n") + tail),
      "text.mlir:2:27: there is no resource 'gone'");
  test::expect_contains(
      refusal(main_of("  %0 = stablehlo.constant dense_resource<__elided__> : tensor<3xi32>\n")),
      "were left out when this program was printed");
}

TEST(TextForms, Aliases) {
  const std::string text = R"(#map = [1, 0]
!vector = tensor<2xi32>
func.func @main(%x: !vector loc(#loc1)) -> !vector {
  %0 = stablehlo.add %x, %x {note = #map} : !vector loc(#loc2)
  return %0 : !vector loc(#loc)
}
#loc = loc(unknown)
#loc1 = loc("x")
#loc2 = loc("jit(f)/add"(#loc3))
#loc3 = loc("f.py":3:4)
)";
  const ir::Module module = parse(text);
  const ir::Operation& add = *module.get("main").body.operations[0];
  EXPECT_EQ(*add.location.name, "jit(f)/add");
  EXPECT_EQ(add.location.str(), "text.mlir:4:8");
  test::expect_contains(ir::print(module), "{note = [1 : i64, 0 : i64]} : tensor<2xi32>");
}

TEST(TextForms, LocationsGiveOneName) {
  const std::pair<const char*, const char*> cases[] = {
      {R"("f.py":12:8)", "f.py:12:8"},
      {R"("f.py":12:8 to :54)", "f.py:12:8"},
      {R"("a\22b"("f.py":1:2))", "a\"b"},
      {R"(callsite("inner"("f.py":1:2) at callsite("middle" at "outer")))", "inner"},
      {R"(fused<{k = ">"}>["first", "second"])", "first"},
      {R"(fused["f.py":1:2, "second"])", "f.py:1:2"},
      {"unknown", ""},
      {"#nowhere", ""},
  };
  for (const auto& [text, name] : cases) {
    const ir::Module module = parse(main_of(
        "  %0 = stablehlo.constant dense<1> : tensor<i32> loc(" + std::string(text) + ")\n"));
    const ir::Operation& op = *module.get("main").body.operations[0];
    EXPECT_EQ(*op.location.name, name) << text;
    for (const bool generic : {false, true}) {
      const ir::PrintOptions options{.generic = generic, .locations = true};
      const std::string first = ir::print(module, options);
      test::expect_contains(first, " loc(" + std::string(text) + ")\n");
      EXPECT_EQ(ir::print(parse(first), options), first);
    }
  }
}

TEST(TextForms, ResultsByNumber) {
  const std::string text = R"(func.func @main(%x: tensor<f32>, %y: tensor<i32>) -> tensor<i32> {
  %0:2 = stablehlo.optimization_barrier %x, %y : tensor<f32>, tensor<i32>
  %1, %2 = stablehlo.optimization_barrier %0#0, %0#1 : tensor<f32>, tensor<i32>
  %3 = stablehlo.add %2, %2#0 : tensor<i32>
  return %3 : tensor<i32>
}
)";
  EXPECT_NO_THROW(parse(text));
  const auto broken = [](const std::string& line) {
    return refusal("func.func @main(%x: tensor<f32>) {\n" + line + "\n  return\n}\n");
  };
  test::expect_contains(broken("%0:2 = stablehlo.optimization_barrier %x : tensor<f32>"),
                        "names for more");
  test::expect_contains(broken("%0:-1 = stablehlo.optimization_barrier %x : tensor<f32>"),
                        "text.mlir:2:1: expected the name");
  test::expect_contains(broken("%0 = stablehlo.negate %x#1 : tensor<f32>"), "%x#1 is not defined");
  test::expect_contains(broken("%x = stablehlo.negate %x : tensor<f32>"), "%x is defined twice");
}

TEST(TextForms, NamesOfARegionEndWithIt) {
  const std::string text = R"(func.func @main(%p: tensor<i1>, %x: tensor<f32>) -> tensor<f32> {
  %0 = "stablehlo.if"(%p) ({
    %a = stablehlo.negate %x : tensor<f32>
    stablehlo.return %a : tensor<f32>
  }, {
    %a = stablehlo.sine %x : tensor<f32>
    stablehlo.return %a : tensor<f32>
  }) : (tensor<i1>) -> tensor<f32>
  return RETURNED : tensor<f32>
}
)";
  const auto with = [&](const std::string& value) {
    std::string copy = text;
    return copy.replace(copy.find("RETURNED"), 8, value);
  };
  EXPECT_NO_THROW(parse(with("%0")));
  test::expect_contains(refusal(with("%a")), "text.mlir:9:10: %a is not defined here");
}

TEST(Verify, RecursionIsRefusedWhereItCalls) {
  const auto function = [](const std::string& name, const std::string& callee) {
    return "func.func private @" + name + "(%x: tensor<f32>) -> tensor<f32> {\n  %0 = call @" +
           callee + "(%x) : (tensor<f32>) -> tensor<f32>\n  return %0 : tensor<f32>\n}\n";
  };
  test::expect_contains(refusal(function("a", "a")), "text.mlir:2:8: func.call: @a calls itself");
  test::expect_contains(refusal(function("a", "b") + function("b", "c") + function("c", "b")),
                        "text.mlir:10:8: func.call: @b calls itself");
  for (const auto& [attribute, results] : {std::pair("programs = [[@f]]", "tensor<i64>"),
                                           std::pair("programs = [[@g]], infeed = [@f]", "()")})
    test::expect_contains(
        refusal(fmt::format("func.func private @g() {{ return }}\n"
                            "func.func private @f() -> tensor<i64> {{\n"
                            "  \"interpreter.run_parallel\"() <{{{}}}> : () -> {}\n"
                            "  %0 = stablehlo.constant dense<1> : tensor<i64>\n"
                            "  return %0 : tensor<i64>\n}}\n",
                            attribute, results)),
        "text.mlir:3:3: interpreter.run_parallel: @f calls itself");
  std::string chain;
  for (int i = 0; i < 20000; i++)
    chain += function("f" + std::to_string(i), "f" + std::to_string(i + 1));
  chain +=
      "func.func private @f20000(%x: tensor<f32>) -> tensor<f32> { return %x : tensor<f32> }\n";
  test::expect_contains(refusal(chain), "func.call: calls and regions are nested deeper than 1000");
}

// JAX ends the comparators of approx_max_k by stablehlo.return; MLIR takes that.
TEST(Verify, FunctionsMayEndAsRegionsDoButNotTheOtherWayRound) {
  EXPECT_NO_THROW(parse("func.func @main() {\n  stablehlo.return\n}\n"));
  const auto branch = [](const std::string& end) {
    const std::string region = "({\n    " + end + "\n  }, {\n    stablehlo.return\n  })";
    return main_of("  %p = stablehlo.constant dense<true> : tensor<i1>\n  \"stablehlo.if\"(%p) " +
                   region + " : (tensor<i1>) -> ()\n");
  };
  EXPECT_NO_THROW(parse(branch("stablehlo.return")));
  test::expect_contains(refusal(branch("func.return")),
                        "text.mlir:3:3: stablehlo.if: a region does not end in stablehlo.return");
}

TEST(Verify, ResultsDifferFromWhatIsDeclared) {
  test::expect_contains(
      refusal(main_of("  %0 = stablehlo.constant dense<[1, 2, 3]> : tensor<3xi32>\n"
                      "  %1 = stablehlo.slice %0 [0:2] : (tensor<3xi32>) -> tensor<3xi32>\n")),
      "text.mlir:3:8: stablehlo.slice: result 0 is a tensor<3xi32>, expected tensor<2xi32> "
      "[slice_c5]");
}

TEST(TextForms, ConstantsAreTensorsOfKnownSizes) {
  for (const char* type : {"memref<2xf32>", "tensor<?xf32>", "!stablehlo.token"})
    for (const char* payload : {"[1.0, 2.0]", "1.0", "\"0x0000803F\"", ""})
      test::expect_contains(refusal(main_of(fmt::format(
                                "  %0 = stablehlo.constant dense<{}> : {}\n", payload, type))),
                            fmt::format("a constant of {}", type));
}

TEST(TextForms, DynamicOperationsKeepTheTypesThatTheyWereGiven) {
  const std::string types = "%x: tensor<?xf32>, %y: tensor<2xf32>, %p: tensor<i1>";
  for (const char* op : {
           R"("check.expect_eq"(%x, %y) : (tensor<?xf32>, tensor<2xf32>) -> ())",
           R"(%r = "stablehlo.select"(%p, %x, %y) )"
           R"(: (tensor<i1>, tensor<?xf32>, tensor<2xf32>) -> tensor<?xf32>)",
       }) {
    SCOPED_TRACE(op);
    const std::string once =
        printed("func.func @main(" + types + ") {\n  " + std::string(op) + "\n  return\n}\n");
    EXPECT_EQ(printed(once), once);
    test::expect_contains(once, std::string(op).substr(std::string(op).rfind(" : ")));
  }
}

TEST(Verify, ElementsOfOtherTypesThanQuantizedOnesAreRefused) {
  const std::string q = "!quant.uniform<i8:f32, 0.5>";
  for (const std::string& op : {
           "%r = chlo.broadcast_add %x, %x : (tensor<4xf32>, tensor<4xf32>) -> tensor<4x" + q + ">",
           "%r = stablehlo.complex %q, %q : tensor<4x" + q + ">",
           "%r = stablehlo.real %q : (tensor<4x" + q + ">) -> tensor<4xf32>",
           "%r = stablehlo.pad %q, %s, low = [1], high = [1], interior = [0] : (tensor<4x" + q +
               ">, tensor<f32>) -> tensor<6x" + q + ">",
           "%r = stablehlo.einsum %q, %q, config = \"a,a->a\" : (tensor<4x" + q + ">, tensor<4x" +
               q + ">) -> tensor<4x" + q + ">",
       }) {
    SCOPED_TRACE(op);
    const auto failure = test::failure_of([&] {
      parse("func.func @main(%x: tensor<4xf32>, %s: tensor<f32>, %q: tensor<4x" + q + ">) {\n  " +
            op + "\n  return\n}\n");
    });
    EXPECT_EQ(failure.code, ExitCode::usage);
    test::expect_contains(failure.message, "text.mlir:2:8:");
  }
}

TEST(Verify, IdsOfProcessesAreCountedBeforeTheyAreRead) {
  const std::string text =
      "func.func @main(%x: tensor<2x4xf32>) {\n  %r = \"stablehlo.all_gather\"(%x) "
      "<{all_gather_dim "
      "= 0 : i64, replica_groups = dense<> : tensor<99999999999x0xi64>}> : (tensor<2x4xf32>) -> "
      "tensor<4x4xf32>\n  return\n}\n";
  test::expect_contains(refusal(text), "expected at most 1048576 rows and 1048576 ids");
  const std::string pairs =
      "func.func @main(%x: tensor<2xf32>) {\n  %r = \"stablehlo.collective_permute\"(%x) "
      "<{source_target_pairs = dense<0> : tensor<99999999999x2xi64>}> : (tensor<2xf32>) -> "
      "tensor<2xf32>\n  return\n}\n";
  test::expect_contains(refusal(pairs), "expected at most 1048576 rows and 1048576 ids");
}

void expect_read_back(const std::vector<std::filesystem::path>& programs) {
  for (const auto& path : programs) {
    const ir::Module module = test::parse_file(path);
    for (const bool generic : {false, true}) {
      const ir::PrintOptions options{.generic = generic, .locations = true};
      const std::string text = ir::print(module, options);
      EXPECT_EQ(ir::print(parse(text), options), text) << path.filename();
    }
  }
}

TEST(TextForms, FilesOfFormsReadBackAsTheyArePrinted) {
  expect_read_back(test::programs_in(test::case_folder() / "forms"));
}

TEST(TextForms, ProgramsOfJaxReadBackAsTheyArePrinted) {
  expect_read_back(test::programs_of_jax());
}

/// The names of a block's operations; what a compact reduction applies has none.
void add_names(const ir::Block& block, std::vector<std::string>& names) {
  for (const auto& op : block.operations) {
    names.push_back(op->location.name ? *op->location.name : "");
    if (op->name() == "stablehlo.reduce") continue;
    for (const auto& region : op->regions) add_names(*region, names);
  }
}

// Only the numbers of aliases differ.
TEST(TextForms, BothFormsOfAProgramAreTheSame) {
  const auto read = [](const char* name) {
    return test::parse_file(test::case_folder() / "forms" / name);
  };
  const ir::Module generic = read("jax_generic.mlir"), pretty = read("jax_locations.mlir");
  EXPECT_EQ(ir::print(generic), ir::print(pretty));
  std::vector<std::string> names[2];
  add_names(generic.get("main").body, names[0]);
  add_names(pretty.get("main").body, names[1]);
  EXPECT_EQ(names[0], names[1]);
}

TEST(TextForms, ACheckHasADictionaryAfterItsConstant) {
  const auto check = [](const std::string& name, const std::string& end) {
    return main_of("  %x = stablehlo.constant dense<5.0> : tensor<f64>\n  check." + name +
                   " %x, dense<5.0> : tensor<f64>" + end + "\n");
  };
  const std::string text = check("expect_almost_eq_const", " {tolerance = 0.1 : f64}");
  const ir::Module module = parse(text);
  const auto& operations = module.get("main").body.operations;
  EXPECT_EQ(operations[1]->attribute("tolerance").get<ir::FloatAttribute>()->value, 0.1);
  EXPECT_EQ(printed(printed(text)), printed(text));
  EXPECT_NO_THROW(parse(check("expect_eq_const", " {note = 1 : i32}")));
}

TEST(TextForms, AReductionAppliesACommutativeOperation) {
  const auto reduce = [](const std::string& name) {
    return "func.func @f(%x: tensor<2x3xf32>, %i: tensor<f32>) -> tensor<2xf32> {\n"
           "  %y = stablehlo.reduce(%x init: %i) applies stablehlo." +
           name +
           " across dimensions = [1] : (tensor<2x3xf32>, tensor<f32>) -> tensor<2xf32>\n"
           "  return %y : tensor<2xf32>\n}\n";
  };
  EXPECT_NO_THROW(parse(reduce("multiply")));
  test::expect_contains(refusal(reduce("divide")), "expected a commutative operation");
}

}  // namespace
}  // namespace tutti::op
