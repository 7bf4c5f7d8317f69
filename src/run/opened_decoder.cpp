// SPDX-License-Identifier: Apache-2.0
#include "run/opened_decoder.h"

#include "base/calendar.h"
#include "base/text.h"
#include "data/chat_template/model_template.h"
#include "format/json.h"
#include "run/backends.h"
#include "run/batch_layout.h"
#include "run/hub.h"
#include "run/model_weights.h"
#include "run/opened_model.h"
#include "train/merged_model.h"

namespace tutti::run {
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

/// The model's settings, overridden by those given.
generate::Settings settings_with(generate::Settings settings, const GenerationSettings& given) {
  task::SamplingSettings& sampling = settings.sampling;
  const bool draws = given.temperature.value_or(0) > 0 || given.top_k || given.top_p || given.min_p;
  if (draws && given.do_sample == false)
    user_error(
        "--do_sample false takes the most likely token: leave out --temperature, --top_k, --top_p "
        "and --min_p, or --do_sample");
  if (given.temperature == 0.0 && given.do_sample == true)
    user_error("--temperature 0 takes the most likely token: leave out --do_sample");
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

Path tokenizer_folder(const GenerationSettings& given, const Context& context) {
  return resolve_model(
      given.tokenizer_name.empty() ? given.model_name_or_path : given.tokenizer_name,
      hub_cache(given.cache_dir, context));
}

std::optional<data::ChatTemplate> template_of(const Path& folder) {
  const auto found = data::read_chat_template(folder);
  if (!found) return std::nullopt;
  return found->parsed();
}

/// A decoder's weights with an adapter merged in.
class MergedDecoder {
 public:
  MergedDecoder(const GenerationSettings& given, const Context& context)
      : model_({.model_name_or_path = given.model_name_or_path,
                .tokenizer_name = given.tokenizer_name,
                .cache_dir = given.cache_dir,
                .task = "text-generation",
                .adapter = given.adapter},
               task::all_tasks(task::Use::validate), task::Use::validate, context),
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

GenerationSettings with_base_of(GenerationSettings given, const Context& context) {
  find_base(given.model_name_or_path, given.adapter, given.tokenizer_name,
            hub_cache(given.cache_dir, context));
  return given;
}

}  // namespace

OpenedDecoder::OpenedDecoder(const Context& context, const GenerationSettings& given)
    : OpenedDecoder(with_base_of(given, context), context) {}

OpenedDecoder::OpenedDecoder(const GenerationSettings& given, const Context& context)
    : folder_(resolve_model(given.model_name_or_path, hub_cache(given.cache_dir, context)),
              tokenizer_folder(given, context)),
      template_(template_of(tokenizer_folder(given, context))),
      own_settings_(generate::settings_of(folder_.path, folder_.config, folder_.tokenizer)),
      settings_(settings_with(own_settings_, given)) {
  generate::CachedModel::expect_decoder(folder_.model);
  backend_ = open_backend(given.backend, context);
  const pass::Precision precision = precision_for(given.precision, *backend_);
  if (given.adapter.empty()) {
    const model::Weights weights = read_weights(folder_.path, folder_.model.parameters, {});
    model_.emplace(*backend_, folder_.model, precision,
                   [&](size_t i, ir::ElementType element) { return weights.read(i, element); });
  } else {
    const MergedDecoder merged(given, context);
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

generate::Settings OpenedDecoder::settings_for(const GenerationSettings& asked) const {
  return settings_with(own_settings_, asked);
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

}  // namespace tutti::run
