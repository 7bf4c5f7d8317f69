// SPDX-License-Identifier: Apache-2.0
#include "data/tokenizer/decoder.h"

#include <nlohmann/json.hpp>

#include "data/tokenizer/byte_fallback.h"
#include "data/tokenizer/byte_level.h"
#include "data/tokenizer/component.h"
#include "data/tokenizer/pattern.h"
#include "data/tokenizer/unicode.h"

namespace tutti::data {

namespace {

using nlohmann::json;

/// Rewrites each token by itself.
class RewriteStep : public DecodingStep {
 public:
  using Rewrite = std::function<void(std::string& token, bool is_first)>;
  explicit RewriteStep(Rewrite rewrite) : rewrite_(std::move(rewrite)) {}

  void push(std::string token, std::vector<std::string>& result) override {
    rewrite_(token, is_first_);
    is_first_ = false;
    result.push_back(std::move(token));
  }

 private:
  Rewrite rewrite_;
  bool is_first_ = true;
};

Decoder rewriting(RewriteStep::Rewrite rewrite) {
  return {{[rewrite](bool) { return std::make_unique<RewriteStep>(rewrite); }}};
}

struct StripOptions {
  std::string content;
  size_t start = 0;
  size_t stop = 0;
};

/// Strips a whole text, which comes in parts.
class StripStep : public DecodingStep {
 public:
  explicit StripStep(StripOptions options) : options_(std::move(options)) {}

  void push(std::string part, std::vector<std::string>& result) override {
    if (part.empty()) return;
    held_ += part;
    while (options_.start > 0 && held_.starts_with(options_.content)) {
      held_.erase(0, options_.content.size());
      options_.start--;
    }
    if (held_.empty()) return;
    options_.start = 0;
    size_t end = held_.size();
    for (size_t i = 0; i < options_.stop; i++) {
      if (!std::string_view(held_).substr(0, end).ends_with(options_.content)) break;
      end -= options_.content.size();
    }
    result.push_back(held_.substr(0, end));
    held_.erase(0, end);
  }
  // What is held at the end is what is stripped.

