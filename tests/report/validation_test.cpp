// SPDX-License-Identifier: Apache-2.0
#include "report/validation.h"

#include <gtest/gtest.h>

#include "format/json.h"
#include "report/differences_svg.h"
#include "report/latency.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti {
namespace {

using report::BackendResult;
using report::Validation;
using test::expect_contains;
using validate::Role;

validate::Verdict verdict(const std::string& name, Role role, double difference, bool passed) {
  validate::Verdict result{.name = name, .role = role};
  result.difference.maximum = difference;
  result.difference.cosine = 0.99999;
  result.bound = 1e-4;
  result.passed = passed;
  if (!passed) result.why = "too far";
  result.seconds = 0.25;
  return result;
}

Validation validation(const std::string& backend, bool passed) {
  Validation result;
  result.model_kind = "Bert_SQUAD";
  result.timestamp = "2026-01-02T03:04:05Z";
  result.version = "0.1.0";
  result.model = "tiny";
  result.reference = "reference";
  result.root = "/somewhere";
  result.command = "tutti validate --model 'tiny'";
  BackendResult one;
  one.backend = one.kind = backend;
  one.devices = {{backend, 0, "a | device", int64_t{2} << 30}};
  one.verdicts = {verdict("start_logits", Role::output, 1e-6, true),
                  verdict("loss", Role::loss, 1e-7, true),
                  verdict("bert.encoder.layer.0.x.weight", Role::gradient, 2e-5, passed),
                  verdict("bert.encoder.layer.1.x.weight", Role::gradient, 1e-6, true)};
  one.checks = {{"batch_size[2]", true, "", 0.5}};
  one.inference = {{"benchmark", report::latency({1, 2, 3})}};
  result.backends = {one};
  return result;
}

TEST(Latency, FiguresOfKnownTimings) {
  const auto figures = report::latency({4, 1, 3, 2});
  EXPECT_EQ(figures["mean_ms"], 2.5);
  EXPECT_NEAR(figures["std_ms"].get<double>(), 1.2909944487358056, 1e-15);
  EXPECT_EQ(figures["p50_ms"], 2.5);
  EXPECT_NEAR(figures["p95_ms"].get<double>(), 3.85, 1e-12);
  EXPECT_EQ(figures["throughput_qps"], 400);
}

TEST(ValidationReport, WhatCountsAsAPass) {
  EXPECT_EQ(validation("cuda", true).status(), "PASSED");
  EXPECT_EQ(validation("cuda", false).status(), "FAILED");
  EXPECT_EQ(validation("cpu", true).status(), "SELF-CHECK PASSED");
  Validation recorded = validation("cpu", true);
  recorded.reference = "recorded reference";
  EXPECT_EQ(recorded.status(), "SELF-CHECK PASSED");
  recorded.reference = "recorded cuda";
  EXPECT_EQ(recorded.status(), "PASSED");
  EXPECT_EQ(Validation{}.status(), "FAILED");

  Validation absent = validation("cuda", true);
  absent.absent = {{"tpu", "no plugin"}};
  EXPECT_FALSE(absent.passed());
  absent.absent = {{"pjrt=broken", "it has no device", false}};  // found, not asked for
  EXPECT_TRUE(absent.passed());
  Validation not_compared = validation("cuda", true);
  not_compared.backends[0].verdicts.clear();
  EXPECT_FALSE(not_compared.passed());
  Validation inconsistent = validation("cuda", true);
  inconsistent.backends[0].checks[0].passed = false;
  EXPECT_FALSE(inconsistent.passed());
  Validation diverged = validation("cuda", true);
  diverged.backends[0].bisection.emplace();
  EXPECT_TRUE(diverged.passed());
  validate::OperationError error;
  error.local = 2;
  error.bound = 1;
  diverged.backends[0].bisection->operations = {error};
  EXPECT_FALSE(diverged.passed());
}

TEST(ValidationReport, WritesTheTree) {
  const test::TemporaryFolder folder;
  Validation written = validation("cuda", false);
  validate::OperationError error;
  error.op = "stablehlo.dot_general";
  error.layer = "encoder.layer.0.attention";
  error.part = "backward";
  error.location = "step.mlir:7:3";
  error.local = 2;
  error.bound = 1;
  written.backends[0].bisection.emplace();
  written.backends[0].bisection->operations = {error};
  written.backends[0].numerics = {{"NaN in a maximum", "kept", "dropped"}};
  report::write_results(folder.path(), written);

  const Path own = folder.path() / "cuda";
  const auto cross = format::read_json(own / "cross_backend_validation.json");
  EXPECT_EQ(cross["reference_backend"], "reference");
  EXPECT_EQ(cross["backends_tested"], nlohmann::json::array({"cuda"}));
  EXPECT_EQ(cross["all_passed"], false);
  EXPECT_EQ(cross["tolerance"], 1e-4);
  EXPECT_EQ(cross["performance"]["cuda"]["latency_ms"], 2);
  const auto& comparison = cross["comparisons"]["cuda"];
  EXPECT_EQ(comparison["passed"], false);
  EXPECT_EQ(comparison["within_tolerance"], 1e-4);
  for (const char* key : {"max_diff", "mean_diff", "cosine_sim", "max_ulp"})
    EXPECT_TRUE(comparison["start_logits"].contains(key)) << key;
  EXPECT_EQ(comparison["gradients"].size(), 2u);
  EXPECT_EQ(comparison["numerics"]["NaN in a maximum"]["by_default"], "dropped");
  EXPECT_EQ(comparison["bisect"]["first"]["layer"], "encoder.layer.0.attention");

  const auto tests = format::read_json(own / "test_results.json");
  EXPECT_EQ(tests["summary"]["total"], 5);
  EXPECT_EQ(tests["summary"]["failed"], 1);
  EXPECT_EQ(tests["exitcode"], 1);
  EXPECT_EQ(tests["root"], "/somewhere");
  EXPECT_EQ(tests["tests"][0]["nodeid"], "consistency::batch_size[2]");
  EXPECT_EQ(tests["tests"][0]["outcome"], "passed");
  EXPECT_EQ(tests["tests"][0]["duration"], 0.5);
  EXPECT_EQ(tests["tests"][1]["duration"], 0.25);
  const auto hardware = format::read_json(own / "hardware_info.json");
  EXPECT_EQ(hardware["cuda_available"], true);
  EXPECT_EQ(hardware["tpu_available"], false);
  EXPECT_EQ(hardware["devices"][0]["memory_gb"], 2);
  EXPECT_TRUE(hardware.at("pytorch_version").is_null());
  EXPECT_EQ(format::read_json(own / "inference_benchmark.json")["benchmark"]["iterations"], 3);

  const std::string report = read_file(own / "BERT_SQUAD_CUDA_REPORT.md");
  for (const char* part :
       {"## Summary", "**FAILED**", "## Hardware Configuration", "a \\| device",
        "worst of 2 gradients", "too far", "stablehlo.dot_general", "step.mlir:7:3",
        "| NaN in a maximum | kept | dropped |", "## Inference Performance", "2.00 ms",
        "differences.svg", "tutti validate --model 'tiny'"})
    expect_contains(report, part);
  expect_contains(read_file(own / "differences.svg"), "bert.encoder.layer.1");
  expect_contains(read_file(folder.path() / "VALIDATION_SUMMARY.md"),
                  "cuda/BERT_SQUAD_CUDA_REPORT.md");
}

TEST(ValidationReport, SaysThatNothingWasCompared) {
  Validation absent = validation("cuda", true);
  absent.backends.clear();
  absent.absent = {{"tpu", "no | plugin"}};
  EXPECT_FALSE(absent.is_self_check());
  const std::string summary = report::summary_markdown(absent);
  for (const char* part :
       {"**FAILED**", "Nothing was compared", "| tpu | no \\| plugin | - | - | - | - | ABSENT"})
    expect_contains(summary, part);
  EXPECT_EQ(report::cross_backend_json(absent)["backends_absent"],
            nlohmann::ordered_json::parse(
                R"([{"backend": "tpu", "asked": true, "reason": "no | plugin"}])"));
  EXPECT_EQ(summary.find("self-check"), std::string::npos);
  EXPECT_EQ(summary.find("Figures"), std::string::npos);
}

TEST(ValidationReport, TwoDevicesOfAPluginAreTwoFolders) {
  const test::TemporaryFolder folder;
  Validation both = validation("pjrt-xla", true);
  both.backends.push_back(both.backends[0]);
  both.backends[1].backend = "pjrt-xla-1";
  report::write_results(folder.path(), both);
  for (const char* name : {"pjrt-xla", "pjrt-xla-1"}) {
    EXPECT_EQ(report::cross_backend_json(both)["comparisons"][name]["passed"], true);
    EXPECT_EQ(format::read_json(folder.path() / name /
                                "cross_backend_validation.json")["backends_tested"],
              nlohmann::json::array({name}));
  }
}

TEST(ValidationReport, WhatHasNoDirectionShowsNoCosine) {
  Validation noise = validation("cuda", true);
  validate::Verdict& one = noise.backends[0].verdicts[2];
  one.name = "key.bias";
  one.difference.cosine = -0.27;
  one.cosine_asked = false;
  one.is_noise = true;
  one.why = "zero in mathematics: rounding";
  const std::string text = report::backend_text(noise.backends[0]);
  const std::string page = report::backend_markdown(noise, noise.backends[0]);
  expect_contains(text, "cosine -  key.bias\n    zero in mathematics: rounding\n");
  expect_contains(page, "| - | 0 | PASSED: zero in mathematics: rounding |");
  for (const std::string& shown : {text, page})
    EXPECT_EQ(shown.find("-0.27"), std::string::npos) << shown;
  const auto gradients = report::cross_backend_json(noise)["comparisons"]["cuda"]["gradients"];
  EXPECT_TRUE(gradients["key.bias"]["cosine_sim"].is_null());
}

TEST(ValidationReport, WhatIsNotKnownIsNull) {
  Validation unknown = validation("pjrt", true);
  unknown.backends[0].devices[0].memory_bytes = 0;
  const auto hardware = report::hardware_json(unknown, unknown.backends[0]);
  EXPECT_TRUE(hardware["devices"][0]["memory_gb"].is_null());
  const auto figures = report::performance_json(nullptr, 0);
  EXPECT_TRUE(figures["latency_ms"].is_null());
  EXPECT_TRUE(figures["memory_mb"].is_null());
}

TEST(ValidationReport, AReferenceThatRanHereTookPart) {
  Validation here = validation("cuda", true);
  here.reference_performance = report::performance_json(nullptr, int64_t{3} << 20);
  const auto cross = report::cross_backend_json(here);
  EXPECT_EQ(cross["backends_tested"], nlohmann::json::array({"reference", "cuda"}));
  EXPECT_EQ(cross["performance"]["reference"]["memory_mb"], 3);
  EXPECT_EQ(cross["performance"]["cuda"]["latency_ms"], 2);
}

TEST(ValidationReport, NamesOfFilesAreHarmless) {
  EXPECT_EQ(report::file_part("pjrt=/a/../b.so"), "pjrt__a____b_so");
  Validation validation;
  EXPECT_EQ(report::report_name(validation, "cpu"), "MODEL_CPU_REPORT.md");
  validation.model_kind = "Bert_SQUAD";
  EXPECT_EQ(report::report_name(validation, "cpu"), "BERT_SQUAD_CPU_REPORT.md");
  validation.is_model = false;
  EXPECT_EQ(report::report_name(validation, "cpu"), "CPU_REPORT.md");
}

TEST(DifferencesSvg, OneBarALayer) {
  EXPECT_EQ(report::layer_of("bert.encoder.layer.11.attention.self.query.weight"),
            "bert.encoder.layer.11");
  EXPECT_EQ(report::layer_of("bert.embeddings.LayerNorm.bias"), "bert.embeddings");
  EXPECT_EQ(report::layer_of("qa_outputs.bias"), "qa_outputs");
  EXPECT_EQ(report::layer_of("model.embed_tokens.weight"), "model.embed_tokens");
  EXPECT_EQ(report::layer_of("start_logits"), "start_logits");
  const auto layers =
      report::layer_differences({verdict("a.layer.0.w", Role::gradient, 2e-5, true),
                                 verdict("a.layer.0.b", Role::gradient, 5e-5, true),
                                 verdict("a.layer.1.w", Role::gradient, 3e-4, false),
                                 verdict("start", Role::output, 1, false)});
  ASSERT_EQ(layers.size(), 2u);
  EXPECT_EQ(layers[0].layer, "a.layer.0");
  EXPECT_NEAR(layers[0].share, 0.5, 1e-12);
  EXPECT_NEAR(layers[1].share, 3, 1e-12);
  const std::string svg = report::differences_svg("<tiny>", layers);
  expect_contains(svg, "&lt;tiny&gt;");
  expect_contains(svg, "#c0392b");
}

}  // namespace
}  // namespace tutti
