// SPDX-License-Identifier: Apache-2.0
#include "c_api/calls.h"
#include "run/trained_model.h"

using namespace tutti::c_api;

struct tutti_model {
  tutti::run::TrainedModel model;
};

tutti_model* tutti_model_open(const tutti_settings* settings) {
  return made_by<tutti_model>([&] {
    const tutti::run::TrainSettings& all = settings->settings;
    if (all.model_name_or_path.empty())
      tutti::user_error("model_name_or_path is missing: a model's folder, or its name");
    tutti::run::TrainedModelSettings chosen;
    static_cast<tutti::run::ModelSettings&>(chosen) = all;
    chosen.backend = all.backend;
    chosen.precision = all.precision;
    chosen.max_seq_length = all.max_seq_length;
    return std::unique_ptr<tutti_model>(
        new tutti_model{tutti::run::TrainedModel(chosen, context_of(*settings))});
  });
}

void tutti_model_free(tutti_model* model) {
  delete model;
}

char* tutti_model_task(tutti_model* model) {
  return text_of([&] { return model->model.task(); });
}

char* tutti_model_predict(tutti_model* model, const char* inputs, int64_t most) {
  return text_of([&] { return dump(model->model.predict(inputs_of(inputs), most).json); });
}

char* tutti_model_generate(tutti_model* model, const char* request, tutti_text text, void* data) {
  return text_of([&] {
    const auto asked = Json(tutti::format::parse_json(given(request, "the request"), "request"));
    if (!text) return dump(model->model.generate(asked));
    return dump(model->model.generate(
        asked, [&](const std::string& piece) { return text(data, piece.c_str()) == 0; }));
  });
}
