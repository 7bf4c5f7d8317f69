// SPDX-License-Identifier: Apache-2.0
// `tutti validate` and `tutti export` as a user runs them, on the tiny BERT that the project
// carries.
#include <gtest/gtest.h>

#include "app/program.h"
#include "format/json.h"
#include "format/safetensors.h"
#include "nlohmann/json.hpp"
#include "support/errors.h"
#include "support/pjrt.h"

namespace tutti::test {
namespace {

namespace fs = std::filesystem;
using Words = std::vector<std::string>;

const std::string kTinyBert =
    (Path(TUTTI_SOURCE_DIR) / "examples" / "quickstart" / "tiny_bert").string();

Outcome validate(const Words& more) {
  Words words = {"validate", "--max_seq_length", "32", "--quick", "--allow_missing_tensors"};
  words.insert(words.end(), more.begin(), more.end());
  return run_tutti(words);
}

constexpr const char* kExponential = R"(func.func @main() -> tensor<4096xf32> {
  %i = stablehlo.iota dim = 0 : tensor<4096xf32>
  %scale = stablehlo.constant dense<1.0e-3> : tensor<4096xf32>
  %x = stablehlo.multiply %i, %scale : tensor<4096xf32>
  %y = stablehlo.exponential %x : tensor<4096xf32>
  return %y : tensor<4096xf32>
})";

TEST(Validate, CpuAgainstTheReferenceIsASelfCheck) {
  const TemporaryFolder folder;
  const Path results = folder.path() / "results", golden = folder.path() / "golden";
  const Outcome run = validate({"--model", kTinyBert, "--backend", "cpu", "--bisect", "--record",
                                golden.string(), "--output", results.string()});
  ASSERT_EQ(run.code, 0) << run.out << run.err;
  expect_contains(run.out, "SELF-CHECK PASSED");
  for (const char* file :
       {"VALIDATION_SUMMARY.md", "cpu/test_results.json", "cpu/cross_backend_validation.json",
        "cpu/inference_benchmark.json", "cpu/hardware_info.json", "cpu/BERT_SQUAD_CPU_REPORT.md",
        "cpu/differences.svg"})
    EXPECT_TRUE(fs::exists(results / file)) << file;
  const auto cross = format::read_json(results / "cpu" / "cross_backend_validation.json");
  EXPECT_EQ(cross["self_check"], true);
  const auto& comparison = cross["comparisons"]["cpu"];
  EXPECT_LT(comparison["start_logits"]["max_diff"], 1e-4);
  EXPECT_LT(comparison["loss"]["max_diff"], 1e-4);
  EXPECT_GT(comparison["gradients"].size(), 10u);
  EXPECT_EQ(comparison["gradients"].size(), comparison["parameters"].size());
  EXPECT_TRUE(comparison["bisect"]["first"].is_null());
  EXPECT_EQ(format::read_json(results / "cpu" / "test_results.json")["summary"]["failed"], 0);

  // Another machine has the two files only.
  const Outcome against = validate({"--against", golden.string(), "--backend", "cpu", "--output",
                                    (folder.path() / "there").string(), "--json"});
  ASSERT_EQ(against.code, 0) << against.out << against.err;
  const auto json = nlohmann::json::parse(against.out);
  EXPECT_EQ(json["reference_backend"], "recorded reference");
  EXPECT_EQ(json["all_passed"], true);
}

TEST(Validate, AProgramWithItsGradients) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "program.mlir").string();
  write_file_atomically(file, kExponential);
  const std::string output = (folder.path() / "results").string();
  const Outcome passed =
      validate({"--model", file, "--backend", "cpu", "--output", output, "--json"});
  ASSERT_EQ(passed.code, 0) << passed.err;
  EXPECT_EQ(nlohmann::json::parse(passed.out)["comparisons"]["cpu"]["out.000"]["passed"], true);
  const Outcome loose = validate({"--model", file, "--backend", "cpu", "--output", output, "--json",
                                  "--cosine_threshold", "0.5"});
  EXPECT_EQ(nlohmann::json::parse(loose.out)["comparisons"]["cpu"]["cosine_threshold"], 0.5);
  // Not every one of them is rounded correctly.
  EXPECT_EQ(
      validate({"--model", file, "--backend", "cpu", "--output", output, "--tolerance", "1e-30"})
          .code,
      1);
}

TEST(Validate, AProgramWithoutADerivative) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "program.mlir").string();
  write_file_atomically(file, R"(func.func @main(%start: tensor<f32>) -> tensor<f32> {
  %x = stablehlo.bitcast_convert %start : (tensor<f32>) -> tensor<f32>
  return %x : tensor<f32>
})");
  const std::string inputs = folder.path() / "in.safetensors";
  const float one[] = {1};
  format::write_safetensors(inputs,
                            {{"in.000", format::Dtype::f32, {}, std::as_bytes(std::span(one))}});
  const Outcome run = validate({"--model", file, "--inputs", inputs, "--backend", "cpu", "--output",
                                (folder.path() / "results").string()});
  ASSERT_EQ(run.code, 0) << run.err;
  expect_contains(run.out, "out.000");
  const Path results = folder.path() / "results";
  const auto cross = format::read_json(results / "cpu" / "cross_backend_validation.json");
  expect_contains(cross["gradients_not_compared"].get<std::string>(), "has no derivative");
  for (const char* text : {"VALIDATION_SUMMARY.md", "cpu/CPU_REPORT.md"})
    expect_contains(read_file(results / text), "No gradients were compared: ");
}

