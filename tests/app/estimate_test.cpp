// SPDX-License-Identifier: Apache-2.0
// `tutti estimate` beside the training that it estimates.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/small_models.h"
#include "format/json.h"
#include "support/errors.h"
#include "support/pjrt.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

Words words_for(const std::string& command, const Words& more) {
  Words words = {command,
                 "--model_name_or_path",
                 (quickstart_folder() / "tiny_bert").string(),
                 "--train_file",
                 (quickstart_folder() / "train.json").string(),
                 "--do_train",
                 "--allow_missing_tensors",
                 "--save_strategy",
                 "no"};
  words.insert(words.end(), more.begin(), more.end());
  return words;
}

nlohmann::json estimate(Words more, int code = 0) {
  more.push_back("--json");
  const Outcome run = run_tutti(words_for("estimate", more));
  EXPECT_EQ(run.code, code) << run.err;
  return format::parse_json(run.out, "estimate");
}

TEST(Estimate, MemoryIsWhatTheTrainingTakes) {
  for (const Words& flags :
       {Words{"--max_steps", "6", "--per_device_train_batch_size", "16"},
        Words{"--max_steps", "4", "--per_device_train_batch_size", "4",
              "--gradient_accumulation_steps", "3"},
        Words{"--max_steps", "3", "--pack", "none", "--do_eval", "--validation_file",
              (quickstart_folder() / "dev.json").string(), "--max_eval_samples", "40"}}) {
    Words estimated = flags, trained = flags;
    estimated.insert(estimated.end(), {"--measured_steps", "0"});
    const nlohmann::json memory = estimate(estimated)["memory"];
    const TemporaryFolder folder;
    trained.insert(trained.end(), {"--output_dir", (folder.path() / "out").string()});
    const Outcome run = run_tutti(words_for("train", trained));
    ASSERT_EQ(run.code, 0) << run.err;
    const auto results = format::read_json(folder.path() / "out" / "all_results.json");
    // The figure that the project promises; sanitizers have memory of their own.
    const double peak = results["resident_peak_bytes"].get<double>();
    const double total = memory["total_bytes"].get<double>();
    EXPECT_EQ(memory["moments_bytes"].get<double>(), 2 * memory["parameters_bytes"].get<double>());
#if !defined(__SANITIZE_ADDRESS__) && !defined(__SANITIZE_THREAD__)
    EXPECT_LT(total, 1.05 * peak) << fmt::format("{}", fmt::join(flags, " "));
    EXPECT_GT(total, 0.95 * peak) << fmt::format("{}", fmt::join(flags, " "));
#endif
  }
}

TEST(Estimate, SaysTimeAndCost) {
  const TemporaryFolder folder;
  write_file_atomically(
      folder.path() / "d.json",
      R"([{"name": "slow", "source": "none", "date": "2026-01", "memory_bytes": 1000,
           "memory_bytes_per_second": 1e6, "flops_per_second": {"f32": 1e6},
           "product_efficiency": 1, "memory_efficiency": 1,
           "price": {"hour": 3600, "spot_hour": 1800, "currency": "EUR", "date": "2026-01",
                     "source": "none"}}])");
  const nlohmann::json result =
      estimate({"--max_steps", "100", "--precision", "f32", "--per_device_train_batch_size", "8",
                "--device_list", (folder.path() / "d.json").string()});
  const nlohmann::json& time = result["time"];
  const double step = time["step_seconds"].get<double>();
  EXPECT_GT(step, 0);
  EXPECT_NEAR(time["epoch_seconds"].get<double>(), step * result["steps_per_epoch"].get<double>(),
              1e-6);
  EXPECT_NEAR(time["run_seconds"].get<double>(),
              100 * step + time["compiling_seconds"].get<double>(), 1e-6);
  EXPECT_GE(result["memory"]["largest_train_batch"].get<int64_t>(), 8);
  for (const auto& device : result["devices"]) {
    ASSERT_TRUE(device["fits"].is_boolean());
    if (device["name"] != "slow") continue;
    EXPECT_FALSE(device["fits"].get<bool>());
    EXPECT_EQ(device["largest_train_batch"], 0);
    const double run = device["time"]["run_seconds"].get<double>();
    EXPECT_DOUBLE_EQ(device["cost"]["run"].get<double>(), run);
    EXPECT_DOUBLE_EQ(device["cost"]["run_spot"].get<double>(), run / 2);
    // At 1 MFLOP/s, no step is faster than its products.
    EXPECT_GE(device["time"]["step_seconds"].get<double>(),
              time["flops_a_step"].get<double>() / 1e6 * 0.9);
  }
}

