// SPDX-License-Identifier: Apache-2.0
// The embeddings of many texts, and the files that they are written to.
#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "run/context.h"
#include "run/model_settings.h"
#include "run/training_hooks.h"

namespace tutti::run {

struct EncodeSettings : ModelSettings {
  EncodeSettings() { task = "embedding"; }

  std::string file;         // texts, one a line, or records
  std::string text_column;  // of records; empty: "text", or the only one
  std::optional<int64_t> dim;
  std::string pooling;                       // empty: the model's
  std::optional<bool> normalize_embeddings;  // nothing: as the model says
  std::string prompt, prompt_name;           // what comes before each text
  std::optional<int64_t> max_seq_length;
  int64_t batch_size = 32;
  std::string backend = "cpu";
  std::string precision = "auto";
};

struct Embeddings {
  std::vector<std::string> texts;
  std::vector<float> values;  // [texts, dim], row-major
  int64_t dim = 0;
  double seconds = 0;  // that the model took
};

/// Embeds the texts of a file. The hooks receive the progress.
Embeddings encode(const EncodeSettings& settings, const Context& context,
                  const TrainingHooks& hooks = {});

/// Refuses a name that ends in neither .safetensors, .npy nor .jsonl.
void expect_embeddings_file(const Path& file);

/// Writes [texts, dim] float32 numbers: to .npy, to .safetensors as "embeddings", or to .jsonl as
/// an object of "text" and "embedding" for each.
void write_embeddings(const Path& file, const Embeddings& embeddings);

/// The line of .jsonl for a text.
std::string embedding_line(const Embeddings& embeddings, size_t text);

}  // namespace tutti::run
