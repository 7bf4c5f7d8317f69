// SPDX-License-Identifier: Apache-2.0
// Models in GGUF files, as llama.cpp's converter writes them, against the folders that it read.
#include "task/gguf_model.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "data/tokenizer/gguf_tokenizer.h"
#include "format/json.h"
#include "model/decoder.h"
#include "model/gguf_config.h"
#include "model/gguf_tensors.h"
#include "support/data.h"
#include "support/errors.h"
#include "support/temporary_folder.h"
#include "task/task.h"

namespace tutti::task {
namespace {

using test::expect_contains;
using test::failure_of;

Path golden_models() {
  return test::golden_data("gguf") / "models";
}

/// The tokenizer that a golden model has.
std::string tokenizer_of(const std::string& model) {
  return model == "tok512" ? "tok512" : "mini512";
}

/// A whole folder of a golden model.
void copy_model(const std::string& model, const Path& to) {
  for (const Path& from :
       {golden_models() / model, test::golden_data("tokenizer") / tokenizer_of(model)})
    std::filesystem::copy(from, to, std::filesystem::copy_options::recursive);
}

std::vector<std::byte> bytes_of(const format::ShardedTensors& tensors,
                                const format::TensorInfo& info) {
  std::vector<std::byte> bytes(info.bytes());
  tensors.read(info, bytes);
  return bytes;
}

/// float16 as float32, which GGUF files have vectors in.
std::vector<float> floats_of(const format::ShardedTensors& tensors,
                             const format::TensorInfo& info) {
  const std::vector<std::byte> bytes = bytes_of(tensors, info);
  std::vector<float> values(info.bytes() / format::byte_size(info.dtype));
  if (info.dtype == format::Dtype::f16)
    format::gguf_decode(format::GgufType::f16, bytes, values);
  else
    std::memcpy(values.data(), bytes.data(), bytes.size());
  return values;
}

class GgufModels : public testing::TestWithParam<const char*> {
 protected:
  std::string name() const { return GetParam(); }
  Path gguf() const { return golden_models() / (name() + "-f16.gguf"); }
};

TEST_P(GgufModels, HaveTheTensorsOfTheFolder) {
  const format::ShardedTensors found = model::open_tensors(gguf()),
                               expected(golden_models() / name());
  std::vector<std::string> names, expected_names;
  for (const auto& info : found.tensors()) names.push_back(info.name);
  for (const auto& info : expected.tensors()) expected_names.push_back(info.name);
  EXPECT_EQ(names, expected_names);
  for (const auto& info : expected.tensors()) {
    const format::TensorInfo* own = found.find(info.name);
    ASSERT_NE(own, nullptr) << info.name;
    EXPECT_EQ(own->shape, info.shape) << info.name;
    EXPECT_EQ(floats_of(found, *own), floats_of(expected, info)) << info.name;
  }
}

TEST_P(GgufModels, HaveTheConfigurationOfTheFolder) {
  const nlohmann::json expected = format::read_json(golden_models() / name() / "config.json");
  const nlohmann::json found = read_config(gguf());
  const auto parameters = model::open_model(found, "found").parameters,
             wanted = model::open_model(expected, "expected").parameters;
  ASSERT_EQ(parameters.size(), wanted.size());
  for (size_t i = 0; i < wanted.size(); i++) {
    EXPECT_EQ(parameters[i].name, wanted[i].name);
    EXPECT_EQ(parameters[i].shape, wanted[i].shape);
  }
  for (const auto& [key, value] : found.items()) {
    if (!expected.contains(key) || expected[key].is_null()) continue;
    if (key == "eos_token_id") continue;  // what the tokenizer says comes first
    EXPECT_EQ(value, expected[key]) << key;
  }
  if (name() == "gpt2") return;
  const model::DecoderConfig own = model::decoder_config(found, "found"),
                             theirs = model::decoder_config(expected, "expected");
  EXPECT_EQ(own.rms_norm_eps, theirs.rms_norm_eps);
  EXPECT_EQ(own.head_dim, theirs.head_dim);
  EXPECT_EQ(own.rotary.kind, theirs.rotary.kind);
  EXPECT_EQ(model::inverse_frequencies(own.rotary, own.head_dim),
            model::inverse_frequencies(theirs.rotary, own.head_dim));
}

TEST_P(GgufModels, AreWrittenAsTheConverterWritesThem) {
  const test::TemporaryFolder folder;
  copy_model(name(), folder.path());
  const format::ShardedTensors tensors(folder.path());
  const auto write = [&](format::GgufType type) {
    const Path file = folder.path() / "x.gguf";
    write_gguf_model(file, {folder.path(), tensors, type, "x"});
    return format::GgufFile(file);
  };
  std::map<std::string, format::GgufType> kinds = {{"f16", format::GgufType::f16}};
  if (name() == "llama") kinds.emplace("q8_0", format::GgufType::q8_0);
  for (const auto& [kind, type] : kinds) {
    const format::GgufFile found = write(type),
                           expected(golden_models() / (name() + "-" + kind + ".gguf"));
    for (const auto& tensor : expected.tensors()) {
      const format::GgufTensor* own = found.find(tensor.name);
      ASSERT_NE(own, nullptr) << tensor.name;
      EXPECT_EQ(own->type, tensor.type) << tensor.name;
      EXPECT_EQ(own->shape, tensor.shape) << tensor.name;
      std::vector<std::byte> bytes(own->bytes), wanted(tensor.bytes);
      found.read(*own, bytes);
      expected.read(tensor, wanted);
      EXPECT_TRUE(bytes == wanted) << tensor.name;
    }
    EXPECT_EQ(found.tensors().size(), expected.tensors().size());
    for (const auto& [key, value] : expected.keys()) {
      // The converter makes up a name, calls <unk> a control token, and gives a tokenizer.json no
      // scores: llama.cpp would then merge from the left.
      if (key == "general.name" || key == "tokenizer.ggml.add_sep_token") continue;
      // Its tokens for rows that no text uses are those of SentencePiece models alone.
      if (name() == "tok512" &&
          (key.ends_with("scores") || key.ends_with("token_type") || key.ends_with("tokens")))
        continue;
      const format::GgufValue* own = format::gguf_find(found.keys(), key);
      ASSERT_NE(own, nullptr) << key;
      EXPECT_TRUE(*own == value) << key;
    }
  }
}

TEST_P(GgufModels, TokenizeAsTheFolderWhenTheyAreReadAgain) {
  const test::TemporaryFolder folder;
  copy_model(name(), folder.path());
  write_gguf_model(folder.path() / "x.gguf",
                   {folder.path(), format::ShardedTensors(folder.path()), {}, "x"});
  const data::Tokenizer expected(folder.path()), found(folder.path() / "x.gguf");
  EXPECT_EQ(found.vocabulary_size(), expected.vocabulary_size());
  for (const char* role : {"bos", "eos", "unk"})
    EXPECT_EQ(found.special_id(role), expected.special_id(role)) << role;
  for (const char* text :
       {"", " ", "Once upon a time, there was a little girl.", "  two  spaces\n\nlines 1234\t.",
        "She said: \"No\". # 1", "caf\u00e9 e\u0301 \u65e5\u672c\u8a9e \U0001F680 I've DON'T we'll",
        "a<|im_end|>b </s>\n"}) {
    const data::Encoding own = found.with_special_tokens(found.encode(text)),
                         theirs = expected.with_special_tokens(expected.encode(text));
    EXPECT_EQ(own.ids, theirs.ids) << text;
    EXPECT_EQ(found.decode(own.ids, true), expected.decode(theirs.ids, true)) << text;
  }
}

INSTANTIATE_TEST_SUITE_P(All, GgufModels,
                         testing::Values("gpt2", "llama", "qwen2", "qwen3", "tok512"),
                         [](const auto& model) { return std::string(model.param); });

TEST(GgufModel, OpensAsAFolder) {
  const ModelFolder folder(golden_models() / "llama-f16.gguf", golden_models() / "llama-f16.gguf");
  EXPECT_EQ(folder.model.architecture, "Llama");
  EXPECT_EQ(folder.model.vocabulary_size, 515);
  EXPECT_EQ(folder.tokenizer.vocabulary_size(), 512);
}

TEST(GgufModel, ReadsSmolLm2AsThePackageDequantizesIt) {
  TUTTI_SMOLLM2_OR_SKIP(file);
  const format::ShardedTensors tensors = model::open_tensors(file);
  Sha256 hash;
  for (const format::TensorInfo& info : tensors.tensors())
    hash.update(info.name).update(bytes_of(tensors, info));
  // Of gguf 0.19.0's dequantize(), with the rows of queries and keys in Hugging Face's order.
  EXPECT_EQ(hash.hex(), "785e20b3e653276b0579b744214a1186d730ba80af04f397f642d6432e5e0154");
  const nlohmann::json config = read_config(file);
  const nlohmann::json expected = {
      {"hidden_size", 576},       {"intermediate_size", 1536}, {"max_position_embeddings", 8192},
      {"num_attention_heads", 9}, {"num_hidden_layers", 30},   {"num_key_value_heads", 3},
      {"rms_norm_eps", 1e-5},     {"rope_theta", 100000.0},    {"tie_word_embeddings", true},
      {"vocab_size", 49152},      {"bos_token_id", 1},         {"eos_token_id", 2},
      {"pad_token_id", 2},        {"attention_bias", false},   {"mlp_bias", false},
      {"model_type", "llama"}};
  for (const auto& [key, value] : expected.items()) EXPECT_EQ(config[key], value) << key;
  // Of tokenizers 0.23.3.
  const data::Tokenizer tokenizer(file);
  EXPECT_EQ(tokenizer.encode("In 2019: \"caf\u00e9\" [1932]\n").ids,
            (std::vector<int32_t>{788, 216, 34, 32, 33, 41, 42, 476, 83, 1939, 2756, 18, 933, 33,
                                  41, 35, 34, 77, 198}));
}

TEST(GgufModel, KeepsTheChatTemplate) {
  const test::TemporaryFolder folder;
  copy_model("llama", folder.path());
  write_file_atomically(folder.path() / "chat_template.jinja", "{{ messages }}\n\u00e9");
  write_gguf_model(folder.path() / "x.gguf",
                   {folder.path(), format::ShardedTensors(folder.path()), {}, "x"});
  const auto files = data::read_tokenizer_files(folder.path() / "x.gguf");
  EXPECT_EQ(nlohmann::json::parse(files.config.content)["chat_template"], "{{ messages }}\n\u00e9");
}

TEST(GgufModel, KeepsAWindow) {
  for (const auto& [name, type] : {std::pair("llama", "mistral"), std::pair("qwen3", "qwen3")}) {
    const test::TemporaryFolder folder;
    copy_model(name, folder.path());
    const Path config = folder.path() / "config.json", file = folder.path() / "x.gguf";
    nlohmann::json changed = format::read_json(config);
    changed.update({{"model_type", type},
                    {"sliding_window", 24},
                    {"use_sliding_window", true},
                    {"max_window_layers", 0},
                    {"layer_types", nullptr}});
    write_file_atomically(config, changed.dump());
    write_gguf_model(file, {folder.path(), format::ShardedTensors(folder.path()), {}, "x"});
    for (const auto& layer : model::decoder_config(read_config(file), "x.gguf").layers)
      EXPECT_EQ(layer.window, 24) << type;
  }
}

/// A folder of a small Gemma 3 whose scores are scaled as its files say, and that file.
void write_gemma3(const Path& folder, const nlohmann::json& changes) {
  const Path golden = test::test_data("golden/models").value();
  for (const Path& from : {golden / "gemma3" / "causal", golden / "tokenizers" / "gemma"})
    std::filesystem::copy(from, folder, std::filesystem::copy_options::recursive);
  nlohmann::json config = format::read_json(folder / "config.json");
  config["query_pre_attn_scalar"] = config["head_dim"];
  config["layer_types"] = {"sliding_attention", "sliding_attention"};
  config.update(changes);
  std::filesystem::remove(folder / "config.json");
  write_file_atomically(folder / "config.json", config.dump());
  write_gguf_model(folder / "x.gguf", {folder, format::ShardedTensors(folder), {}, "x"});
}

TEST(GgufModel, Gemma3HasLlamaCppsNamesAndNormsPlusOne) {
  TUTTI_DATA_OR_SKIP(golden, "golden/models");
  const test::TemporaryFolder folder;
  write_gemma3(folder.path(), nlohmann::json::object());
  const format::GgufFile file(folder.path() / "x.gguf");
  for (const char* name : {"attn_norm", "post_attention_norm", "ffn_norm", "post_ffw_norm",
                           "attn_q_norm", "attn_k_norm", "attn_q", "ffn_gate"})
    EXPECT_TRUE(file.find(fmt::format("blk.1.{}.weight", name))) << name;
  const auto integer = [&](const std::string& key) {
    return format::gguf_integer(file.keys(), "gemma3." + key, "x.gguf");
  };
  EXPECT_EQ(integer("attention.sliding_window"), 6);
  EXPECT_EQ(integer("attention.key_length"), 12);
  const format::ShardedTensors ours(folder.path()),
      theirs = model::open_tensors(folder.path() / "x.gguf");
  const std::string norm = "model.layers.1.post_feedforward_layernorm.weight";
  const std::vector<float> expected = floats_of(ours, *ours.find(norm)),
                           found = floats_of(theirs, *theirs.find(norm));
  std::vector<float> stored(expected.size());
  file.read_values(*file.find("blk.1.post_ffw_norm.weight"), stored);
  for (size_t i = 0; i < expected.size(); i++) {
    EXPECT_EQ(stored[i], expected[i] + 1);
    EXPECT_NEAR(found[i], expected[i], 1e-7);
  }
  const nlohmann::json config = read_config(folder.path() / "x.gguf");
  const auto own = model::decoder_config(config, "x.gguf"),
             wanted =
                 model::decoder_config(format::read_json(folder.path() / "config.json"), "json");
  EXPECT_EQ(own.rotary.theta, wanted.rotary.theta);
  EXPECT_EQ(own.rotary.factor, wanted.rotary.factor);
  EXPECT_EQ(own.local_rotary.theta, wanted.local_rotary.theta);
  EXPECT_EQ(own.attention_scale, wanted.attention_scale);
  for (size_t i = 0; i < own.layers.size(); i++)
    EXPECT_EQ(own.layers[i].window, wanted.layers[i].window);
  const data::Tokenizer before(folder.path()), after(folder.path() / "x.gguf");
  for (const char* text : {"Once upon a  time.", "\n\n caf\u00e9"})
    EXPECT_EQ(after.encode(text).ids, before.encode(text).ids);
}

TEST(GgufModel, Gemma3IsNotWrittenWhereAKeyIsMissing) {
  TUTTI_DATA_OR_SKIP(golden, "golden/models");
  const auto refusal = [](const nlohmann::json& changes) {
    const test::TemporaryFolder folder;
    return failure_of([&] { write_gemma3(folder.path(), changes); }).message;
  };
  expect_contains(refusal({{"query_pre_attn_scalar", 24}}),
                  "query_pre_attn_scalar is 24, expected head_dim 12");
  expect_contains(refusal({{"layer_types", {"full_attention", "sliding_attention"}}}),
                  "layer_types: layer 0 has none");
}

/// Writes a golden file with other keys.
std::string error_with(const char* model, const std::string& key, const format::GgufValue& value) {
  const test::TemporaryFolder folder;
  const format::GgufFile golden(golden_models() / (std::string(model) + "-f16.gguf"));
  format::GgufKeys keys = golden.keys();
  std::erase_if(keys, [&](const auto& entry) { return entry.first == key; });
  keys.emplace_back(key, value);
  std::vector<format::GgufSource> sources;
  for (const auto& tensor : golden.tensors())
    sources.push_back({tensor.name, tensor.type, tensor.shape, [&] {
                         std::vector<float> values(static_cast<size_t>(tensor.values()));
                         golden.read_values(tensor, values);
                         return values;
                       }});
  const Path file = folder.path() / "x.gguf";
  format::write_gguf(file, keys, sources);
  const auto failure = failure_of([&] {
    const ModelFolder opened(file, file);
    model::open_tensors(file);
  });
  EXPECT_EQ(failure.code, ExitCode::usage) << key;
  return failure.message;
}

TEST(GgufModel, RefusesByNameWhatItDoesNotCompute) {
  const auto text = [](const char* value) { return format::GgufValue(std::string(value)); };
  const auto tokens = [](std::vector<std::string> list) {
    return format::GgufValue(format::GgufList(std::move(list)));
  };
  expect_contains(
      error_with("llama", "general.architecture", text("mamba")),
      "key general.architecture: Tutti reads no GGUF files of mamba. It reads those of: "
      "llama, qwen2, qwen3, gemma3, gpt2;");
  expect_contains(error_with("llama", "llama.expert_count", uint32_t{8}), "expected 0");
  expect_contains(error_with("llama", "llama.logit_scale", 2.0f), "llama.logit_scale is given");
  expect_contains(error_with("llama", "llama.rope.scaling.type", text("yarn")),
                  "llama.rope.scaling.type: found \"yarn\", expected none or linear");
  expect_contains(error_with("llama", "llama.rope.dimension_count", uint32_t{8}),
                  "found 8, expected the 16 of a whole head");
  expect_contains(error_with("llama", "llama.attention.head_count", uint32_t{0}), "found 0");
  expect_contains(error_with("llama", "llama.attention.head_count_kv", uint32_t{3}),
                  "num_attention_heads 4 is not a multiple of num_key_value_heads 3");
  expect_contains(error_with("llama", "llama.rope.freq_base", 7.0f), "rope_freqs.weight");
  expect_contains(error_with("llama", "llama.block_count", uint32_t{0}), "num_hidden_layers is 0");
  expect_contains(error_with("llama", "tokenizer.ggml.model", text("t5")),
                  "tokenizer.ggml.model: found \"t5\", expected gpt2 or llama");
  expect_contains(error_with("llama", "tokenizer.ggml.pre", text("tekken")),
                  "tokenizer.ggml.pre: found \"tekken\", expected one of gpt-2, smollm");
  expect_contains(error_with("llama", "tokenizer.ggml.bos_token_id", uint32_t{515}),
                  "tokenizer.ggml.bos_token_id: found 515, expected an id below 515");
  expect_contains(error_with("llama", "tokenizer.ggml.merges", tokens({"a"})), "\"a\"");
  expect_contains(error_with("llama", "tokenizer.ggml.tokens", tokens({"\xff"})), "expected UTF-8");
  expect_contains(error_with("llama", "tokenizer.ggml.tokens", tokens({"a"})), "515 kinds");
  expect_contains(error_with("tok512", "tokenizer.ggml.scores",
                             format::GgufList(std::vector<float>(511, -1.0f))),
                  "found 511 scores, expected one for each of 512");
  expect_contains(error_with("tok512", "tokenizer.ggml.scores",
                             format::GgufList(std::vector<float>(512, -1000.0f))),
                  "all tokens have the score -1000");
}

TEST(GgufModel, RefusesATensorThatTheArchitectureLacks) {
  const test::TemporaryFolder folder;
  const format::GgufFile golden(golden_models() / "qwen2-f16.gguf");
  const format::GgufSource other{
      "blk.0.attn_sinks.weight", format::GgufType::f32, {4}, [] { return std::vector<float>(4); }};
  format::write_gguf(folder.path() / "x.gguf", golden.keys(), {other});
  expect_contains(failure_of([&] { model::open_tensors(folder.path() / "x.gguf"); }).message,
                  "tensor blk.0.attn_sinks.weight: no model of the architecture qwen2 has it here");
}

TEST(GgufModel, RefusesToWriteWhatGgufFilesDoNotHave) {
  const test::TemporaryFolder folder;
  copy_model("llama", folder.path());
  const format::ShardedTensors tensors(folder.path());
  const auto error_of = [&](const char* file, const char* key, const nlohmann::json& value) {
    const Path path = folder.path() / file;
    const std::string before = read_file(path);
    nlohmann::json content = format::read_json(path);
    content[nlohmann::json::json_pointer(key)] = value;
    write_file_atomically(path, content.dump());
    const auto failure = failure_of([&] {
      write_gguf_model(folder.path() / "x.gguf", {folder.path(), tensors, {}, "x"});
    });
    write_file_atomically(path, before);
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "x.gguf"));
    return failure.message;
  };
  expect_contains(error_of("config.json", "/model_type", "bert"),
                  "model_type is \"bert\", expected one of llama, mistral");
  expect_contains(error_of("config.json", "/num_hidden_layers", 2),
                  "tensor model.layers.1.input_layernorm.weight is missing");
  expect_contains(error_of("config.json", "/intermediate_size", 41), "expected [41, 32]");
  expect_contains(error_of("config.json", "/model_type", "qwen2"), "rope_freqs.weight");
  expect_contains(error_of("config.json", "/vocab_size", 511), "expected [511, 32]");
  expect_contains(error_of("tokenizer.json", "/pre_tokenizer/pretokenizers/0/pattern/Regex", "a"),
                  "the pre-tokenizer is none that GGUF files name here");
}

}  // namespace
}  // namespace tutti::task
