// SPDX-License-Identifier: Apache-2.0
#include "app/opened_decoder.h"

#include "app/batch_layout.h"
#include "app/hub.h"
#include "app/model_weights.h"
#include "app/opened_model.h"
#include "app/plugins.h"
#include "base/calendar.h"
#include "base/text.h"
#include "data/chat_template/model_template.h"
#include "format/json.h"
#include "train/merged_model.h"

namespace tutti::app {
namespace {

/// --stop_strings: a text, or a list of texts.
std::vector<std::string> strings_of(const std::string& given) {
  if (given.empty()) return {};
  if (!given.starts_with('[')) return {given};
  const nlohmann::json list = format::parse_json(given, "--stop_strings");
  std::vector<std::string> strings;
  for (const auto& string : list) {
    if (!string.is_string() || string.get_ref<const std::string&>().empty())
      user_error("--stop_strings: found {}, expected texts", escaped(string.dump(), 60));
    strings.push_back(string.get<std::string>());
  }
  return strings;
}

/// The model's settings with what was given.
generate::Settings settings_with(generate::Settings settings, const GenerationArguments& given) {
  task::SamplingSettings& sampling = settings.sampling;
  const bool draws = given.temperature.value_or(0) > 0 || given.top_k || given.top_p || given.min_p;
  if (draws && given.do_sample == false)
    user_error(
        "--do_sample false takes the likeliest token: leave out --temperature, --top_k, --top_p "
        "and --min_p, or --do_sample");
  if (given.temperature == 0.0 && given.do_sample == true)
    user_error("--temperature 0 takes the likeliest token: leave out --do_sample");
  if (draws) sampling.sample = true;
  if (given.temperature == 0.0) sampling.sample = false;
  if (given.do_sample) sampling.sample = *given.do_sample;
  if (given.temperature && *given.temperature > 0) sampling.temperature = *given.temperature;
  if (given.top_k) sampling.top_k = *given.top_k;
  if (given.top_p) sampling.top_p = *given.top_p;
  if (given.min_p) sampling.min_p = *given.min_p;
  if (given.repetition_penalty) sampling.repetition_penalty = *given.repetition_penalty;
  if (given.max_new_tokens) settings.max_new_tokens = *given.max_new_tokens;
  for (std::string& string : strings_of(given.stop_strings))
    settings.stop_strings.push_back(std::move(string));
  settings.seed = static_cast<uint64_t>(given.seed);
  return settings;
}

Path tokenizer_folder(const GenerationArguments& arguments) {
  return resolve_model(
      arguments.tokenizer_name.empty() ? arguments.model_name_or_path : arguments.tokenizer_name,
      arguments.cache_dir);
}

std::optional<data::ChatTemplate> template_of(const Path& folder) {
  const auto found = data::read_chat_template(folder);
  if (!found) return std::nullopt;
  return found->parsed();
}

/// The weights of a decoder with an adapter merged into them.
class MergedDecoder {
 public:
  explicit MergedDecoder(const GenerationArguments& arguments)
      : model_({.model_name_or_path = arguments.model_name_or_path,
                .tokenizer_name = arguments.tokenizer_name,
                .cache_dir = arguments.cache_dir,
                .task = "text-generation",
                .adapter = arguments.adapter},
               task::all_tasks(task::Use::validate), task::Use::validate),
        weights_(read_weights(model_, {}, model_.adapter()->weights)),
        merged_(
            train::merged_model(model_.task().objective(), model_.adapter()->config, weights_)) {}

  bool unties_head() const { return merged_.unties_head; }
  ir::Tensor read(const std::string& name, ir::ElementType element) const {
    for (const train::MergedTensor& tensor : merged_.tensors) {
      if (tensor.name != name) continue;
      if (tensor.changed)
        return ir::Tensor::of(ir::Type::tensor(element, tensor.shape), tensor.read());
      return weights_.read(tensor.parameter, element);
    }
    throw InternalError(fmt::format("the merged model has no {}", name));
  }

 private:
  OpenedModel model_;
  model::Weights weights_;
  train::MergedModel merged_;
};

GenerationArguments with_base_of(GenerationArguments arguments) {
  find_base(arguments.model_name_or_path, arguments.adapter, arguments.tokenizer_name,
            arguments.cache_dir);
  return arguments;
}

}  // namespace

OpenedDecoder::OpenedDecoder(const GlobalOptions& global, const GenerationArguments& given)
    : OpenedDecoder(with_base_of(given), global) {}

OpenedDecoder::OpenedDecoder(const GenerationArguments& arguments, const GlobalOptions& global)
    : folder_(resolve_model(arguments.model_name_or_path, arguments.cache_dir),
              tokenizer_folder(arguments)),
      template_(template_of(tokenizer_folder(arguments))),
      settings_(settings_with(
          generate::settings_of(folder_.path, folder_.config, folder_.tokenizer), arguments)) {
  generate::CachedModel::expect_decoder(folder_.model);
  backend_ = open_backend(arguments.backend, global.threads);
  const pass::Precision precision = precision_for(arguments.precision, *backend_);
  if (arguments.adapter.empty()) {
    const model::Weights weights = read_weights(folder_.path, folder_.model.parameters, {});
    model_.emplace(*backend_, folder_.model, precision,
                   [&](size_t i, ir::ElementType element) { return weights.read(i, element); });
  } else {
    const MergedDecoder merged(arguments);
    if (merged.unties_head()) {
      folder_.config["tie_word_embeddings"] = false;
      folder_.model = model::open_model(folder_.config, task::config_name(folder_.path));
    }
    model_.emplace(*backend_, folder_.model, precision, [&](size_t i, ir::ElementType element) {
      return merged.read(folder_.model.parameters[i].name, element);
    });
  }
  continuer_.emplace(*model_, folder_.tokenizer);
}

std::vector<int32_t> OpenedDecoder::tokens_of_text(std::string_view text) const {
  const data::Tokenizer& tokenizer = folder_.tokenizer;
  return tokenizer.with_special_tokens(tokenizer.encode(text)).ids;
}

void OpenedDecoder::expect_template() const {
  if (template_) return;
  user_error(
      "{}: the model has no chat template, expected chat_template.jinja or \"chat_template\" in "
      "tokenizer_config.json; `tutti generate --prompt` continues a text without one",
      escaped(folder_.path.string(), 1000));
}

std::vector<int32_t> OpenedDecoder::tokens_of_chat(const nlohmann::ordered_json& messages,
                                                   const nlohmann::ordered_json& tools,
                                                   const nlohmann::ordered_json& extra) const {
  expect_template();
  data::ChatInput input;
  input.messages = messages;
  input.tools = tools;
  input.add_generation_prompt = true;
  input.variables = data::template_variables(folder_.tokenizer);
  if (extra.is_object()) input.variables.update(extra);
  input.now = local_now();
  input.wants_spans = false;
  // The template writes all special tokens itself.
  return folder_.tokenizer.encode(template_->render(input).text).ids;
}

std::string_view ending_name(generate::Ending ending) {
  switch (ending) {
    case generate::Ending::stop:
      return "stop";
    case generate::Ending::length:
      return "length";
    case generate::Ending::interrupted:
      break;
  }
  return "interrupted";
}

}  // namespace tutti::app
