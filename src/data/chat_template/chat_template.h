// SPDX-License-Identifier: Apache-2.0
// Chat templates: the part of Jinja with which models say how a conversation becomes text. Ours
// because Debian has no engine, and to know exactly which text the model itself writes.
#pragma once

#include <cstddef>
#include <cstdint>
#include <ctime>
#include <memory>
#include <nlohmann/json.hpp>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <utility>
#include <vector>

#include "base/error.h"

namespace tutti::data {

/// What a template, which is code from a stranger, may use before its rendering is an error.
struct ChatTemplateLimits {
  size_t work = size_t{1} << 28;          // an evaluated expression is 16, 8 bytes of a value are 1
  size_t output_bytes = size_t{1} << 26;  // of the rendered text, and of what blocks are writing
  size_t memory_bytes = size_t{1} << 28;  // of the values that exist together
};

/// What a template renders. Each member is a variable of the template under its own name.
struct ChatInput {
  /// A template sees them as transformers gives them to it: without the keys of a message that are
  /// null, and with what a message has as "reasoning" or "thinking" as its "reasoning_content" too.
  nlohmann::ordered_json messages = nlohmann::ordered_json::array();
  nlohmann::ordered_json tools = nullptr;
  nlohmann::ordered_json documents = nullptr;
  bool add_generation_prompt = false;
  /// An object with further variables: bos_token, eos_token, enable_thinking and the like.
  nlohmann::ordered_json variables = nlohmann::ordered_json::object();
  /// What strftime_now() tells; a template that asks for the time without it is an error.
  std::optional<std::tm> now = std::nullopt;
  /// Whether the spans of generation blocks are wanted. If so, a block whose place in the text is
  /// not known, as one in a macro, is an error.
  bool wants_spans = true;
};

/// A part of a text: [begin, end) in code points, and the same in bytes.
struct TextSpan {
  size_t begin = 0, end = 0;
  size_t begin_byte = 0, end_byte = 0;
  bool operator==(const TextSpan&) const = default;
};

struct RenderedChat {
  std::string text;
  /// What {% generation %} blocks wrote, in order, empty ones among them.
  std::vector<TextSpan> generated;
};

/// The template's own refusal of a conversation, by raise_exception(). what() says where as well.
class ChatRefusal : public UserError {
 public:
  ChatRefusal(const std::string& where, std::string message)
      : UserError(ExitCode::usage,
                  where + ": the chat template refuses the conversation: " + message),
        message_(std::move(message)) {}
  const std::string& message() const { return message_; }

 private:
  std::string message_;
};

/// A parsed template. Immutable: many threads may call render() concurrently.
class ChatTemplate {
 public:
  /// Throws UserError "name:line: found ..., expected ..." for what is not a template, and for the
  /// statements of Jinja that no chat template needs (include, import, extends, block, call, ...).
  /// `name` names the template's file in errors.
  ChatTemplate(std::string_view text, std::string name);
  /// Renders conversations that have tools by another template, the one that transformers calls
  /// "tool_use". What is wrong with its text is an error only where it is rendered.
  void use_with_tools(std::string_view text, std::string name);
  ~ChatTemplate();
  ChatTemplate(ChatTemplate&&) noexcept;
  ChatTemplate& operator=(ChatTemplate&&) noexcept;

  /// White space is cut and values are printed as transformers does it. Throws ChatRefusal, and
  /// UserError "name:line: ..." for an operation that fails or that exceeds the limits.
  RenderedChat render(const ChatInput& input, const ChatTemplateLimits& limits = {}) const;

  /// Whether the template has {% generation %} blocks.
  bool marks_generated(bool has_tools = false) const;
  /// Whether a variable, a member or a text of the template is this word: if not, it reads a member
  /// of that name only where it goes over all of them.
  bool mentions(std::string_view word) const;

 private:
  struct Parsed;
  const Parsed& parsed_for(bool has_tools) const;

  std::unique_ptr<const Parsed> parsed_;
  std::unique_ptr<const Parsed> with_tools_;
  std::string tool_use_fault_;  // why the template for tools cannot be rendered
};

/// For each token, whether any of its text is in a span. `offsets` are [begin, end) in code points,
/// as those of data::Encoding; the parts of a split character all have the whole character's.
/// A token without text is in none.
std::vector<bool> tokens_in_spans(std::span<const std::pair<int32_t, int32_t>> offsets,
                                  std::span<const TextSpan> spans);

}  // namespace tutti::data
