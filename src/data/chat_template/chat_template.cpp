// SPDX-License-Identifier: Apache-2.0
#include "data/chat_template/chat_template.h"

#include <algorithm>
#include <set>

#include "base/text.h"
#include "data/chat_template/python_text.h"
#include "data/chat_template/runtime.h"
#include "data/chat_template/syntax.h"

namespace tutti::data {
namespace {

bool has_generation(const std::vector<jinja::Statement>& statements) {
  return std::any_of(statements.begin(), statements.end(), [](const jinja::Statement& statement) {
    return statement.kind == jinja::Statement::Kind::generation ||
           std::any_of(statement.bodies.begin(), statement.bodies.end(), has_generation);
  });
}

/// Bytes are counted on from span to span, so that the text is read once.
std::vector<TextSpan> spans_of(std::string_view text,
                               const std::vector<std::pair<size_t, size_t>>& bytes) {
  std::vector<TextSpan> spans;
  size_t at = 0, characters = 0;
  const auto characters_up_to = [&](size_t byte) {
    characters += jinja::count_characters(text.substr(at, byte - at));
    at = byte;
    return characters;
  };
  for (const auto& [begin, end] : bytes) {
    const size_t first = characters_up_to(begin);
    spans.push_back({first, characters_up_to(end), begin, end});
  }
  return spans;
}

using TemplateWords = std::set<std::string, std::less<>>;

void add_words(TemplateWords& words, const jinja::Expression& expression) {
  words.insert(expression.text);
  if (const std::string* text = expression.value.as_text()) words.insert(*text);
  for (const jinja::ExpressionPtr& part : expression.parts)
    if (part) add_words(words, *part);
}

void add_words(TemplateWords& words, const std::vector<jinja::Statement>& statements) {
  for (const jinja::Statement& statement : statements) {
    for (const jinja::ExpressionPtr& part : statement.parts)
      if (part) add_words(words, *part);
    for (const std::vector<jinja::Statement>& body : statement.bodies) add_words(words, body);
  }
}

}  // namespace

struct ChatTemplate::Parsed {
  Parsed(std::string_view text, std::string given_name)
      : name(std::move(given_name)), statements(jinja::parse_template(text, name)) {
    add_words(words, statements);
  }

  std::string name;
  std::vector<jinja::Statement> statements;
  TemplateWords words;
};

ChatTemplate::ChatTemplate(std::string_view text, std::string name)
    : parsed_(std::make_unique<const Parsed>(text, std::move(name))) {}

void ChatTemplate::use_with_tools(std::string_view text, std::string name) {
  try {
    with_tools_ = std::make_unique<const Parsed>(text, std::move(name));
  } catch (const UserError& error) {
    tool_use_fault_ = error.what();
  }
}

ChatTemplate::~ChatTemplate() = default;
ChatTemplate::ChatTemplate(ChatTemplate&&) noexcept = default;
ChatTemplate& ChatTemplate::operator=(ChatTemplate&&) noexcept = default;

const ChatTemplate::Parsed& ChatTemplate::parsed_for(bool has_tools) const {
  if (has_tools && !tool_use_fault_.empty()) user_error("{}", tool_use_fault_);
  return has_tools && with_tools_ ? *with_tools_ : *parsed_;
}

bool ChatTemplate::marks_generated(bool has_tools) const {
  return has_generation(parsed_for(has_tools).statements);
}

bool ChatTemplate::mentions(std::string_view word) const {
  return parsed_->words.contains(word) || (with_tools_ && with_tools_->words.contains(word));
}

RenderedChat ChatTemplate::render(const ChatInput& input, const ChatTemplateLimits& limits) const {
  const Parsed& parsed = parsed_for(!input.tools.is_null());
  std::optional<jinja::Runtime> runtime;
  const auto where = [&] {
    return runtime ? fmt::format("{}:{}", parsed.name, runtime->line()) : parsed.name;
  };
  try {
    runtime.emplace(input, limits);
    runtime->run(parsed.statements);
  } catch (const jinja::Raised& raised) {
    throw ChatRefusal(where(), escaped_lines(raised.message));
  } catch (const jinja::Problem& problem) {
    user_error("{}: {}", where(), problem.what());
  }
  RenderedChat rendered;
  rendered.generated = spans_of(runtime->output(), runtime->generated());
  rendered.text = std::move(runtime->output());
  return rendered;
}

std::vector<bool> tokens_in_spans(std::span<const std::pair<int32_t, int32_t>> offsets,
                                  std::span<const TextSpan> spans) {
  std::vector<bool> in_span(offsets.size());
  for (size_t i = 0; i < offsets.size(); i++) {
    const int32_t begin = offsets[i].first, end = offsets[i].second;
    if (begin < 0 || begin >= end) continue;
    in_span[i] = std::any_of(spans.begin(), spans.end(), [&](const TextSpan& span) {
      return span.begin < span.end && static_cast<size_t>(begin) < span.end &&
             span.begin < static_cast<size_t>(end);
    });
  }
  return in_span;
}

}  // namespace tutti::data