TEST(Estimate, ConfigJsonIsEnoughOfAModel) {
  const TemporaryFolder folder;
  const std::string model = (folder.path() / "model").string(),
                    texts = (folder.path() / "train.jsonl").string();
  write_counting_texts(texts);
  const auto parameters_of = [&](const char* dtype) {
    make_small_decoder(model, {{"dtype", dtype}});  // it has no weights
    const Outcome run = run_tutti({"estimate", "--model_name_or_path", model, "--train_file", texts,
                                   "--do_train", "--use_peft", "--precision", "bf16",
                                   "--measured_steps", "0", "--max_seq_length", "32", "--json"});
    EXPECT_EQ(run.code, 0) << run.err;
    return format::parse_json(run.out, "estimate")["memory"]["parameters_bytes"].get<int64_t>();
  };
  // What products take is narrow in any case; the embedding of 512 x 32 is looked up as well.
  EXPECT_EQ(parameters_of("float32") - parameters_of("bfloat16"), 512 * 32 * 2);
}

nlohmann::json device_of(const nlohmann::json& result, const std::string& name) {
  for (const auto& device : result["devices"])
    if (device["name"] == name) return device;
  ADD_FAILURE() << "there is no " << name;
  return {};
}

TEST(Estimate, OtherDevicesHaveTimesWithoutSteps) {
  const nlohmann::json result =
      estimate({"--max_steps", "100", "--precision", "bf16", "--measured_steps", "0"});
  EXPECT_FALSE(result.contains("time"));
  double cheapest = 1e9;
  for (const auto& device : result["devices"]) {
    if (!device.contains("time")) continue;
    // A step of two layers has more than ten products, each of which is launched.
    EXPECT_GE(device["time"]["step_seconds"].get<double>(), 10 * 5e-6) << device;
    if (device.contains("cost")) cheapest = std::min(cheapest, device["cost"]["run"].get<double>());
  }
  const std::string name = result["cheapest_device"];
  EXPECT_EQ(device_of(result, name)["cost"]["run"].get<double>(), cheapest);
  const Outcome text = run_tutti(words_for(
      "estimate", {"--max_steps", "100", "--precision", "bf16", "--measured_steps", "0"}));
  expect_contains(text.out, "minimum time on other devices");
  expect_contains(text.out, "the cheapest that fits: " + name + ", ");
}

TEST(Estimate, MoreDevicesTakeFewerSteps) {
  const Words flags = {"--precision", "bf16", "--measured_steps", "0"};
  const auto with = [&](const Words& more) {
    Words words = flags;
    words.insert(words.end(), more.begin(), more.end());
    return estimate(words);
  };
  const nlohmann::json one = with({}), eight = with({"--devices", "8"});
  EXPECT_EQ(one["devices_together"], 1);
  EXPECT_EQ(eight["devices_together"], 8);
  // Each of them has the batch that one has: of the same features an eighth of the steps.
  const auto steps = one["steps_per_epoch"].get<int64_t>();
  EXPECT_NEAR(eight["steps_per_epoch"].get<double>(), static_cast<double>(steps) / 8, 1);
  const nlohmann::json single = device_of(one, "tpu-v5e"), all = device_of(eight, "tpu-v5e"),
                       slice = device_of(one, "tpu-v5e-8");
  EXPECT_EQ(single["devices"], 1);
  EXPECT_EQ(all["devices"], 8);
  EXPECT_EQ(slice["devices"], 8);
  for (const auto& device : {all, slice}) {
    const nlohmann::json& time = device["time"];
    EXPECT_LT(time["run_seconds"].get<double>(), single["time"]["run_seconds"].get<double>());
    EXPECT_DOUBLE_EQ(device["cost"]["run"].get<double>(),
                     8 * time["run_seconds"].get<double>() / 3600 * 1.2);
  }
}

TEST(Estimate, RefusesWhatItCannotEstimate) {
  EXPECT_EQ(run_tutti({"estimate", "--model_name_or_path", "m"}).code, 2);
  const Outcome run = run_tutti(words_for("estimate", {"--device_list", "missing.json"}));
  EXPECT_EQ(run.code, 5) << run.err;
}

TEST(Estimate, RefusesTargetsThatItCannotCompileFor) {
  Outcome run = run_tutti(words_for("estimate", {"--target", "tpu:v99"}));
  EXPECT_EQ(run.code, 2);
  expect_contains(run.err, "--target tpu:v99: found no such device, expected one of cuda:t4, ");
  run = run_tutti(words_for("estimate", {"--target", "tpu:v5e:2y4"}));
  EXPECT_EQ(run.code, 2);
  expect_contains(run.err, "found \"2y4\", expected a topology of devices, such as 1x1, ");
  run = run_tutti(words_for("estimate", {"--target", "tpu:v5e"}));
  EXPECT_EQ(run.code, 3);
  expect_contains(run.err,
                  "the compiler for it is not installed: `pip install --no-deps libtpu` brings it");
}

TEST(Estimate, ATargetsCompilerThatNeedsItsDeviceIsRefused) {
  TUTTI_PLUGIN_OR_SKIP(library);  // it compiles for this machine's processor alone
  const Outcome run = run_tutti(words_for("estimate", {"--target", "tpu:v5e"}), "",
                                {{"PJRT_NAMES_AND_LIBRARY_PATHS", "tpu:" + library.string()}});
  EXPECT_EQ(run.code, 3) << run.out;
  expect_contains(run.err, "compiles for no device that is not there");
}

}  // namespace
}  // namespace tutti::test
