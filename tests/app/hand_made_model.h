// SPDX-License-Identifier: Apache-2.0
// A BERT of one layer whose logits are known without running it: its layer adds nothing, so a
// token's hidden values are those of its own embedding.
#pragma once

#include <nlohmann/json.hpp>

#include "base/files.h"
#include "format/safetensors.h"

namespace tutti::test {

/// Words of the vocabulary; their ids are their places.
inline const std::vector<std::string> kHandMadeWords = {
    "[PAD]", "[UNK]", "[CLS]", "[SEP]", "[MASK]", "who", "aa", "bb", "cc"};

struct NamedTensor {
  std::string name;
  std::vector<int64_t> shape;
  std::vector<float> values;
};

/// The tensors under Hugging Face's names. A word's embedding is (v, -v, 1, -1) with v of `score`,
/// both of its logits are the first hidden value, and that grows with v.
inline std::vector<NamedTensor> hand_made_tensors(const std::vector<float>& score) {
  std::vector<NamedTensor> all;
  const auto add = [&](const std::string& name, std::vector<int64_t> shape, float value) {
    size_t count = 1;
    for (const int64_t size : shape) count *= static_cast<size_t>(size);
    all.push_back({name, std::move(shape), std::vector<float>(count, value)});
  };
  const auto words = static_cast<int64_t>(score.size());
  add("bert.embeddings.word_embeddings.weight", {words, 4}, 0);
  for (size_t word = 0; word < score.size(); word++) {
    const float values[] = {score[word], -score[word], 1, -1};
    std::copy(std::begin(values), std::end(values),
              all[0].values.begin() + static_cast<std::ptrdiff_t>(4 * word));
  }
  add("bert.embeddings.position_embeddings.weight", {64, 4}, 0);
  add("bert.embeddings.token_type_embeddings.weight", {2, 4}, 0);
  const auto norm = [&](const std::string& name) {
    add(name + ".weight", {4}, 1);
    add(name + ".bias", {4}, 0);
  };
  const auto dense = [&](const std::string& name) {
    add(name + ".weight", {4, 4}, 0);
    add(name + ".bias", {4}, 0);
  };
  norm("bert.embeddings.LayerNorm");
  const std::string at = "bert.encoder.layer.0.";
  for (const char* part : {"query", "key", "value"}) dense(at + "attention.self." + part);
  dense(at + "attention.output.dense");
  norm(at + "attention.output.LayerNorm");
  dense(at + "intermediate.dense");
  dense(at + "output.dense");
  norm(at + "output.LayerNorm");
  add("qa_outputs.weight", {2, 4}, 0);
  all.back().values[0] = all.back().values[4] = 1;
  add("qa_outputs.bias", {2}, 0);
  return all;
}

/// Writes a folder that `--model_name_or_path` takes.
inline void write_hand_made_model(const Path& folder, const std::vector<NamedTensor>& tensors,
                                  int layers = 1) {
  std::filesystem::create_directories(folder);
  std::string vocabulary;
  for (const std::string& word : kHandMadeWords) vocabulary += word + "\n";
  write_file_atomically(folder / "vocab.txt", vocabulary);
  const nlohmann::json config = {{"model_type", "bert"},
                                 {"vocab_size", kHandMadeWords.size()},
                                 {"hidden_size", 4},
                                 {"num_hidden_layers", layers},
                                 {"num_attention_heads", 1},
                                 {"intermediate_size", 4},
                                 {"max_position_embeddings", 64}};
  write_file_atomically(folder / "config.json", config.dump());
  std::vector<format::TensorEntry> entries;
  for (const NamedTensor& tensor : tensors)
    entries.push_back(
        {tensor.name, format::Dtype::f32, tensor.shape, std::as_bytes(std::span(tensor.values))});
  format::write_safetensors(folder / "model.safetensors", entries);
}

}  // namespace tutti::test
