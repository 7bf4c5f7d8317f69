// SPDX-License-Identifier: Apache-2.0
#include "task/causal/dataset.h"

#include <cmath>

#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "task/causal/objective.h"

namespace tutti::task::causal {

DocumentDataset::DocumentDataset(const std::vector<std::string>& texts,
                                 const data::Tokenizer& tokenizer, const Reading& reading) {
  const std::vector<std::string_view> views(texts.begin(), texts.end());
  int64_t cut = 0;
  for (const data::Encoding& encoding : tokenizer.encode_all(views, reading.threads)) {
    std::vector<int32_t> ids = tokenizer.with_special_tokens(encoding).ids;
    if (const auto end = tokenizer.special_id("eos"); end && (ids.empty() || ids.back() != *end))
      ids.push_back(*end);
    if (static_cast<int64_t>(ids.size()) > reading.max_length) {
      ids.resize(static_cast<size_t>(reading.max_length));
      cut++;
    }
    tokens_ += static_cast<int64_t>(ids.size());
    if (ids.size() > 1) documents_.push_back(std::move(ids));  // else nothing is predicted
  }
  if (cut > 0)
    log_warning("{} of {} texts are longer than --max_seq_length {} tokens and lose their end", cut,
                texts.size(), reading.max_length);
  if (documents_.empty()) user_error("no text has two tokens or more, expected some to learn from");
}

std::string DocumentDataset::key() const {
  Sha256 hash;
  for (const std::vector<int32_t>& ids : documents_) hash.update(std::as_bytes(std::span(ids)));
  return hash.hex();
}

std::string DocumentDataset::description() const {
  return fmt::format("{}, {}", counted(size(), "text"), counted(tokens_, "token"));
}

void DocumentDataset::write(int64_t feature, std::span<int32_t> ids,
                            std::span<int32_t> types) const {
  std::copy(at(feature).begin(), at(feature).end(), ids.begin());
  std::fill(types.begin(), types.end(), 0);
}

std::vector<data::ArraySpec> DocumentDataset::labels() const {
  return label_arrays();
}

void DocumentDataset::write_labels(int64_t feature, const data::Slot& slot,
                                   data::Batch& batch) const {
  const std::vector<int32_t>& ids = at(feature);
  std::vector<int32_t>& target = batch.integers("target");
  std::vector<float>& counts = batch.reals("counts");
  for (size_t i = 0; i + 1 < ids.size(); i++) {
    target[slot.begin + i] = ids[i + 1];
    counts[slot.begin + i] = 1;
  }
}

Evaluation DocumentDataset::evaluate(const Outputs& outputs) const {
  double loss = 0, hits = 0, predicted = 0;
  for (size_t i = 0; i < documents_.size(); i++)
    for (size_t token = 0; token + 1 < documents_[i].size(); token++) {
      loss += outputs[0][i][token];
      hits += outputs[1][i][token];
      predicted++;
    }
  loss /= predicted;
  if (!std::isfinite(loss)) user_error("the model's loss is not finite");
  const double accuracy = hits / predicted;
  return {{{"loss", loss}, {"perplexity", std::exp(loss)}, {"token_accuracy", accuracy}},
          fmt::format("loss {:.4f}  perplexity {:.4f}  token accuracy {:.4f}  ({})\n", loss,
                      std::exp(loss), accuracy,
                      counted(static_cast<int64_t>(predicted), "predicted token")),
          {}};
}

Answer DocumentDataset::answer(const Outputs& outputs, size_t) const {
  const Evaluation evaluation = evaluate(outputs);
  return {evaluation.metrics, evaluation.text};
}

}  // namespace tutti::task::causal
