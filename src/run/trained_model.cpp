// SPDX-License-Identifier: Apache-2.0
#include "run/trained_model.h"

#include "base/text.h"
#include "format/argument_values.h"
#include "format/json.h"
#include "run/batch_layout.h"
#include "run/loaded_model.h"
#include "run/opened_decoder.h"
#include "train/predictions.h"

namespace tutti::run {
namespace {

using Json = nlohmann::ordered_json;

/// What a request asks for beside its text.
GenerationSettings sampling_of(const Json& request) {
  GenerationSettings settings;
  ArgumentLister lister;
  add_sampling(lister.group("request"), settings);
  const ArgumentList list = lister.take();
  for (const auto& [name, value] : request.items()) {
    if (name == "prompt" || name == "messages" || name == "tools" || value.is_null()) continue;
    const Argument* found = find_argument(list, name);
    if (!found) {
      std::string names;
      for (const Argument& argument : list) names += ", " + argument.name;
      user_error("request: found \"{}\", expected prompt or messages, tools{}", escaped(name),
                 names);
    }
    format::set_from_json(*found, value, name);
  }
  return settings;
}

}  // namespace

class TrainedModel::Parts {
 public:
  Parts(const TrainedModelSettings& settings, const Context& context)
      : settings_(settings),
        context_(context),
        model_(settings, task::all_tasks(task::Use::predict), task::Use::predict, context) {}

  std::string task() const { return std::string(model_.kind().name()); }

  task::Answer predict(const std::vector<std::pair<std::string, std::string>>& inputs,
                       int64_t most) {
    const auto task = model_.task_on(inputs);
    const int64_t length = model_.length_of(settings_.max_seq_length);
    const auto data = task->example(task::Use::predict, length, context_.threads);
    if (!loaded_)
      loaded_.emplace(model_, settings_.backend, settings_.precision, length,
                      first_values(settings_, 42), context_);
    const data::FeatureSource& features = data->features();
    const train::Predictions predictions(loaded_->programs, loaded_->parameters, features,
                                         features.size(),
                                         layout_of("auto", length, Shapes::any, features.size()));
    return data->answer(predictions.outputs(), static_cast<size_t>(most));
  }

  Json generate(const Json& request, const OnText& on_text) {
    if (!request.is_object())
      user_error("request: found {}, expected an object", format::json_found(request));
    OpenedDecoder& decoder = opened_decoder();
    const generate::Settings settings = decoder.settings_for(sampling_of(request));
    const std::vector<int32_t> tokens = tokens_of(decoder, request);
    decoder.continuer().expect_prompt(tokens, "request");
    bool is_stopped = false;
    generate::Progress progress;
    if (on_text) {
      progress.on_text = [&](size_t, const std::string& piece) { is_stopped |= !on_text(piece); };
      progress.stops = [&] { return is_stopped; };
    }
    const generate::Continuation found =
        decoder.continuer().run_in(*rows_, tokens, settings, 0, progress);
    return {{"generated_text", found.text},
            {"finish_reason", ending_name(found.ending)},
            {"prompt_tokens", tokens.size()},
            {"new_tokens", found.ids.size()}};
  }

 private:
  OpenedDecoder& opened_decoder() {
    if (decoder_) return *decoder_;
    GenerationSettings settings;
    settings.model_name_or_path = settings_.model_name_or_path;
    settings.tokenizer_name = settings_.tokenizer_name;
    settings.cache_dir = settings_.cache_dir;
    settings.adapter = settings_.adapter;
    settings.backend = settings_.backend;
    settings.precision = settings_.precision;
    decoder_.emplace(context_, settings);
    rows_.emplace(decoder_->model(), 1);
    return *decoder_;
  }

  static std::vector<int32_t> tokens_of(const OpenedDecoder& decoder, const Json& request) {
    const auto prompt = request.find("prompt"), messages = request.find("messages");
    if ((prompt == request.end()) == (messages == request.end()))
      user_error("request: expected either \"prompt\" or \"messages\"");
    if (prompt == request.end())
      return decoder.tokens_of_chat(*messages, request.value("tools", Json()));
    if (!prompt->is_string())
      user_error("request: found {} as \"prompt\", expected a text", format::json_found(*prompt));
    return decoder.tokens_of_text(prompt->get_ref<const std::string&>());
  }

  TrainedModelSettings settings_;
  Context context_;
  OpenedModel model_;
  std::optional<LoadedModel> loaded_;         // for predict()
  std::optional<OpenedDecoder> decoder_;      // for generate()
  std::optional<generate::CachedRows> rows_;  // of the conversation
};

TrainedModel::TrainedModel(const TrainedModelSettings& settings, const Context& context)
    : parts_(std::make_unique<Parts>(settings, context)) {}
TrainedModel::~TrainedModel() = default;

std::string TrainedModel::task() const {
  return parts_->task();
}

task::Answer TrainedModel::predict(const std::vector<std::pair<std::string, std::string>>& inputs,
                                   int64_t most) {
  return parts_->predict(inputs, most);
}

Json TrainedModel::generate(const Json& request, const OnText& on_text) {
  return parts_->generate(request, on_text);
}

}  // namespace tutti::run
