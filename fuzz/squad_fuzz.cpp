// SPDX-License-Identifier: Apache-2.0
// Any bytes as a SQuAD file, a prediction file and prepared features: refused, or read and used.
#include <string_view>

#include "base/error.h"
#include "task/squad/feature_file.h"
#include "task/squad/score.h"

using namespace tutti::task::squad;

namespace {

template <typename F>
void unless_refused(F&& action) {
  try {
    action();
  } catch (const tutti::UserError&) {
  }
}

void read_tokens(const FeatureSet& features) {
  for (int64_t f = 0; f < features.size(); f++) {
    const auto length = static_cast<size_t>(features.length(f));
    std::vector<int32_t> ids(length), types(length);
    features.write(f, ids, types);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  unless_refused([&] {
    const Corpus corpus = parse_corpus(bytes, "input");
    Predictions predictions;
    for (const Question& question : corpus.questions)
      predictions[question.id] = question.answers.empty() ? "" : question.answers.back().text;
    score(corpus, predictions, metric_of(corpus));
  });
  unless_refused([&] { parse_predictions(bytes, "input"); });
  unless_refused([&] { read_tokens(deserialize(bytes)); });
  return 0;
}
