// SPDX-License-Identifier: Apache-2.0
// `tutti compile` by the compilers of TPUs and of NVIDIA GPUs, which need no device.
#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/small_models.h"
#include "format/json.h"
#include "support/data.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

/// The folders of both plugins as ./dev test fetches them, or nothing.
std::optional<std::string> plugin_folders() {
  std::string folders;
  for (const char* name : {"libtpu-0.0.52", "jax-cuda12-pjrt-0.10.2"}) {
    const Path folder = Path(TUTTI_SOURCE_DIR) / ".cache" / "plugins" / name;
    if (!std::filesystem::exists(folder)) return std::nullopt;
    folders += (folders.empty() ? "" : ":") + folder.string();
  }
  return folders;
}

nlohmann::json compile(const std::string& plugins, const std::string& target, const Words& words) {
  const Outcome run = run_tutti(joined({"compile", "--json", "--target", target}, words), "",
                                {{"PYTHONPATH", plugins}});
  EXPECT_EQ(run.code, 0) << target << ": " << run.err;
  return run.code == 0 ? format::parse_json(run.out, "compile") : nlohmann::json();
}

std::vector<std::string> functions_of(const nlohmann::json& report) {
  std::vector<std::string> functions;
  for (const auto& program : report["programs"]) {
    EXPECT_TRUE(program["fits"].get<bool>()) << program;
    functions.push_back(program["function"].get<std::string>());
  }
  return functions;
}

/// Its layers are one, so that each compiler has little to do.
void make_small_bert(const Path& folder) {
  std::filesystem::copy(quickstart_folder() / "tiny_bert", folder,
                        std::filesystem::copy_options::recursive);
  nlohmann::json config = format::read_json(folder / "config.json");
  config["num_hidden_layers"] = 1;
  config["vocab_size"] = 30522;
  write_file_atomically(folder / "config.json", config.dump());
}

Words bert_words(const Path& model) {
  return joined({"--model_name_or_path", model.string(), "--train_file",
                 (quickstart_folder() / "train.json").string(), "--do_train"},
                words_of("--max_train_samples 64 --max_seq_length 64 --doc_stride 16 --pack none "
                         "--per_device_train_batch_size 4 --max_steps 3 --precision bf16"));
}

/// Parameters of that BERT with its head: embeddings, a layer and the two scores of a token.
constexpr int64_t kBertParameters = 30522 * 128 + 512 * 128 + 2 * 128 + 2 * 128 +  // embeddings
                                    4 * (128 * 128 + 128) + 2 * 128 +              // attention
                                    2 * 128 * 512 + 512 + 128 + 2 * 128 +          // feed-forward
                                    2 * 128 + 2;

TEST(AbsentDevices, CompileAStepOfBert) {
  const auto plugins = plugin_folders();
  if (!plugins) TUTTI_SKIP_FOR_DATA("the plugins libtpu and jax-cuda12-pjrt: ./dev test");
  const TemporaryFolder folder;
  make_small_bert(folder.path() / "bert");
  for (const char* target : {"tpu:v5e", "cuda:h100"}) {
    const auto report = compile(*plugins, target, bert_words(folder.path() / "bert"));
    ASSERT_TRUE(report.is_object());
    EXPECT_EQ(functions_of(report), Words({"step"})) << target;
    const auto& step = report["programs"][0];
    // Parameters and two moments in float32; a TPU's arrays are made of whole tiles.
    const double state = 3.0 * 4 * static_cast<double>(kBertParameters);
    EXPECT_GT(step["arguments_bytes"].get<double>(), state) << target;
    EXPECT_LT(step["arguments_bytes"].get<double>(), 1.05 * state) << target;
    // Forward and twice that backward: products with the layer's matrices for 4 x 64 tokens.
    const double products = 3 * 2.0 * 256 * (4 * 128 * 128 + 2 * 128 * 512);
    EXPECT_GT(step["flops"].get<double>(), products) << target;
  }
}

TEST(AbsentDevices, CompileAStepForEightOfThem) {
  const auto plugins = plugin_folders();
  if (!plugins) TUTTI_SKIP_FOR_DATA("the plugins libtpu and jax-cuda12-pjrt: ./dev test");
  const TemporaryFolder folder;
  make_small_bert(folder.path() / "bert");
  const auto report = compile(*plugins, "tpu:v5e:2x4",
                              joined(bert_words(folder.path() / "bert"), {"--devices", "8"}));
  ASSERT_TRUE(report.is_object());
  EXPECT_EQ(functions_of(report), Words({"step"}));
  EXPECT_EQ(report["devices_together"], 8);
}

/// Adapters' products are thin, for which some compilers have no tiles.
TEST(AbsentDevices, CompileAdaptersOfADecoder) {
  const auto plugins = plugin_folders();
  if (!plugins) TUTTI_SKIP_FOR_DATA("the plugins libtpu and jax-cuda12-pjrt: ./dev test");
  const TemporaryFolder folder;
  const Path model = folder.path() / "qwen2";
  std::filesystem::create_directory(model);
  make_small_decoder(model, {{"hidden_size", 128}, {"intermediate_size", 256}});
  write_counting_texts(folder.path() / "texts.jsonl");
  for (const char* target : {"tpu:v5e", "cuda:h100"})
    EXPECT_EQ(functions_of(compile(
                  *plugins, target,
                  joined({"--model_name_or_path", model.string(), "--train_file",
                          (folder.path() / "texts.jsonl").string(), "--do_train"},
                         words_of("--task text-generation --max_seq_length 64 --packing "
                                  "--per_device_train_batch_size 2 --max_steps 2 --use_peft "
                                  "--lora_r 32 --precision bf16")))),
              Words({"step"}))
        << target;
}

TEST(AbsentDevices, AreRefusedInASentence) {
  const Words training = bert_words(quickstart_folder() / "tiny_bert");
  const Outcome unknown = run_tutti(joined({"compile", "--target", "tpu:v99"}, training));
  EXPECT_EQ(unknown.code, 2);
  EXPECT_NE(unknown.err.find("--target tpu:v99: found no such device, expected one of"),
            std::string::npos)
      << unknown.err;
  const Outcome missing = run_tutti(joined({"compile", "--target", "tpu:v5e"}, training));
  EXPECT_EQ(missing.code, 3);
  EXPECT_NE(missing.err.find("libtpu"), std::string::npos) << missing.err;
}

}  // namespace
}  // namespace tutti::test
