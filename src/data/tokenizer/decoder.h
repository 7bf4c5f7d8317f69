// SPDX-License-Identifier: Apache-2.0
// Decoders turn tokens back into text.
#pragma once

#include <functional>
#include <memory>
#include <nlohmann/json_fwd.hpp>
#include <string>
#include <string_view>
#include <vector>

namespace tutti::data {

/// Takes the tokens of a text one by one and appends what they become to `result`.
class DecodingStep {
 public:
  virtual ~DecodingStep() = default;
  virtual void push(std::string token, std::vector<std::string>& result) = 0;
  /// After the last token.
  virtual void finish(std::vector<std::string>&) {}
};

/// Makes the steps of a decoder for one text, in order.
struct Decoder {
  /// An eager step passes text on as soon as it is well-formed.
  using MakeStep = std::function<std::unique_ptr<DecodingStep>(bool eager)>;
  std::vector<MakeStep> steps;
  bool fuses = false;  // what comes out is one text, whose parts have no meaning
};

/// The decoder of BERT's vocabularies, whose tokens that continue a word begin with "##".
Decoder word_piece_decoder();

/// The decoder of a tokenizer.json; null puts a space between tokens. Throws UserError for a kind
/// that is not supported.
Decoder parse_decoder(const nlohmann::json& description, std::string_view where);

/// Decodes one text.
class DecodingSteps {
 public:
  DecodingSteps(const Decoder& decoder, bool eager);
  /// Appends to `text` what a token completes: well-formed UTF-8.
  void push(std::string_view token, std::string& text);
  /// Appends the rest.
  void finish(std::string& text);

 private:
  void push_from(size_t step, std::vector<std::string> tokens, std::string& text);

  std::vector<std::unique_ptr<DecodingStep>> steps_;
  std::string bytes_;  // the start of a code point
};

}  // namespace tutti::data
