// SPDX-License-Identifier: Apache-2.0
// A real plugin: XLA for the CPU.
#include <cmath>
#include <iostream>
#include <nlohmann/json.hpp>

#include "backend/pjrt/child_process.h"
#include "backend/pjrt/probe.h"
#include "base/hash.h"
#include "format/safetensors.h"
#include "op/interpreter.h"
#include "pass/inline_calls.h"
#include "pass/pipeline.h"
#include "pjrt_support.h"
#include "support/attention.h"
#include "support/cases.h"
#include "support/data.h"
#include "support/errors.h"

namespace tutti::backend {
namespace {

using ir::Tensor;

PjrtOptions xla_options(const std::filesystem::path& library, int64_t devices) {
  PjrtOptions options;
  options.library = library;
  options.options = {{"cpu_device_count", devices}};
  return options;
}

ir::Type floats(ir::Shape shape) {
  return ir::Type::tensor(ir::ElementType::f32, std::move(shape));
}

TEST(PjrtXla, DescribesItself) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const auto report =
      pjrt::run_probe({{TUTTI_PROGRAM, "probe-plugin"}, 20}, library, "cpu_device_count=2");
  EXPECT_EQ(report.error, "");
  EXPECT_EQ(report.platform, "cpu");
  EXPECT_EQ(report.api_version, "0.81");
  EXPECT_EQ(report.devices.size(), 2U);
  const std::pair<std::string, std::string> window("stablehlo_minimum_version", "[0, 9, 0]");
  EXPECT_NE(std::find(report.attributes.begin(), report.attributes.end(), window),
            report.attributes.end());
  // A wrong type throws out of the plugin, so that we do not let it get there.
  const auto refused =
      pjrt::run_probe({{TUTTI_PROGRAM, "probe-plugin"}, 20}, library, "cpu_device_count=two");
  EXPECT_FALSE(refused.crashed);
  test::expect_contains(refused.error, "found \"two\", expected a whole number");
}

TEST(PjrtXla, KeepsStateOnTheDevice) {
  TUTTI_PLUGIN_OR_SKIP(library);
  PjrtBackend backend(xla_options(library, 1));
  const ir::Module module = test::module_of(R"(
func.func @step(%arg0: tensor<1000xf32> {tf.aliasing_output = 0 : i32}, %arg1: tensor<1000xf32>)
    -> (tensor<1000xf32>) {
  %0 = stablehlo.add %arg0, %arg1 : tensor<1000xf32>
  return %0 : tensor<1000xf32>
})");
  const auto executable = backend.compile(module, {.function = "step"});
  EXPECT_EQ(executable->memory().arguments, 8000);
  EXPECT_LT(executable->memory().results, 100);
  const Device device = backend.devices()[0];
  std::vector<Buffer> arguments = {backend.upload(Tensor::splat(floats({1000}), 0), device),
                                   backend.upload(Tensor::splat(floats({1000}), 2), device)};
  std::vector<Buffer> results(1);
  for (int i = 0; i < 50; i++) {
    const std::span<Buffer> in[] = {arguments}, out[] = {results};
    executable->run(in, out);
    EXPECT_EQ(arguments[0], nullptr);
    arguments[0] = std::exchange(results[0], nullptr);
  }
  EXPECT_EQ(backend.download(arguments[0]).float_at(999), 100);
}

TEST(PjrtXla, MovesTensorsOfEveryType) {
  TUTTI_PLUGIN_OR_SKIP(library);
  PjrtBackend backend(xla_options(library, 1));
  using ir::ElementType;
  for (const ElementType element :
       {ElementType::i1, ElementType::i8, ElementType::i16, ElementType::i32, ElementType::i64,
        ElementType::ui8, ElementType::ui16, ElementType::ui32, ElementType::ui64,
        ElementType::bf16, ElementType::f16, ElementType::f32, ElementType::f64})
    for (const ir::Shape& shape : {ir::Shape{}, {0, 3}, {2, 3}, {2, 1, 5}}) {
      const ir::Type type = ir::Type::tensor(element, shape);
      SCOPED_TRACE(type.str());
      std::vector<double> values;
      for (int64_t i = 0; i < type.count(); i++) values.push_back(static_cast<double>(i % 2));
      const Tensor sent = ir::is_float(element)
                              ? Tensor::of(type, values)
                              : Tensor::of_ints(type, {values.begin(), values.end()});
      const std::string text =
          fmt::format("func.func @main(%arg0: {0}) -> ({0}) {{ return %arg0 : {0} }}", type.str());
      const auto back = test::run_on(backend, test::module_of(text), {}, {sent});
      EXPECT_TRUE(back.at(0) == sent);
    }
}

TEST(PjrtXla, IsStrictWhereAsked) {
  TUTTI_PLUGIN_OR_SKIP(library);
  PjrtBackend backend(xla_options(library, 1));
  const ir::Module module = test::module_of(R"(
func.func @main(%arg0: tensor<4xf32>) -> (tensor<f32>) {
  %0 = stablehlo.constant dense<0xFF800000> : tensor<f32>
  %1 = stablehlo.reduce(%arg0 init: %0) applies stablehlo.maximum across dimensions = [0] :
      (tensor<4xf32>, tensor<f32>) -> tensor<f32>
  return %1 : tensor<f32>
})");
  const Tensor values = Tensor::of(floats({4}), {1, NAN, 3, 2});
  const auto largest = [&](bool strict) {
    return test::run_on(backend, module, {.strict = strict}, {values})[0].float_at(0);
  };
  EXPECT_TRUE(std::isnan(largest(true)));
  EXPECT_EQ(largest(false), 3);  // what the plugin does by itself
}

TEST(PjrtXla, RunsReplicasOnSeveralDevices) {
  TUTTI_PLUGIN_OR_SKIP(library);
  PjrtBackend backend(xla_options(library, 2));
  pjrt::ProgramText program;
  program.name = "main";
  program.arguments = program.results = {floats({2})};
  program.donated = {false};
  program.replicas = 2;
  program.text = R"(module attributes {mhlo.num_replicas = 2 : i32} {
  func.func public @main(%arg0: tensor<2xf32>) -> tensor<2xf32> {
    %0 = "stablehlo.all_reduce"(%arg0) <{replica_groups = dense<[[0, 1]]> : tensor<1x2xi64>}> ({
    ^bb0(%a: tensor<f32>, %b: tensor<f32>):
      %1 = stablehlo.add %a, %b : tensor<f32>
      stablehlo.return %1 : tensor<f32>
    }) : (tensor<2xf32>) -> tensor<2xf32>
    return %0 : tensor<2xf32>
  }
})";
  const auto executable = backend.try_compile(program, {}).executable;
  std::vector<std::vector<Buffer>> in, out(2, std::vector<Buffer>(1));
  for (const Device& device : backend.devices())
    in.push_back({backend.upload(Tensor::of(floats({2}), {1.0 + device.index, 10}), device)});
  const std::span<Buffer> arguments[] = {in[0], in[1]}, results[] = {out[0], out[1]};
  executable->run(arguments, results);
  for (const auto& result : out) {
    const Tensor sum = backend.download(result[0]);
    EXPECT_EQ(sum.float_at(0), 3);
    EXPECT_EQ(sum.float_at(1), 20);
  }
}

