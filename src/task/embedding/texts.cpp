// SPDX-License-Identifier: Apache-2.0
#include "task/embedding/texts.h"

#include <algorithm>
#include <cmath>
#include <set>

#include "base/hash.h"
#include "base/text.h"
#include "task/correlation.h"
#include "task/embedding/retrieval.h"
#include "task/samples.h"

namespace tutti::task::embedding {
namespace {

double product(std::span<const float> x, std::span<const float> y) {
  double sum = 0;
  for (size_t i = 0; i < x.size(); i++) sum += static_cast<double>(x[i]) * y[i];
  return sum;
}

void expect_finite(std::span<const float> vector, const std::string& text) {
  if (!std::all_of(vector.begin(), vector.end(), [](float x) { return std::isfinite(x); }))
    user_error("the model's embedding of \"{}\" is not finite", escaped(text, 60));
}

/// Of some texts, divided by their norms.
Vectors unit_vectors(const std::vector<std::vector<float>>& vectors,
                     std::span<const size_t> numbers) {
  Vectors found{{}, vectors[0].size()};
  for (const size_t number : numbers) {
    const std::vector<float>& vector = vectors[number];
    const double norm = std::max(std::sqrt(product(vector, vector)), 1e-12);
    for (const float x : vector) found.values.push_back(static_cast<float>(x / norm));
  }
  return found;
}

std::string line_of(const nlohmann::ordered_json& metrics) {
  std::string line;
  for (const auto& [name, value] : metrics.items())
    line += fmt::format("{}{} {:.4f}", line.empty() ? "" : "  ", name, value.get<double>());
  return line;
}

}  // namespace

double cosine_of(std::span<const float> x, std::span<const float> y) {
  const double norms = std::sqrt(product(x, x)) * std::sqrt(product(y, y));
  return norms > 0 ? product(x, y) / norms : 0;
}

Texts::Texts(std::vector<std::string> texts, const data::Tokenizer& tokenizer, Pooling pooling,
             int64_t columns, const Reading& reading, const std::string& prompt)
    : texts_(std::move(texts)),
      pooling_(pooling),
      columns_(static_cast<size_t>(columns)),
      threads_(reading.threads),
      padding_id_(tokenizer.pad_id()) {
  std::vector<std::string> prompted;
  if (!prompt.empty())
    for (const std::string& text : texts_) prompted.push_back(prompt + text);
  const std::vector<std::string>& whole = prompt.empty() ? texts_ : prompted;
  tokens_ =
      tokens_of_texts({whole.begin(), whole.end()}, tokenizer, reading.max_length, reading.threads,
                      [&](size_t i) { return "\"" + escaped(whole[i], 60) + "\""; });
}

std::string Texts::key() const {
  Sha256 hash;
  for (const data::TypedTokens& text : tokens_) hash.update(std::as_bytes(std::span(text.ids)));
  return hash.hex();
}

std::string Texts::description() const {
  return counted(size(), "text");
}

void Texts::write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const {
  const data::TypedTokens& text = tokens_[static_cast<size_t>(feature)];
  std::copy(text.ids.begin(), text.ids.end(), ids.begin());
  std::copy(text.types.begin(), text.types.end(), types.begin());
}

void Texts::write_labels(int64_t feature, const data::Slot& slot, data::Batch& batch) const {
  mark_text(batch, pooling_, slot.begin, tokens_[static_cast<size_t>(feature)].ids.size(),
            slot.feature * columns_);
  batch.reals("weight")[slot.feature] = 1;
}

Evaluation Texts::evaluate(const Outputs&) const {
  throw InternalError("texts alone have nothing to be compared with");
}

Answer Texts::answer(const Outputs& outputs, size_t) const {
  const std::vector<float>& vector = outputs[0][0];
  expect_finite(vector, texts_[0]);
  Answer answer{{{"text", texts_[0]}, {"embedding", vector}}, ""};
  constexpr size_t kShown = 8;
  answer.text = fmt::format("embedding of {} numbers:", vector.size());
  for (size_t i = 0; i < std::min(kShown, vector.size()); i++)
    answer.text += fmt::format(" {:.5f}", vector[i]);
  answer.text += vector.size() > kShown ? " ...\n" : "\n";
  if (texts_.size() > 1) {
    const double cosine = cosine_of(vector, outputs[0][1]);
    answer.json["other_text"] = texts_[1];
    answer.json["cosine"] = cosine;
    answer.text += fmt::format("cosine with the other text: {:.5f}\n", cosine);
  }
  return answer;
}

ComparedTexts::ComparedTexts(Examples examples, const std::vector<std::string>& corpus,
                             const data::Tokenizer& tokenizer, Pooling pooling, int64_t columns,
                             const Reading& reading, const std::string& prompt)
    : threads_(reading.threads) {
  keep_samples(examples.rows, reading);
  std::set<size_t> documents;
  for (const Example& example : examples.rows) {
    std::vector<size_t>& row = rows_.emplace_back();
    for (const std::string& text : example.texts) row.push_back(index_of(text));
    documents.insert(row.begin() + 1, row.end());
    if (examples.scored) scores_.push_back(example.score);
  }
  for (const std::string& text : corpus) documents.insert(index_of(text));
  documents_.assign(documents.begin(), documents.end());
  texts_ = std::make_unique<Texts>(distinct_, tokenizer, pooling, columns, reading, prompt);
}

size_t ComparedTexts::index_of(const std::string& text) {
  const auto [place, is_new] = numbers_.emplace(text, distinct_.size());
  if (is_new) distinct_.push_back(text);
  return place->second;
}

std::string ComparedTexts::description() const {
  return fmt::format("{}, {}", counted(static_cast<int64_t>(rows_.size()), "row"),
                     counted(static_cast<int64_t>(distinct_.size()), "text"));
}

void ComparedTexts::add_score(const std::vector<std::vector<float>>& vectors,
                              Evaluation& found) const {
  std::vector<double> cosines;
  for (const auto& row : rows_) cosines.push_back(cosine_of(vectors[row[0]], vectors[row[1]]));
  found.metrics["spearman"] = spearman(cosines, scores_);
  found.metrics["pearson"] = pearson(cosines, scores_);
  found.files = {{"predictions.json", nlohmann::json(cosines).dump(1) + "\n"}};
}

void ComparedTexts::add_search(const std::vector<std::vector<float>>& vectors,
                               Evaluation& found) const {
  std::vector<size_t> queries;
  std::map<size_t, std::set<size_t>> relevant;  // places in documents_, of each query
  int64_t right = 0, compared = 0;
  for (const auto& row : rows_) {
    if (!relevant.contains(row[0])) queries.push_back(row[0]);
    const auto place = std::lower_bound(documents_.begin(), documents_.end(), row[1]);
    relevant[row[0]].insert(static_cast<size_t>(place - documents_.begin()));
    for (size_t k = 2; k < row.size(); k++, compared++)
      right +=
          cosine_of(vectors[row[0]], vectors[row[1]]) > cosine_of(vectors[row[0]], vectors[row[k]]);
  }
  std::vector<std::vector<size_t>> lists;
  for (const size_t query : queries)
    lists.emplace_back(relevant[query].begin(), relevant[query].end());
  found.metrics = retrieval_metrics(rank_documents(
      unit_vectors(vectors, queries), unit_vectors(vectors, documents_), lists, threads_));
  if (compared > 0)
    found.metrics["triplet_accuracy"] = static_cast<double>(right) / static_cast<double>(compared);
}

Evaluation ComparedTexts::evaluate(const Outputs& outputs) const {
  const std::vector<std::vector<float>>& vectors = outputs[0];
  for (size_t i = 0; i < vectors.size(); i++) expect_finite(vectors[i], distinct_[i]);
  Evaluation found;
  if (scores_.empty())
    add_search(vectors, found);
  else
    add_score(vectors, found);
  found.text = fmt::format("{}  ({})\n", line_of(found.metrics), description());
  return found;
}

bool ComparedTexts::measures(std::string_view metric) const {
  if (metric == "triplet_accuracy" && (rows_.empty() || rows_[0].size() < 3)) return false;
  return (metric == "spearman" || metric == "pearson") != scores_.empty();
}

Answer ComparedTexts::answer(const Outputs& outputs, size_t count) const {
  return texts_->answer(outputs, count);
}

}  // namespace tutti::task::embedding
