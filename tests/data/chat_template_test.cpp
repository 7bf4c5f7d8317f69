// SPDX-License-Identifier: Apache-2.0
// tests/golden/chat_templates: what transformers renders. The other expectations are Jinja's.
#include "data/chat_template/chat_template.h"

#include <gtest/gtest.h>

#include <fstream>
#include <sstream>

namespace tutti::data {
namespace {

using Json = nlohmann::ordered_json;

std::string content_of(const std::string& name) {
  std::ifstream file(TUTTI_SOURCE_DIR "/tests/golden/chat_templates/" + name);
  std::stringstream content;
  content << file.rdbuf();
  EXPECT_TRUE(file.good()) << name;
  return content.str();
}

std::string rendered(const std::string& text, const Json& variables = Json::object()) {
  ChatInput input;
  input.variables = variables;
  return ChatTemplate(text, "t.jinja").render(input).text;
}

/// The message of the UserError that a template gives.
std::string error_of(const std::string& text, const ChatInput& input = {},
                     const ChatTemplateLimits& limits = {}) {
  try {
    ChatTemplate(text, "t.jinja").render(input, limits);
  } catch (const UserError& error) {
    EXPECT_EQ(error.code(), ExitCode::usage);
    return error.what();
  }
  ADD_FAILURE() << "expected a UserError: " << text;
  return "";
}

void expect_error(const std::string& text, const std::string& message) {
  EXPECT_NE(error_of(text).find(message), std::string::npos) << text << "\n" << error_of(text);
}

void expect_rendering(const ChatTemplate& chat, const ChatInput& input, const Json& expected) {
  if (expected.contains("error")) {
    try {
      chat.render(input);
      ADD_FAILURE() << "expected a refusal";
    } catch (const ChatRefusal& refusal) {
      EXPECT_EQ(refusal.message(), expected["error"].get<std::string>());
      EXPECT_EQ(std::string(refusal.what()).find("t.jinja:"), 0u) << refusal.what();
    }
    return;
  }
  const RenderedChat result = chat.render(input);
  EXPECT_EQ(result.text, expected["text"].get<std::string>());
  EXPECT_EQ(chat.marks_generated(), expected.contains("spans"));
  std::vector<std::pair<size_t, size_t>> spans;
  for (const TextSpan& span : result.generated) spans.emplace_back(span.begin, span.end);
  EXPECT_EQ(spans,
            (expected.value("spans", Json::array()).get<std::vector<std::pair<size_t, size_t>>>()));
}

TEST(ChatTemplate, RendersAsTransformers) {
  const Json golden = Json::parse(content_of("renderings.json"));
  for (const Json& expected : golden["renderings"]) {
    const auto name = expected["template"].get<std::string>();
    const auto conversation = expected["conversation"].get<std::string>();
    SCOPED_TRACE(name + ", " + conversation);
    const ChatTemplate chat(content_of(name + ".jinja"), "t.jinja");
    ChatInput input;
    input.messages = golden["conversations"][conversation]["messages"];
    input.tools = golden["conversations"][conversation]["tools"];
    input.add_generation_prompt = expected["add_generation_prompt"].get<bool>();
    input.variables = golden["variables"][name];
    expect_rendering(chat, input, expected);
  }
}

TEST(ChatTemplate, SpansAreInCodePointsAndBytes) {
  ChatInput input;
  input.messages = Json::parse(R"(["é", "中文"])");
  const ChatTemplate chat(
      "{% for m in messages %}ü{% generation %}{{ m }}{% endgeneration %}{% endfor %}", "t.jinja");
  const RenderedChat result = chat.render(input);
  EXPECT_EQ(result.text, "üéü中文");
  EXPECT_EQ(result.generated, (std::vector<TextSpan>{{1, 2, 2, 4}, {3, 5, 6, 12}}));
}

TEST(ChatTemplate, TokensOfSpans) {
  // "ab", one character of three tokens, a special token without text, "cd".
  const std::vector<std::pair<int32_t, int32_t>> offsets = {{0, 2}, {2, 3}, {2, 3},
                                                            {2, 3}, {0, 0}, {3, 5}};
  const auto mask = [&](std::vector<TextSpan> spans) { return tokens_in_spans(offsets, spans); };
  EXPECT_EQ(mask({{2, 3, 2, 5}}), (std::vector<bool>{0, 1, 1, 1, 0, 0}));
  EXPECT_EQ(mask({{1, 3, 1, 5}}), (std::vector<bool>{1, 1, 1, 1, 0, 0}));
  EXPECT_EQ(mask({{0, 1, 0, 1}, {4, 5, 6, 7}}), (std::vector<bool>{1, 0, 0, 0, 0, 1}));
  EXPECT_EQ(mask({{0, 0, 0, 0}, {3, 3, 5, 5}, {4, 4, 6, 6}}), std::vector<bool>(6));
}

TEST(ChatTemplate, GenerationInAMacroHasNoPlace) {
  const std::string text =
      "{% macro m() %}{% generation %}a{% endgeneration %}{% endmacro %}x{{ m() }}";
  expect_error(text, "t.jinja:1: found a generation block in a macro");
  ChatInput input;
  input.wants_spans = false;
  EXPECT_EQ(ChatTemplate(text, "t.jinja").render(input).text, "xa");
}

TEST(ChatTemplate, CutsWhiteSpaceAsTransformers) {
  EXPECT_EQ(rendered("a\n  {% if true %}\n  b\n  {% endif %}\nc\n"), "a\n  b\nc");
  EXPECT_EQ(rendered("a \n {%- if true -%} \n b {%- endif %} \nc"), "ab \nc");
  EXPECT_EQ(rendered("a\n  {%+ if true +%}\n{% endif %}b"), "a\n  \nb");
  EXPECT_EQ(rendered("x {# c #}\n y\n  {# d #}\nz"), "x  y\nz");
  EXPECT_EQ(rendered("  {{ 1 }}\n  {{- 2 -}}  \n3\n\n"), "  123\n");
  EXPECT_EQ(rendered("a\r\n{% raw %}\n{{ x }}{% endraw %}\r\nb"), "a\n\n{{ x }}b");
  EXPECT_EQ(rendered("{{ {'a': {'b': 1}}['a']['b'] }}"), "1");
}

TEST(ChatTemplate, TellsTheTimeItIsGiven) {
  ChatInput input;
  std::tm now{};
  now.tm_year = 126;
  now.tm_mday = 3;
  input.now = now;
  const ChatTemplate chat("{{ strftime_now('%d %b %Y, %%') }}", "t.jinja");
  EXPECT_EQ(chat.render(input).text, "03 Jan 2026, %");
  expect_error("{{ strftime_now('%d') }}", "the template asks for the time, and none is given");
  EXPECT_NE(error_of("{{ strftime_now('%9999d') }}", input).find("found the format"),
            std::string::npos);
}

}  // namespace
}  // namespace tutti::data