// As JAX prints a program for two devices: one computes the whole of it.
TEST(PjrtXla, RunsAShardedProgramOnOneDevice) {
  TUTTI_PLUGIN_OR_SKIP(library);
  PjrtBackend backend(xla_options(library, 1));
  const ir::Module module = test::module_of(R"(
module @jit_h attributes {mhlo.num_partitions = 2 : i32, mhlo.num_replicas = 1 : i32} {
  sdy.mesh @mesh = <["d"=2]> {stablehlo.mesh = {axes = [{name = "d", size = 2 : i64}]}}
  func.func public @main(%x: tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>})
      -> (tensor<4xf32> {sdy.sharding = #sdy.sharding<@mesh, [{"d"}]>}) {
    %0 = stablehlo.add %x, %x : tensor<4xf32>
    %1 = sdy.sharding_constraint %0 <@mesh, [{"d"}]> : tensor<4xf32>
    return %1 : tensor<4xf32>
  }
})");
  pass::PipelineOptions options;
  options.supports = [&](const ir::Operation& op) { return backend.supports(op); };
  const ir::Module lowered = pass::run_pipeline(ir::clone(module), op::catalogue(), options);
  const auto results = test::run_on(backend, lowered, {}, {Tensor::of(floats({4}), {1, 2, 3, 4})});
  for (int i = 0; i < 4; i++) EXPECT_EQ(results[0].float_at(i), 2.0 * (1 + i));
}

TEST(PjrtXla, LoadsProgramsItCompiledBefore) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const test::TemporaryFolder folder;
  const ir::Module module = test::module_of(R"(
func.func @main(%arg0: tensor<3xf32>) -> (tensor<3xf32>) {
  %0 = stablehlo.exponential %arg0 : tensor<3xf32>
  return %0 : tensor<3xf32>
})");
  PjrtOptions options = xla_options(library, 1);
  options.cache_folder = folder.path() / "programs";
  options.cache_seconds = 0;
  std::vector<Tensor> found;
  const test::LogRecord log;
  for (int i = 0; i < 2; i++) {
    PjrtBackend backend(options);
    found.push_back(test::run_on(backend, module, {}, {Tensor::of(floats({3}), {0, 1, 2})})[0]);
  }
  test::expect_contains(log.text(), "the program is new");
  test::expect_contains(log.text(), "compiled before");
  EXPECT_TRUE(found[0] == found[1]);
  EXPECT_NEAR(found[1].float_at(1), std::exp(1.0), 1e-6);
}