TEST(Validate, WhatIsNotHereIsNotPassed) {
  const TemporaryFolder folder;
  const std::string output = (folder.path() / "results").string();
  const Outcome absent =
      validate({"--model", kTinyBert, "--backend", "cpu,tpu", "--output", output});
  EXPECT_EQ(absent.code, 3) << absent.out << absent.err;
  expect_contains(absent.out, "cpu");
  expect_contains(absent.out, "FAILED");
  expect_contains(read_file(folder.path() / "results" / "VALIDATION_SUMMARY.md"), "| tpu |");
  EXPECT_EQ(validate({"--model", kTinyBert, "--backend", "tpu", "--output", output + "2"}).code, 3);
  EXPECT_EQ(validate({"--output", output}).code, 2);
  EXPECT_EQ(validate({"--model", kTinyBert, "--backend", "reference", "--output", output}).code, 2);
  EXPECT_EQ(validate({"--model", kTinyBert, "--backend", "cqu", "--output", output}).code, 2);
  EXPECT_EQ(validate({"--against", (folder.path() / "absent").string()}).code, 5);
}

TEST(Validate, AFoundPluginThatDoesNotLoadIsSaid) {
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "program.mlir").string();
  const Path results = folder.path() / "results";
  write_file_atomically(file, kExponential);
  const Outcome run =
      run_tutti({"validate", "--model", file, "--output", results.string(), "--json"}, "",
                {{"PJRT_NAMES_AND_LIBRARY_PATHS", "foo:/nowhere/plugin.so"}});
  ASSERT_EQ(run.code, 0) << run.err;
  expect_contains(run.err, "backend pjrt=foo");
  const auto json = nlohmann::json::parse(run.out);
  EXPECT_EQ(json["backends_tested"][1], "cpu");
  ASSERT_GE(json["backends_absent"].size(), 1u);  // others may be installed for Python
  EXPECT_EQ(json["backends_absent"][0]["backend"], "pjrt=foo");
  expect_contains(json["backends_absent"][0]["reason"].get<std::string>(), "there is no such file");
  expect_contains(read_file(results / "VALIDATION_SUMMARY.md"), "| pjrt=foo | ");
}

TEST(Validate, ComparesFoundPluginsAndTellsDevicesApart) {
  TUTTI_PLUGIN_OR_SKIP(library);
  const TemporaryFolder folder;
  const std::string file = (folder.path() / "program.mlir").string();
  const std::string output = (folder.path() / "results").string();
  write_file_atomically(file, kExponential);
  const Outcome found = run_tutti({"validate", "--model", file, "--output", output, "--json"}, "",
                                  {{"PJRT_NAMES_AND_LIBRARY_PATHS", "foo:" + library.string()}});
  ASSERT_EQ(found.code, 0) << found.err;
  EXPECT_EQ(nlohmann::json::parse(found.out)["backends_tested"][2], "pjrt-foo");
  const std::string plugin = "pjrt=" + library.string();
  const Outcome twice = validate({"--model", file, "--output", output, "--json", "--backend",
                                  plugin + "," + plugin + ":1," + plugin + "?asynchronous=false"});
  ASSERT_EQ(twice.code, 0) << twice.err;
  EXPECT_EQ(nlohmann::json::parse(twice.out)["backends_tested"],
            nlohmann::json::array(
                {"reference", "pjrt-xla_cpu_pjrt", "pjrt-xla_cpu_pjrt-1", "pjrt-xla_cpu_pjrt-2"}));
}

TEST(Export, OurOwnParserTakesIt) {
  const TemporaryFolder folder;
  for (const std::string function : {"forward", "step"}) {
    const std::string file = (folder.path() / (function + ".mlir")).string();
    const Outcome run = run_tutti({"export", "--model", kTinyBert, "--function", function,
                                   "--max_seq_length", "16", "--output", file});
    ASSERT_EQ(run.code, 0) << run.err;
    const std::string text = read_file(file);
    EXPECT_EQ(text.find("\"tutti."), std::string::npos);
    EXPECT_EQ(text.find("= tutti."), std::string::npos);
    expect_contains(text, "@main");
    EXPECT_EQ(text.find("tf.aliasing_output") != std::string::npos, function == "step");
    const Outcome verified = run_tutti({"ir", "verify", file});
    EXPECT_EQ(verified.code, 0) << verified.err;
    const std::string count = run.err.substr(run.err.rfind(", ") + 2);  // "1234 operations\n"
    expect_contains(verified.out, "correct: 1 module, 1 function, " + count);
  }
  EXPECT_EQ(run_tutti({"export", "--model", kTinyBert, "--max_seq_length", "100000"}).code, 2);
}

}  // namespace
}  // namespace tutti::test