 private:
  StripOptions options_;
  std::string held_;
};

StripOptions strip_options(const json& description, std::string_view where) {
  const auto count = [&](const char* key) {
    const int64_t value = format::json_int(description, key, where, 0);
    if (value < 0 || value > 1000)
      user_error("{}: decoder Strip: \"{}\" is {}, expected 0 to 1000", where, key, value);
    return static_cast<size_t>(value);
  };
  const std::string content = format::json_string(description, "content", where, " ");
  if (content.empty() || unicode::decode(content).size != content.size())
    user_error("{}: decoder Strip: \"content\" is \"{}\", expected one character", where,
               escaped(content));
  return {content, count("start"), count("stop")};
}

Decoder strip_of_text(const json& description, std::string_view where) {
  const StripOptions options = strip_options(description, where);
  return {{[options](bool) { return std::make_unique<StripStep>(options); }}, true};
}

Decoder parse_strip_decoder(const json& description, std::string_view where) {
  const StripOptions options = strip_options(description, where);
  return rewriting([options](std::string& token, bool) {
    for (size_t i = 0; i < options.start && token.starts_with(options.content); i++)
      token.erase(0, options.content.size());
    for (size_t i = 0; i < options.stop && token.ends_with(options.content); i++)
      token.resize(token.size() - options.content.size());
  });
}

Decoder parse_byte_fallback_decoder(const json&, std::string_view) {
  return {{[](bool eager) { return std::make_unique<ByteFallbackStep>(eager); }}};
}

Decoder parse_byte_level_decoder(const json&, std::string_view) {
  Decoder decoder = rewriting([](std::string& token, bool) {
    if (auto bytes = bytes_of_token(token)) token = std::move(*bytes);
  });
  decoder.fuses = true;
  return decoder;
}

Decoder parse_fuse_decoder(const json&, std::string_view) {
  return {{}, true};
}

Decoder parse_replace_decoder(const json& description, std::string_view where) {
  const Pattern pattern(description.value("pattern", json()), where);
  const std::string content = format::json_string(description, "content", where);
  return rewriting([=](std::string& token, bool) {
    AlignedText text;
    align(token, text);
    std::string replaced;
    size_t done = 0;
    for (const ByteRange match : pattern.matches(text, {0, text.size()})) {
      replaced.append(text.view({done, match.begin})).append(content);
      done = match.end;
    }
    token = replaced.append(text.view({done, text.size()}));
  });
}

void replace_all(std::string& text, std::string_view from, std::string_view to) {
  for (size_t at = 0; (at = text.find(from, at)) != text.npos; at += to.size())
    text.replace(at, from.size(), to);
}

Decoder parse_metaspace_decoder(const json& description, std::string_view where) {
  const std::string mark = format::json_string(description, "replacement", where, "\u2581");
  const bool added = format::json_bool(description, "add_prefix_space", where, true);
  const std::string scheme =
      format::json_string(description, "prepend_scheme", where, added ? "always" : "never");
  if (mark.empty())
    user_error("{}: decoder Metaspace: \"replacement\" is empty, expected one character", where);
  return rewriting([mark, prepends = scheme != "never"](std::string& token, bool is_first) {
    replace_all(token, mark, is_first && prepends ? "" : " ");
  });
}

Decoder word_pieces(const std::string& prefix, bool cleanup) {
  return rewriting([=](std::string& token, bool is_first) {
    constexpr std::pair<std::string_view, std::string_view> kCleanup[] = {
        {" .", "."},   {" ?", "?"},     {" !", "!"},    {" ,", ","},
        {" ' ", "'"},  {" n't", "n't"}, {" 'm", "'m"},  {" do not", " don't"},
        {" 's", "'s"}, {" 've", "'ve"}, {" 're", "'re"}};
    if (!is_first && token.starts_with(prefix))
      token.erase(0, prefix.size());
    else if (!is_first)
      token.insert(0, " ");
    if (!cleanup) return;
    for (const auto& [from, to] : kCleanup) replace_all(token, from, to);
  });
}

Decoder parse_word_piece_decoder(const json& description, std::string_view where) {
  return word_pieces(format::json_string(description, "prefix", where, "##"),
                     format::json_bool(description, "cleanup", where, true));
}

Decoder parse_decoder_sequence(const json& description, std::string_view where) {
  Decoder result;
  for (const json& step : json_array(description, "decoders", where)) {
    const std::string type = format::json_string(step, "type", where);
    if (result.fuses && type != "Strip" && type != "Fuse")
      user_error("{}: found decoder {} after one that makes one text, expected Strip or Fuse there",
                 where, escaped(type));
    const Decoder each =
        result.fuses && type == "Strip" ? strip_of_text(step, where) : parse_decoder(step, where);
    result.steps.insert(result.steps.end(), each.steps.begin(), each.steps.end());
    result.fuses = result.fuses || each.fuses;
  }
  return result;
}

constexpr Component<Decoder> kDecoders[] = {
    {"ByteFallback", parse_byte_fallback_decoder},
    {"ByteLevel", parse_byte_level_decoder},
    {"Fuse", parse_fuse_decoder},
    {"Metaspace", parse_metaspace_decoder},
    {"Replace", parse_replace_decoder},
    {"Sequence", parse_decoder_sequence},
    {"Strip", parse_strip_decoder},
    {"WordPiece", parse_word_piece_decoder},
};

}  // namespace

Decoder word_piece_decoder() {
  return word_pieces("##", true);
}

Decoder parse_decoder(const json& description, std::string_view where) {
  if (description.is_null())
    return rewriting([](std::string& token, bool is_first) {
      if (!is_first) token.insert(0, " ");
    });
  return parse_component<Decoder>(kDecoders, description, "decoder", where);
}

}  // namespace tutti::data