/// As if it had been compiled where the device is not: the plugin cannot do that for the CPU.
TEST(PjrtXla, LoadsProgramsThatCameFromElsewhere) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const test::TemporaryFolder folder;
  const ir::Module module = test::module_of(R"(
func.func @main(%x: tensor<3xf32>) -> (tensor<3xf32>) {
  %0 = stablehlo.multiply %x, %x : tensor<3xf32>
  return %0 : tensor<3xf32>
})");
  PjrtOptions options = xla_options(library, 2);
  options.cache_folder = folder.path() / "cache";
  options.cache_seconds = 0;
  std::string kind;
  {
    PjrtBackend backend(options);
    backend.compile(module, {.function = "main"});
    kind = backend.client().devices()[0].kind;
  }
  const std::string stored =
      read_file(std::filesystem::directory_iterator(options.cache_folder)->path());
  const pjrt::ProgramCache carried(folder.path() / "carried", pjrt::ProgramCache::Folder::kept);
  carried.store(pjrt::carried_key(pjrt::program_text(module, "main").text, sha256_of_file(library),
                                  kind, 1, {}),
                std::string_view(stored).substr(64));  // without the cache's own hash
  options.cache_folder.clear();
  options.compiled_folder = folder.path() / "carried";
  for (const int device : {0, 1}) {
    SCOPED_TRACE(device);
    options.device = device;
    const test::LogRecord log;
    PjrtBackend backend(options);
    const auto executable = backend.compile(module, {.function = "main"});
    test::expect_contains(log.shown(), "@main for pjrt: loaded from ");
    std::vector<Buffer> in = {backend.upload(Tensor::of(floats({3}), {1, 2, 3}),
                                             backend.devices()[0])},
                        out(1);
    const std::span<Buffer> arguments[] = {in}, results[] = {out};
    executable->run(arguments, results);
    EXPECT_TRUE(backend.download(out[0]) == Tensor::of(floats({3}), {1, 4, 9}));
  }
}

TEST(PjrtXla, SaysWhatItRefuses) {
  TUTTI_PLUGIN_OR_SKIP(library);
  PjrtBackend backend(xla_options(library, 1));
  const ir::Module module = test::module_of(R"(
func.func @main(%arg0: tensor<f32>) -> (tensor<f32>) {
  %0 = stablehlo.custom_call @nobody_knows(%arg0) : (tensor<f32>) -> tensor<f32>
  return %0 : tensor<f32>
})");
  const auto failure = test::failure_of([&] { backend.compile(module, {}); });
  test::expect_contains(failure.message, "PJRT_Client_Compile failed: NOT_FOUND");
  test::expect_contains(failure.message, "nobody_knows");
}

/// The tensor NAME of a file, read as a `type`.
Tensor stored(const format::SafetensorsFile& file, const std::string& name, const ir::Type& type) {
  const format::TensorInfo* info = file.find(name);
  if (!info) throw std::runtime_error("no tensor " + name);
  std::vector<std::byte> bytes(info->bytes());
  file.read(*info, bytes);
  return {type, std::move(bytes)};
}

/// The largest difference, relative to the largest value of the tensor.
double difference(const Tensor& found, const Tensor& expected) {
  double largest = 1e-4, worst = 0;
  const int64_t count = expected.type().count();
  for (int64_t i = 0; i < count; i++)
    if (std::isfinite(expected.float_at(i)))
      largest = std::max(largest, std::fabs(expected.float_at(i)));
  for (int64_t i = 0; i < count; i++) {
    const double x = found.float_at(i), y = expected.float_at(i);
    if (x == y || (std::isnan(x) && std::isnan(y))) continue;
    const bool finite = std::isfinite(x) && std::isfinite(y);
    worst = std::max(worst, finite ? std::fabs(x - y) / largest : INFINITY);
  }
  return worst;
}

