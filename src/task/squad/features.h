// SPDX-License-Identifier: Apache-2.0
// Makes features of questions and contexts, as run_qa's prepare_train_features and
// prepare_validation_features do. A feature is a question and a window of its context, with the
// special tokens that the tokenizer puts around a pair.
#pragma once

#include <array>
#include <functional>
#include <optional>

#include "base/threads.h"
#include "data/tokenizer/tokenizer.h"
#include "task/squad/corpus.h"
#include "task/squad/labels.h"

namespace tutti::task::squad {

/// The interface to a tokenizer. `encode` adds no special tokens, gives offsets in code points, and
/// may be called from several threads concurrently.
struct Encoder {
  std::function<data::Encoding(std::string_view)> encode;
  data::Template pair;  // its first text is the question, its second the context
  int32_t cls_id = 0;
  int32_t padding_id = 0;
};

/// Makes an encoder that uses a tokenizer, which must live longer.
Encoder encoder_of(const data::Tokenizer& tokenizer);

enum class Purpose {
  train,    // with labels, but without questions all of whose answers are misplaced
  evaluate  // of every question, with the offsets that give the text of answers
};

struct FeatureOptions {
  int32_t max_length = 384;  // most tokens of a feature, including special tokens
  int32_t stride = 128;      // tokens that neighbouring windows share
  Purpose purpose = Purpose::train;
};

/// The token ids of many texts in one array.
struct TokenTable {
  std::vector<int32_t> ids;
  std::vector<int64_t> begin = {0};  // where each text begins, then where the last one ends

  size_t size() const { return begin.size() - 1; }
  std::span<const int32_t> of(size_t text) const {
    return std::span(ids).subspan(static_cast<size_t>(begin[text]),
                                  static_cast<size_t>(begin[text + 1] - begin[text]));
  }
};

/// A question and one window of its context. Labels are positions, counted from the first token of
/// the feature. If the answer is not in the window, they are the position of the first [CLS], or 0
/// if there is none.
struct Feature {
  int32_t question = 0;  // index into Corpus::questions
  int32_t window_begin = 0;
  int32_t window_length = 0;  // in tokens of the context, like window_begin
  Label label = {};
};

/// A range [begin, end) of code points of a context.
using Offsets = std::array<int32_t, 2>;

/// Where a pair template puts the tokens of a feature.
struct PairLayout {
  explicit PairLayout(const data::Template& pair);
  int64_t first_context_token(size_t question_tokens) const {
    return special_before + (question_before ? static_cast<int64_t>(question_tokens) : 0);
  }

  int64_t special_tokens = 0;
  int64_t special_before = 0;    // how many of them are before the context
  bool question_before = false;  // whether the question is before the context
};

/// All features of a corpus. The tokens of each text are kept once; write() puts those of a feature
/// together.
class FeatureSet : public AnsweredFeatures {
 public:
  struct Content {
    TokenTable questions;
    TokenTable contexts;
    std::vector<Offsets> offsets;           // for each of contexts.ids; empty for Purpose::train
    std::vector<int32_t> question_context;  // the context of each question
    std::vector<Feature> features;          // in the order of the questions
    data::Template pair;
    int32_t padding_id = 0;
    int64_t questions_left_out = 0;  // because all their answers are misplaced
    int64_t misplaced_answers = 0;   // of the corpus, like has_impossible
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
  /// Returns which part of the context a token of a feature is; nothing for tokens of the question,
  /// special tokens and padding, which are never part of an answer.
  std::optional<Offsets> offsets(int64_t feature, int64_t token) const;
  const Content& content() const { return content_; }

 private:
  Content content_;
  PairLayout layout_;
};

/// Builds the features of a corpus, using all threads of the team. Throws a UserError for options
/// that cannot be, for a question that leaves no room for its context (run_qa fails there, too),
/// and for Purpose::train if the corpus has no answer that can be trained on.
FeatureSet build_features(const Corpus& corpus, const Encoder& encoder,
                          const FeatureOptions& options, Team& team);

}  // namespace tutti::task::squad
