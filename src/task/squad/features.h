// SPDX-License-Identifier: Apache-2.0
// Questions and contexts → features, as run_qa's prepare_train_features and
// prepare_validation_features make them: a question and a window of its context, with the special
// tokens that the tokenizer puts around a pair.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "base/threads.h"
#include "data/tokenizer/tokenizer.h"
#include "task/squad/corpus.h"
#include "task/squad/labels.h"

namespace tutti::task::squad {

/// What features need of a tokenizer. `encode` adds no special tokens and may be called from many
/// threads; its offsets are code points.
struct Encoder {
  std::function<data::Encoding(std::string_view)> encode;
  data::Template pair;  // the question is its first text, the context its second
  int32_t cls_id = 0;
  int32_t padding_id = 0;
};

/// The tokenizer must outlive the encoder.
Encoder encoder_of(const data::Tokenizer& tokenizer);

enum class Purpose {
  train,    // with labels; questions whose every answer is misplaced are left out
  evaluate  // every question, with the offsets that answers are read from
};

struct FeatureOptions {
  int32_t max_length = 384;  // tokens of a feature, special tokens included
  int32_t stride = 128;      // tokens two neighbouring windows share
  Purpose purpose = Purpose::train;
};

/// The token ids of many texts in one array.
struct TokenTable {
  std::vector<int32_t> ids;
  std::vector<int64_t> begin = {0};  // of each text, and the end of the last

  size_t size() const { return begin.size() - 1; }
  std::span<const int32_t> of(size_t text) const {
    return std::span(ids).subspan(static_cast<size_t>(begin[text]),
                                  static_cast<size_t>(begin[text + 1] - begin[text]));
  }
};

/// One window. Labels count from the feature's first token. Where the window does not hold the
/// answer they are its first [CLS], or 0 without one.
struct Feature {
  int32_t question = 0;  // index into Corpus::questions
  int32_t window_begin = 0;
  int32_t window_length = 0;  // context tokens
  Label label = {};
};

using Offsets = std::array<int32_t, 2>;  // code points [begin, end) of the context

/// Where a pair template puts the tokens of a feature.
struct PairLayout {
  explicit PairLayout(const data::Template& pair);
  int64_t first_context_token(size_t question_tokens) const {
    return special_before + (question_before ? static_cast<int64_t>(question_tokens) : 0);
  }

  int64_t special_tokens = 0;
  int64_t special_before = 0;    // of them, before the context
  bool question_before = false;  // the question comes before the context
};

/// All features of a corpus. Tokens are kept once for each text and put together on demand.
class FeatureSet : public AnsweredFeatures {
 public:
  struct Content {
    TokenTable questions;
    TokenTable contexts;
    std::vector<Offsets> offsets;           // of contexts.ids; empty for Purpose::train
    std::vector<int32_t> question_context;  // by question
    std::vector<Feature> features;          // in the order of the questions
    data::Template pair;
    int32_t padding_id = 0;
    int64_t questions_left_out = 0;  // all their answers are misplaced
    int64_t misplaced_answers = 0;   // as the corpus says, like the next
    bool has_impossible = false;
  };

  explicit FeatureSet(Content content) : content_(std::move(content)), layout_(content_.pair) {}

  int64_t size() const override { return static_cast<int64_t>(content_.features.size()); }
  int32_t length(int64_t feature) const override;
  void write(int64_t feature, std::span<int32_t> ids, std::span<int32_t> types) const override;
  Label label(int64_t feature) const override { return at(feature).label; }
  int32_t padding_id() const override { return content_.padding_id; }

  const Feature& at(int64_t feature) const {
    return content_.features[static_cast<size_t>(feature)];
  }
  /// Where a token of a feature stands in the context; nothing for the question, special tokens and
  /// padding, which can never be an answer.
  std::optional<Offsets> offsets(int64_t feature, int64_t token) const;
  const Content& content() const { return content_; }

 private:
  Content content_;
  PairLayout layout_;
};

/// Builds the features; texts are tokenised on the whole team. Throws UserError for impossible
/// options, for a question that leaves no room for its context (run_qa fails there too), and for
/// Purpose::train on a corpus without a single usable answer.
FeatureSet build_features(const Corpus& corpus, const Encoder& encoder,
                          const FeatureOptions& options, Team& team);

}  // namespace tutti::task::squad