/// A program of JAX through our parser, passes and printer.
void hold_program(PjrtBackend& backend, const std::filesystem::path& path) {
  pass::PipelineOptions pipeline;
  pipeline.supports = [&](const ir::Operation& op) { return backend.supports(op); };
  const ir::Module module = pass::run_pipeline(test::parse_file(path), op::catalogue(), pipeline);
  const format::SafetensorsFile file(std::filesystem::path(path).replace_extension(".safetensors"));
  const ir::Function& main = module.get("main");
  std::vector<Tensor> inputs;
  for (size_t i = 0; i < main.argument_count(); i++)
    inputs.push_back(stored(file, fmt::format("in.{:03}", i), main.argument(i)->type));
  const auto results = test::run_on(backend, module, {.strict = true}, inputs);
  const bool mixed = read_file(path).find("bf16") != std::string::npos;
  double worst = 0;
  for (size_t i = 0; i < results.size(); i++) {
    const Tensor expected = stored(file, fmt::format("out.{:03}", i), main.result_types[i]);
    if (!ir::is_float(expected.type().element)) {
      EXPECT_TRUE(results[i] == expected) << "result " << i;
      continue;
    }
    const double distance = difference(results[i], expected);
    EXPECT_LE(distance, mixed ? 2e-2 : 3e-5) << "result " << i << main.result_types[i].str();
    worst = std::max(worst, distance);
  }
  std::cout << fmt::format("  {:24} {} results, largest difference {:.1e}\n", path.stem().string(),
                           results.size(), worst);
}

TEST(PjrtXla, GivesWhatJaxComputed) {
  TUTTI_PLUGIN_OR_SKIP(library);
  PjrtBackend backend(xla_options(library, 1));
  for (const auto& path : test::programs_of_jax()) {
    SCOPED_TRACE(path.filename().string());
    try {
      hold_program(backend, path);
    } catch (const std::exception& error) {
      ADD_FAILURE() << error.what();
    }
  }
}

// The sizes of the cases of ops are too small for a loop over blocks.
TEST(PjrtXla, ComputesAttentionInBlocksOfQueries) {
  TUTTI_PLUGIN_OR_SKIP(library);
  PjrtBackend backend(xla_options(library, 1));
  pass::PipelineOptions pipeline;
  pipeline.supports = [&](const ir::Operation& op) { return backend.supports(op); };
  const std::pair<ir::ElementType, double> kinds[] = {{ir::ElementType::f32, 1e-5},
                                                      {ir::ElementType::bf16, 0x1p-6}};
  for (const test::AttentionShape& shape :
       {test::AttentionShape{2, 50, 2, 2, 3, false, 0.25}, {1, 37, 4, 2, 4, true, 0.25}})
    for (const auto& [element, tolerance] : kinds) {
      SCOPED_TRACE(ir::name_of(element));
      ir::Module module = test::attention_program(shape, element, true);
      const std::vector<ir::Array> arguments =
          test::attention_arguments(module.get("main_gradient"), shape);
      const std::vector<ir::Array> expected = op::interpret(module, "main_gradient", arguments);
      pass::keep_function(module, "main_gradient");
      module.functions.front()->name = "main";
      std::vector<Tensor> inputs;
      for (const ir::Array& array : arguments) inputs.push_back(array.tensor());
      const ir::Module blocks =
          pass::run_pipeline(test::in_blocks(module, test::kFewScores), op::catalogue(), pipeline);
      const auto results = test::run_on(backend, blocks, {.strict = true}, inputs);
      ASSERT_EQ(results.size(), 3U);
      for (size_t i = 0; i < results.size(); i++)
        EXPECT_LE(difference(results[i], expected[i].tensor()), tolerance) << "result " << i;
    }
}

/// Cases of tests/op that XLA's CPU plugin cannot pass, and why.
const std::map<std::string, std::string> kExceptions = {
    {"reduce_window",
     "XLA takes an initial value that is no neutral element once, not per padding"},
    {"constant", "XLA's CPU compiler has no quantized types"},
    {"uniform_quantize", "XLA's CPU compiler has no quantized types"},
    {"uniform_dequantize", "XLA's CPU compiler has no quantized types"}};

/// Whether a case needs more than one device, or other ends of its channels.
bool reaches_outside(const ir::Module& module) {
  return std::any_of(module.functions.begin(), module.functions.end(),
                     [](const auto& function) { return test::reaches_outside(function->body); });
}

TEST(PjrtXla, HoldsTheCasesOfOps) {
  TUTTI_PLUGIN_OR_SKIP(library);
  int passed = 0;
  for (const auto& path : test::programs_in(test::case_folder())) {
    const std::string name = path.stem().string();
    if (reaches_outside(test::parse_file(path))) continue;
    const auto child =
        pjrt::run_child({TUTTI_PROGRAM, "ir", "run", path.string(), "--backend",
                         "pjrt=" + library.string() + "?cpu_device_count=1", "--json"},
                        60);
    const bool held = child.end == "ended with code 0";
    passed += held ? 1 : 0;
    const auto exception = kExceptions.find(name);
    if (exception == kExceptions.end())
      EXPECT_TRUE(held) << name << ": " << child.end << "\n" << child.error;
    else
      EXPECT_FALSE(held) << name << " holds now; it was left out because " << exception->second;
  }
  std::cout << fmt::format("  {} case files hold on the plugin\n", passed);
}

}  // namespace
}  // namespace tutti::backend
