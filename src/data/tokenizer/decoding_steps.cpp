// SPDX-License-Identifier: Apache-2.0
// The decoding of a text, token by token.
#include "data/tokenizer/byte_fallback.h"
#include "data/tokenizer/decoder.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data {

DecodingSteps::DecodingSteps(const Decoder& decoder, bool eager) {
  for (const auto& make : decoder.steps) steps_.push_back(make(eager));
}

void DecodingSteps::push_from(size_t step, std::vector<std::string> tokens, std::string& text) {
  for (; step < steps_.size(); step++) {
    std::vector<std::string> rewritten;
    for (std::string& token : tokens) steps_[step]->push(std::move(token), rewritten);
    tokens.swap(rewritten);
  }
  for (const std::string& token : tokens) bytes_ += token;
  size_t at = 0;
  while (at < bytes_.size()) {
    const std::string_view rest = std::string_view(bytes_).substr(at);
    if (starts_code_point(rest)) break;
    const auto [code, size] = unicode::decode(rest);
    unicode::append_utf8(text, code);
    at += size;
  }
  bytes_.erase(0, at);
}

void DecodingSteps::push(std::string_view token, std::string& text) {
  push_from(0, {std::string(token)}, text);
}

void DecodingSteps::finish(std::string& text) {
  for (size_t step = 0; step < steps_.size(); step++) {
    std::vector<std::string> rest;
    steps_[step]->finish(rest);
    push_from(step + 1, std::move(rest), text);
  }
  if (!bytes_.empty()) text += kReplacementText;
  bytes_.clear();
}

}  // namespace tutti::data
