// SPDX-License-Identifier: Apache-2.0
#include "task/gguf_model.h"

#include <cmath>
#include <nlohmann/json.hpp>

#include "data/chat_template/model_template.h"
#include "data/tokenizer/gguf_tokenizer.h"
#include "format/json.h"
#include "model/gguf_config.h"
#include "model/gguf_tensors.h"
#include "task/task.h"

namespace tutti::task {
namespace {

/// "135M": how many values a model has, with at least two digits.
std::string size_label(const std::vector<format::GgufSource>& sources) {
  double values = 0;
  for (const format::GgufSource& source : sources) {
    double own = 1;
    for (const int64_t size : source.shape) own *= static_cast<double>(size);
    values += own;
  }
  const auto [scale, letter] = values > 1e12  ? std::pair(1e12, 'T')
                               : values > 1e9 ? std::pair(1e9, 'B')
                               : values > 1e6 ? std::pair(1e6, 'M')
                                              : std::pair(1e3, 'K');
  const double scaled = values / scale;
  const int decimals = std::round(scaled) >= 10 ? 0 : std::round(scaled) >= 1 ? 1 : 2;
  return fmt::format("{:.{}f}{}", scaled, decimals, letter);
}

/// The number that llama.cpp has for a file whose matrices mostly are of a type.
uint32_t file_type(format::GgufType type) {
  using format::GgufType;
  static constexpr std::pair<GgufType, uint32_t> kNumbers[] = {
      {GgufType::f32, 0},  {GgufType::f16, 1},   {GgufType::q4_0, 2},
      {GgufType::q4_1, 3}, {GgufType::q8_0, 7},  {GgufType::q5_0, 8},
      {GgufType::q5_1, 9}, {GgufType::bf16, 32}, {GgufType::mxfp4, 38}};
  for (const auto& [known, number] : kNumbers)
    if (known == type) return number;
  throw InternalError(fmt::format("no file is written as {}", format::gguf_name_of(type)));
}

}  // namespace

void write_gguf_model(const Path& file, const GgufModel& model) {
  const std::string where = config_name(model.folder);
  const nlohmann::json config =
      model.config ? *model.config : nlohmann::json(read_config(model.folder));
  const auto architecture =
      model::gguf_architecture_of(format::json_string(config, "model_type", where), where);
  const model::Model opened = model::open_model(config, where);
  const auto sources =
      model::gguf_sources({model.tensors, opened.parameters, config, model.type}, where);
  format::GgufKeys keys = {{"general.architecture", std::string(model::gguf_name_of(architecture))},
                           {"general.type", std::string("model")},
                           {"general.name", model.name},
                           {"general.size_label", size_label(sources)}};
  for (auto& key : model::gguf_config_keys(architecture, config, where))
    keys.push_back(std::move(key));
  keys.emplace_back("general.file_type", file_type(model.type));
  keys.emplace_back("general.quantization_version", uint32_t{2});
  const data::TokenizerFiles files = data::read_tokenizer_files(model.folder);
  const data::Tokenizer checked(files);
  data::GgufTokenizerSource source{files, config, std::nullopt, opened.vocabulary_size};
  if (const auto chat = data::read_chat_template(model.folder)) {
    source.chat_template = chat->plain.text;
    if (chat->with_tools) source.tool_template = chat->with_tools->text;
  }
  for (auto& key : data::gguf_tokenizer_keys(source)) keys.push_back(std::move(key));
  format::write_gguf(file, keys, sources);
}

}  // namespace tutti::task
