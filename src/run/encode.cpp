// SPDX-License-Identifier: Apache-2.0
#include "run/encode.h"

#include <algorithm>
#include <cmath>

#include "base/lines.h"
#include "base/log.h"
#include "base/text.h"
#include "format/data_file.h"
#include "format/safetensors.h"
#include "run/batch_layout.h"
#include "run/loaded_model.h"
#include "task/embedding/examples.h"
#include "train/predictions.h"

namespace tutti::run {
namespace {

bool has_records(const Path& file) {
  const std::string kind = format::data_kind(file);
  const auto is = [&](const char* one) { return kind == one; };
  return is(".jsonl") || is(".json") || is(".csv") || is(".tsv") || is(".parquet");
}

std::vector<std::string> read_texts(const EncodeSettings& settings) {
  const Path file = settings.file;
  const std::string name = escaped(file.string(), 1000);
  if (has_records(file)) return task::embedding::read_texts(file, settings.text_column);
  if (!settings.text_column.empty())
    user_error("{}: --text_column {} is for records, expected a .jsonl, .csv or .parquet file",
               name, escaped(settings.text_column));
  const std::string content = format::read_data_file(file);
  format::expect_utf8(content, name);
  std::vector<std::string> texts;
  for (size_t at = 0; at < content.size();) {
    std::string_view line = next_line(content, at);
    if (line.ends_with('\r')) line.remove_suffix(1);
    texts.emplace_back(line);
  }
  if (texts.empty()) user_error("{}: found no text, expected one on each line", name);
  return texts;
}

/// The task on the model, with the arguments that say how texts become vectors.
NamedInputs inputs_of(const EncodeSettings& settings) {
  NamedInputs inputs;
  if (!settings.pooling.empty()) inputs.emplace_back("pooling", settings.pooling);
  if (settings.normalize_embeddings)
    inputs.emplace_back("normalize_embeddings", *settings.normalize_embeddings ? "true" : "false");
  return inputs;
}

int64_t dim_of(const EncodeSettings& settings, int64_t width) {
  if (settings.dim && *settings.dim > width)
    user_error("--dim {}: expected at most {}, the model's hidden_size", *settings.dim, width);
  return settings.dim.value_or(width);
}

/// Appends the first `dim` numbers of a vector, of fewer than all divided by their norm.
void append_part(std::vector<float>& values, const std::vector<float>& vector, size_t dim,
                 std::string_view text) {
  double squares = 0;
  for (size_t i = 0; i < dim; i++) squares += static_cast<double>(vector[i]) * vector[i];
  if (!std::isfinite(squares))
    user_error("the model's embedding of \"{}\" is not finite", escaped(text, 60));
  const double divisor = dim == vector.size() ? 1 : std::max(std::sqrt(squares), 1e-12);
  for (size_t i = 0; i < dim; i++) values.push_back(static_cast<float>(vector[i] / divisor));
}

std::span<const std::byte> bytes_of(const Embeddings& embeddings) {
  return std::as_bytes(std::span(embeddings.values));
}

/// NumPy's format, version 1.0: the header ends at a multiple of 64 bytes.
std::string npy_header(const Embeddings& embeddings) {
  std::string header =
      fmt::format("{{'descr': '<f4', 'fortran_order': False, 'shape': ({}, {}), }}",
                  embeddings.texts.size(), embeddings.dim);
  constexpr size_t kBefore = 10;
  header.append(63 - (kBefore + header.size()) % 64, ' ');
  header += '\n';
  std::string whole("\x93NUMPY\x01\x00", 8);
  whole += static_cast<char>(header.size() % 256);
  whole += static_cast<char>(header.size() / 256);
  return whole + header;
}

}  // namespace

Embeddings encode(const EncodeSettings& settings, const Context& context,
                  const TrainingHooks& hooks) {
  task::TaskKinds tasks = task::all_tasks(task::Use::predict);
  set_inputs(*task::find_task(tasks, settings.task, {}), inputs_of(settings));
  const OpenedModel model(settings, tasks, task::Use::predict, context);
  Embeddings found{read_texts(settings), {}, dim_of(settings, model.model().hidden_size), 0};
  const int64_t length = model.length_of(settings.max_seq_length);
  const auto data = model.of_texts({found.texts, settings.prompt, settings.prompt_name},
                                   {.max_length = length, .threads = context.threads});
  LoadedModel loaded(model, settings.backend, settings.precision, length,
                     first_values(settings, 42), context);
  const Shapes shapes = shapes_for(*loaded.backend, model.kind(), task::Split::validation);
  const train::Predictions predictions = [&] {
    const AtEnd end(hooks.on_evaluation_end);
    return train::Predictions(
        loaded.programs, loaded.parameters, data->features(), settings.batch_size,
        layout_of("auto", length, shapes, settings.batch_size),
        {nullptr,
         [&](int64_t done, int64_t all, int64_t) { tell(hooks.on_evaluated, done, all, 0); }});
  }();
  found.seconds = predictions.seconds();
  const auto& vectors = predictions.outputs()[0];
  found.values.reserve(vectors.size() * static_cast<size_t>(found.dim));
  for (size_t i = 0; i < vectors.size(); i++)
    append_part(found.values, vectors[i], static_cast<size_t>(found.dim), found.texts[i]);
  return found;
}

void expect_embeddings_file(const Path& file) {
  const std::string ending = file.extension().string();
  if (ending != ".safetensors" && ending != ".npy" && ending != ".jsonl")
    user_error("--output {}: expected a name that ends in .safetensors, .npy or .jsonl",
               escaped(file.string(), 1000));
}

void write_embeddings(const Path& file, const Embeddings& embeddings) {
  expect_embeddings_file(file);
  const auto count = static_cast<int64_t>(embeddings.texts.size());
  if (file.extension() == ".safetensors") {
    const std::vector<format::TensorEntry> entries = {
        {"embeddings", format::Dtype::f32, {count, embeddings.dim}, bytes_of(embeddings)}};
    return format::write_safetensors(file, entries);
  }
  write_file_atomically(file, [&](const WritePiece& write) {
    if (file.extension() == ".npy") {
      const auto bytes = bytes_of(embeddings);
      write(npy_header(embeddings));
      write({reinterpret_cast<const char*>(bytes.data()), bytes.size()});
    } else {
      for (size_t i = 0; i < embeddings.texts.size(); i++) write(embedding_line(embeddings, i));
    }
  });
}

std::string embedding_line(const Embeddings& embeddings, size_t text) {
  const auto dim = static_cast<size_t>(embeddings.dim);
  const auto row = std::span(embeddings.values).subspan(text * dim, dim);
  return fmt::format("{{\"text\": {}, \"embedding\": [{}]}}\n",
                     nlohmann::json(embeddings.texts[text]).dump(), fmt::join(row, ", "));
}

}  // namespace tutti::run
