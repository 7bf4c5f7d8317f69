// SPDX-License-Identifier: Apache-2.0
#include "task/causal/dataset.h"

#include <algorithm>
#include <numeric>

#include "base/checked.h"
#include "base/hash.h"
#include "base/log.h"
#include "base/text.h"
#include "task/causal/evaluation.h"
#include "task/causal/objective.h"

namespace tutti::task::causal {
namespace {

/// Whether a token after the first one counts.
bool counts_any(const LabelledTokens& document) {
  const std::vector<uint8_t>& counts = document.counts;
  return !counts.empty() && std::find(counts.begin() + 1, counts.end(), 1) != counts.end();
}

std::vector<data::PackedRow> rows_of(const std::vector<LabelledTokens>& documents,
                                     std::optional<data::PackingStrategy> packing,
                                     int64_t row_length) {
  std::vector<int64_t> lengths;
  for (const LabelledTokens& document : documents)
    lengths.push_back(static_cast<int64_t>(document.ids.size()));
  if (packing) return data::pack_samples(*packing, lengths, row_length);
  std::vector<data::PackedRow> rows;
  for (size_t i = 0; i < lengths.size(); i++)
    rows.push_back({{static_cast<int64_t>(i), 0, lengths[i]}});
  return rows;
}

}  // namespace

DocumentDataset::DocumentDataset(std::vector<LabelledTokens> documents, const Reading& reading,
                                 std::optional<data::PackingStrategy> packing)
    : documents_(std::move(documents)) {
  const bool splits = packing && *packing != data::PackingStrategy::bfd;
  if (!splits) cut(reading.max_length);
  drop_what_does_not_count();
  rows_ = rows_of(documents_, packing, reading.max_length);
  if (packing) row_length_ = reading.max_length;
  int64_t segments = 0;
  for (const data::PackedRow& row : rows_) {
    first_segments_.push_back(checked_cast<int32_t>(segments, "segments of a data set"));
    segments += static_cast<int64_t>(row.size());
    for (const data::PackedPiece& piece : row) tokens_ += piece.length;
    counted_ += DocumentDataset::counted_tokens(std::ssize(first_segments_) - 1);
  }
}

void DocumentDataset::cut(int64_t most_tokens) {
  const auto most = static_cast<size_t>(most_tokens);
  int64_t shortened = 0, lost = 0;
  for (LabelledTokens& document : documents_) {
    if (document.ids.size() <= most) continue;
    shortened++;
    lost += static_cast<int64_t>(document.ids.size() - most);
    document.ids.resize(most);
    document.counts.resize(most);
  }
  if (shortened > 0)
    log_warning("{} of {} are longer than --max_seq_length {} and are truncated, by {} in all",
                shortened, counted(static_cast<int64_t>(documents_.size()), "example"), most_tokens,
                counted(lost, "token"));
}

void DocumentDataset::drop_what_does_not_count() {
  const size_t before = documents_.size();
  std::erase_if(documents_, [](const LabelledTokens& one) { return !counts_any(one); });
  if (documents_.empty())
    user_error(
        "no token of {} counts in the loss: expected an answer within --max_seq_length, by "
        "--completion_only_loss and --assistant_only_loss; `tutti tokenize --chat` shows what "
        "counts",
        counted(static_cast<int64_t>(before), "example"));
  if (const size_t dropped = before - documents_.size(); dropped > 0)
    log_warning("skipping {} of {}: none of their tokens count in the loss", dropped,
                counted(static_cast<int64_t>(before), "example"));
}

std::span<const int32_t> DocumentDataset::ids_of(const data::PackedPiece& piece) const {
  return std::span(documents_[static_cast<size_t>(piece.sample)].ids)
      .subspan(static_cast<size_t>(piece.begin), static_cast<size_t>(piece.length));
}

std::span<const uint8_t> DocumentDataset::counts_of(const data::PackedPiece& piece) const {
  return std::span(documents_[static_cast<size_t>(piece.sample)].counts)
      .subspan(static_cast<size_t>(piece.begin), static_cast<size_t>(piece.length))
      .subspan(1);
}

std::string DocumentDataset::key() const {
  Sha256 hash;
  for (const data::PackedRow& row : rows_) {
    for (const data::PackedPiece& piece : row) {
      hash.update(std::as_bytes(ids_of(piece)));
      hash.update(std::as_bytes(counts_of(piece)));
      hash.update(std::as_bytes(std::span(&piece.length, 1)));
    }
    const int64_t end_of_row = -1;
    hash.update(std::as_bytes(std::span(&end_of_row, 1)));
  }
  return hash.hex();
}

std::string DocumentDataset::description() const {
  const auto share = [](int64_t part, int64_t whole) {
    return 100 * static_cast<double>(part) / static_cast<double>(whole);
  };
  std::string text = fmt::format("{} ({:.1f} % count in the loss) in {}", counted(tokens_, "token"),
                                 share(counted_, tokens_),
                                 counted(static_cast<int64_t>(documents_.size()), "example"));
  if (row_length_ > 0)
    text += fmt::format(", packed into {} ({:.1f} % full)", counted(size(), "row"),
                        share(tokens_, size() * row_length_));
  return text;
}

int32_t DocumentDataset::length(int64_t feature) const {
  int64_t tokens = 0;
  for (const data::PackedPiece& piece : at(feature)) tokens += piece.length;
  return static_cast<int32_t>(tokens);
}

int32_t DocumentDataset::counted_tokens(int64_t feature) const {
  int32_t tokens = 0;
  for (const data::PackedPiece& piece : at(feature)) {
    const std::span<const uint8_t> counts = counts_of(piece);
    tokens = std::accumulate(counts.begin(), counts.end(), tokens);
  }
  return tokens;
}

std::vector<data::Segment> DocumentDataset::segments(int64_t feature) const {
  std::vector<data::Segment> segments;
  int32_t number = first_segments_[static_cast<size_t>(feature)];
  for (const data::PackedPiece& piece : at(feature))
    segments.push_back({static_cast<int32_t>(piece.length), number++});
  return segments;
}

void DocumentDataset::write(int64_t feature, std::span<int32_t> ids,
                            std::span<int32_t> types) const {
  auto at_id = ids.begin();
  for (const data::PackedPiece& piece : at(feature)) {
    const std::span<const int32_t> from = ids_of(piece);
    at_id = std::copy(from.begin(), from.end(), at_id);
  }
  std::fill(types.begin(), types.end(), 0);
}

std::vector<data::ArraySpec> DocumentDataset::labels() const {
  return label_arrays();
}

void DocumentDataset::write_labels(int64_t feature, const data::Slot& slot,
                                   data::Batch& batch) const {
  std::vector<int32_t>& target = batch.integers("target");
  std::vector<float>& counts = batch.reals("counts");
  size_t begin = slot.begin;
  for (const data::PackedPiece& piece : at(feature)) {
    const std::span<const int32_t> next = ids_of(piece).subspan(1);
    const std::span<const uint8_t> is_counted = counts_of(piece);
    for (size_t i = 0; i < next.size(); i++) {
      target[begin + i] = next[i];
      counts[begin + i] = is_counted[i];
    }
    begin += static_cast<size_t>(piece.length);
  }
}

Evaluation DocumentDataset::evaluate(const Outputs& outputs) const {
  TokenSums sums;
  sums.tokens = counted_;
  for (size_t feature = 0; feature < rows_.size(); feature++) {
    size_t begin = 0;
    for (const data::PackedPiece& piece : rows_[feature]) {
      const std::span<const uint8_t> counts = counts_of(piece);
      for (size_t i = 0; i < counts.size(); i++) {
        if (counts[i] == 0) continue;
        sums.loss += outputs[0][feature][begin + i];
        sums.hits += outputs[1][feature][begin + i];
      }
      begin += static_cast<size_t>(piece.length);
    }
  }
  return evaluation_of(sums, /*has_perplexity=*/true, counted(counted_, "predicted token"));
}

Answer DocumentDataset::answer(const Outputs& outputs, size_t) const {
  return answer_of(evaluate(outputs));
}

}  // namespace tutti::task::causal
