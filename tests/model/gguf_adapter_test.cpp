// SPDX-License-Identifier: Apache-2.0
#include "model/gguf_adapter.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "format/gguf.h"
#include "support/data.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::model {
namespace {

class GgufAdapterFile : public testing::Test {
 protected:
  nlohmann::json base_ = {{"model_type", "llama"},
                          {"num_hidden_layers", 2},
                          {"num_attention_heads", 4},
                          {"num_key_value_heads", 1},
                          {"hidden_size", 256}};
  AdapterConfig config_of(const Path& folder) const {
    const Path file = folder / "adapter_config.json";
    return parse_adapter_config(read_file(file), file.string());
  }
  Path written(const Path& folder, const AdapterConfig& config) const {
    const Path file = out_.path() / "adapter.gguf";
    write_gguf_adapter(
        file, {folder / "adapter_model.safetensors", config, base_, "golden adapter"}, "x");
    return file;
  }
  static std::vector<float> values(const format::GgufFile& file, const std::string& name) {
    const format::GgufTensor* tensor = file.find(name);
    if (!tensor) throw std::runtime_error("no tensor " + name);
    std::vector<float> found(static_cast<size_t>(tensor->values()));
    file.read_values(*tensor, found);
    return found;
  }

  const test::TemporaryFolder out_;
};

TEST_F(GgufAdapterFile, HasTheTensorsThatLlamaCppReads) {
  TUTTI_DATA_OR_SKIP(data, "golden/quantised");
  for (const char* name : {"adapter", "adapter-mixed"}) {
    SCOPED_TRACE(name);
    const format::GgufFile expected(data / name / "adapter.gguf"),
        found(written(data / name, config_of(data / name)));
    ASSERT_EQ(found.tensors().size(), expected.tensors().size());
    for (const format::GgufTensor& tensor : expected.tensors()) {
      ASSERT_NE(found.find(tensor.name), nullptr) << tensor.name;
      EXPECT_EQ(found.find(tensor.name)->shape, tensor.shape) << tensor.name;
      EXPECT_EQ(values(found, tensor.name), values(expected, tensor.name)) << tensor.name;
    }
    for (const char* key : {"general.architecture", "general.type", "adapter.type"})
      EXPECT_EQ(format::gguf_string(found.keys(), key, "x"),
                format::gguf_string(expected.keys(), key, "x"));
  }
}

TEST_F(GgufAdapterFile, ScalesBWhereTheirFactorIsAnother) {
  TUTTI_DATA_OR_SKIP(data, "golden/quantised");
  AdapterConfig config = config_of(data / "adapter");
  const format::GgufFile plain(written(data / "adapter", config));
  const auto before = values(plain, "blk.0.ffn_up.weight.lora_b"),
             other = values(plain, "blk.0.ffn_gate.weight.lora_b");
  config.alpha_pattern = {{"up_proj", 6.0}};
  const format::GgufFile scaled(written(data / "adapter", config));
  const auto after = values(scaled, "blk.0.ffn_up.weight.lora_b");
  for (size_t i = 0; i < before.size(); i++) EXPECT_FLOAT_EQ(after[i], 1.5f * before[i]);
  EXPECT_EQ(values(scaled, "blk.0.ffn_gate.weight.lora_b"), other);
}

TEST_F(GgufAdapterFile, RefusesWhatItCannotSay) {
  const Path folder = test::golden_data("qwen2-lora");
  base_["model_type"] = "qwen2";
  const auto message = [&](const char* kind) {
    const test::Failure failure =
        test::failure_of([&] { written(folder / kind, config_of(folder / kind)); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    return failure.message;
  };
  test::expect_contains(message("dora"), "x: a GGUF adapter cannot say use_dora");
  test::expect_contains(message("saved"), "cannot say modules_to_save");
  test::expect_contains(message("biases"), "cannot say trained biases");
  test::expect_contains(message("embedding"), "a GGUF adapter has no place for it");
  EXPECT_TRUE(std::filesystem::is_empty(out_.path()));
}

}  // namespace
}  // namespace tutti::model
