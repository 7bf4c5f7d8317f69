// SPDX-License-Identifier: Apache-2.0
// Examples as tokens, and which of them the loss counts: as in TRL's SFTTrainer.
#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <vector>

#include "data/chat_template/model_template.h"
#include "task/causal/examples.h"

namespace tutti::task::causal {

/// Which tokens count. Without a choice: the completion where a row has a prompt, else all tokens.
struct LossOptions {
  std::optional<bool> completion_only;
  bool assistant_only = false;  // what the assistant says in a conversation
};

struct LabelledTokens {
  std::vector<int32_t> ids;
  std::vector<uint8_t> counts;  // of each: 1 where the loss counts its prediction, else 0
};

/// Turns examples into tokens. Texts get the tokenizer's special tokens and its end-of-text token
/// at their end, if they do not end in it; a conversation consists of the chat template's output,
/// without further tokens.
class Labeller {
 public:
  /// `chat` may be null as long as no example is a conversation. Both must outlive this.
  Labeller(const data::Tokenizer& tokenizer, const data::ChatTemplate* chat, LossOptions loss);

  /// The tokens of each example, made by `threads` threads. A UserError names the first row that
  ///  - the template refuses,
  ///  - begins with the beginning-of-text token twice,
  ///  - has a conversation of which `assistant_only` cannot tell what the assistant said: the
  ///    template has no {% generation %} blocks, and a conversation up to an answer is not how the
  ///    whole begins (as with templates that leave out earlier reasoning),
  ///  - has a message that says whether it counts, and whose tokens it cannot tell for that reason.
  /// Options that the form of the examples does not fit are UserErrors too. What messages have that
  /// the template does not read is named in a warning.
  std::vector<LabelledTokens> label(std::span<const Example> examples, int threads) const;

 private:
  struct Rendered {
    std::string text, prompt;
    std::vector<data::TextSpan> spans;              // of the assistant, if requested
    std::vector<data::TextSpan> counted, left_out;  // of messages that say whether they count
  };

  bool completion_only(const Example& example) const;
  void check_options(std::span<const Example> examples) const;
  bool is_read(const Example& example, const std::string& key) const;
  void name_unread(std::span<const Example> examples) const;
  std::string rendered(const Example& example, const Json& messages, bool with_answer_begun,
                       std::vector<data::TextSpan>* spans) const;
  Rendered render(const Example& example) const;
  /// Whether the template that the example is rendered with marks what the assistant said.
  bool has_blocks(const Example& example) const;
  void find_spans(const Example& example, const Json& messages, std::vector<data::TextSpan> blocks,
                  Rendered& result) const;
  std::vector<data::TextSpan> message_spans(const Example& example, const Json& messages,
                                            const std::string& whole,
                                            const std::vector<bool>& is_wanted) const;
  data::Encoding with_special_tokens(const Example& example, data::Encoding encoding) const;
  LabelledTokens labelled(const Example& example, const Rendered& rendered,
                          bool& has_prompt_as_it_is) const;

  const data::Tokenizer& tokenizer_;
  const data::ChatTemplate* chat_;
  LossOptions loss_;
  Json variables_;   // of the template
  std::string end_;  // what texts end in; empty: nothing
  std::tm now_{};
};

}  // namespace tutti::task::causal
