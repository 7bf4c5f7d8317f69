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

TEST(ChatTemplate, RendersConstructsAsJinja) {
  const Json golden = Json::parse(content_of("constructs.json"));
  for (const Json& expected : golden["cases"])
    EXPECT_EQ(rendered(expected[0].get<std::string>(), golden["variables"]),
              expected[1].get<std::string>())
        << expected[0];
}

// transformers.utils.chat_template_utils._normalize_chat_messages and _alias_reasoning_fields.
TEST(ChatTemplate, SeesMessagesAsTransformersGivesThem) {
  const std::string keys = "{% for m in messages %}{{ m.keys()|list }}{% endfor %}";
  const auto seen = [](const std::string& text, const char* messages) {
    ChatInput input;
    input.messages = Json::parse(messages);
    return ChatTemplate(text, "t.jinja").render(input).text;
  };
  EXPECT_EQ(seen(keys, R"([{"role": "user", "content": null, "tool_calls": null, "name": null}])"),
            "['role']");
  // What is null within a member stays.
  EXPECT_EQ(seen("{{ messages[0].a }}", R"([{"a": {"b": null}}])"), "{'b': None}");
  EXPECT_EQ(seen(keys, R"([{"role": "a", "reasoning": "r"}])"),
            "['thinking', 'role', 'reasoning', 'reasoning_content']");
  EXPECT_EQ(seen(keys, R"([{"reasoning_content": "r", "role": "a", "thinking": null}])"),
            "['thinking', 'reasoning_content', 'role']");
  const std::string values =
      "{% set m = messages[0] %}{{ m.reasoning_content }} {{ m.thinking }} {{ m.reasoning }}";
  EXPECT_EQ(seen(values, R"([{"reasoning": "r", "thinking": "t"}])"), "t t r");
  EXPECT_EQ(seen(values, R"([{"reasoning": "r", "thinking": "t", "reasoning_content": "c"}])"),
            "c t r");
  EXPECT_EQ(seen(values, R"([{"reasoning": ""}])"), "  ");
}

TEST(ChatTemplate, MentionsWhatItMayRead) {
  const ChatTemplate chat(
      "{% if tools %}a{% endif %}{% for m in messages %}{{ m.role }}{{ m['name'] }}"
      "{% if m.get('train') %}{{ x|trim }}{% endif %}{% endfor %}weight",
      "t.jinja");
  for (const char* word : {"tools", "role", "name", "train"}) EXPECT_TRUE(chat.mentions(word));
  EXPECT_FALSE(chat.mentions("weight"));
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

TEST(ChatTemplate, SyntaxErrorsNameTheLine) {
  expect_error("a\n{% if x %}\n{% endfor %}",
               "t.jinja:3: found \"endfor\", expected \"endif\" for the \"if\" of line 2");
  expect_error("\n{% for x in y %}",
               "t.jinja:2: found the end of the template, expected \"endfor\"");
  expect_error("{{ 1 +\n }}", "t.jinja:2: found \"}}\", expected an expression");
  expect_error("{{ 1 2 }}", "t.jinja:1: found \"2\", expected \"}}\"");
  expect_error("{{ 'a }}", "t.jinja:1: found a string without an end");
  expect_error("\n{# a", "t.jinja:2: found a comment without an end");
  expect_error("{% raw %}a", "t.jinja:1: found \"raw\" without an end");
  expect_error("{{ 'a\nb'", "t.jinja:2: found the end of the template, expected \"}}\"");
  expect_error("{% include 'a' %}",
               "t.jinja:1: found the statement \"include\", expected if, for,");
  expect_error("{% break %}", "found \"break\" outside of a loop");
  expect_error("{{ '\\ud800' }}", "found the escape of \"d800\" in a string");
  expect_error("{{ 9223372036854775808 }}", "expected an integer of 64 bits");
  expect_error("\xFF", "t.jinja: found a chat template that is not UTF-8");
}

TEST(ChatTemplate, RunErrorsNameTheLine) {
  expect_error("\n{{ missing.x }}", "t.jinja:2: 'missing' is undefined");
  expect_error("{{ messages[0].role.x }}", "list has no item 0, it has 0");
  expect_error("{{ {}.a.b }}", "'dict object' has no attribute 'a'");
  expect_error("{% set a = 'x' %}\n{{ a +\n1 }}", "t.jinja:2: found str + int, expected operands");
  expect_error("{{ 1 / 0 }}", "found a division by zero");
  expect_error("{{ 1 | nothing }}", "found the filter \"nothing\", expected one of: abs, ");
  expect_error("{{ 1 is nothing }}", "found the test \"nothing\", expected one of: boolean, ");
  expect_error("{{ 'a'.strip(1, 2) }}", "strip: found 2 arguments, expected at most 1");
  expect_error("{{ 'a' | trim(c=1) }}", "trim: found the argument \"c\", expected one of: chars");
  expect_error("{{ 9223372036854775807 + 1 }}", "found a result of more than 64 bits");
  expect_error("{{ [].append(1) }}", "'list object' has no attribute 'append'");
  expect_error("{% for i in [1] %}{% macro m() %}{% endmacro %}{% endfor %}",
               "found the macro \"m\"");
  expect_error("{{ '\\N{BULLET}' }}", "t.jinja:1: found the escape \\N in a string");
  expect_error("{% macro m() %}{{ varargs }}{% endmacro %}{{ m(1) }}", "found 1 argument");
  expect_error("{% macro m() %}{{ varargs }}{% endmacro %}{{ m() }}", "found \"varargs\"");
  expect_error("{{ 0.0 ** -1 }}", "found a division by zero");
  expect_error("{{ (-8) ** 0.5 }}", "found a root of a negative number");
  expect_error("{{ 10.0 ** 400 }}", "found a power that is too large");
  expect_error("{{ '99999999999999999999'|int }}", "int: found more than 64 bits");
  expect_error("{{ 'a'|indent(1001) }}", "indent: found an indent of 1001, expected at most 1000");
  expect_error("{{ range(3)|tojson }}", "tojson: found range");
  expect_error("{{ {}.items()|tojson }}", "tojson: found dict_items");
  expect_error("{{ [1]|map('string') }}", "found a generator, expected a value that has a text");
  expect_error("{{ [1]|select|length }}", "found generator, expected a list");
  expect_error("{% set g = [1]|select %}{{ g|list }}{{ g|list }}",
               "found a generator that was gone through before");
  expect_error("\n{{ raise_exception('no ' ~ 1) }}",
               "t.jinja:2: the chat template refuses the conversation: no 1");
}

TEST(ChatTemplate, StrangersAreBounded) {
  const std::string takes_long =
      error_of("{% for a in range(99999) %}{% for b in range(99999) %}{% endfor %}{% endfor %}", {},
               {.work = size_t{1} << 22});
  EXPECT_NE(takes_long.find("the template takes too long"), std::string::npos) << takes_long;
  expect_error("{% macro m() %}{{ m() }}{% endmacro %}{{ m() }}", "in one another too deeply");
  expect_error("{{ 'a' * 999999999 }}", "found str * 999999999, expected a smaller result");
  expect_error("{{ range(100001) }}", "range: found more than 100000 numbers");
  expect_error(
      "{% set n = namespace(x=[]) %}{% for i in range(200) %}{% set n.x = [n.x] %}{% endfor %}",
      "found values in one another more than 100 deep");
  expect_error(
      "{% set n = namespace(x='ab') %}{% for i in range(99) %}{% set n.x = n.x + n.x %}{% endfor "
      "%}",
      "found a value of more than 67108864 bytes or values");
  expect_error("{{ " + std::string(5000, '(') + "1" + std::string(5000, ')') + " }}",
               "in one another, expected fewer");
  expect_error(
      "{{ 1" +
          [] {
            std::string sum;
            for (int i = 0; i < 5000; i++) sum += "+1";
            return sum;
          }() +
          " }}",
      "in one another, expected fewer");
  expect_error(std::string(size_t{2} << 20, 'a'), "expected at most 1048576");
  const std::string writes =
      error_of("{% for a in range(99) %}0123456789{% endfor %}", {}, {.output_bytes = 100});
  EXPECT_NE(writes.find("the template writes more than 100 bytes"), std::string::npos) << writes;
}

// Each of these takes many seconds where it is quadratic.
TEST(ChatTemplate, SearchesTakeTimeByTheLengthsTogether) {
  const std::string set =
      "{% set t = 'a' * 1000000 %}{% set p = 'a' * 500000 ~ 'b' %}{% set q = 'b' ~ 'a' * 500000 %}";
  EXPECT_EQ(rendered(set + "{{ t.find(p) }} {{ t.rfind(q) }} {{ t.count(p) }} {{ p in t }}"),
            "-1 -1 0 False");
  EXPECT_EQ(rendered(set + "{{ t.replace(p, 'x')|length }} {{ t|replace(p, 'x')|length }}"),
            "1000000 1000000");
  EXPECT_EQ(rendered(set + "{{ t.split(p)|length }} {{ t.rsplit(q)|length }}"), "1 1");
  EXPECT_EQ(rendered("{% set t = 'a' * 500000 %}{% set s = 'b' * 500000 ~ 'a' %}"
                     "{{ t.strip(s)|length }} {{ t|trim(s)|length }} {{ t.rstrip(s)|length }}"),
            "0 0 0");
}

TEST(ChatTemplate, PartsOfLongTextsTakeNoMemory) {
  ChatInput input;
  const std::string text =
      "{% set t = 'ab' * 1000000 %}{{ t[1:3] }}{{ t[-1] }}{{ t[3] }}{{ t|first }}{{ t|last }}"
      "{{ t[::-999999] }}";
  EXPECT_EQ(ChatTemplate(text, "t").render(input, {.memory_bytes = 5'000'000}).text, "babbabbab");
}

TEST(ChatTemplate, MemoryIsBounded) {
  expect_error("{{ ([0] * 30000000)|length }}",
               "the template takes more than 256.0 MiB of memory, expected less");
  const ChatTemplateLimits little = {.memory_bytes = size_t{1} << 20};
  for (const char* text :
       {"{% set ns = namespace(x=[]) %}{% for i in range(99) %}{% set ns.x = ns.x + [[i] * 1000] %}"
        "{% endfor %}",
        "{{ ('ab' * 100000)|sort }}", "{% for c in 'ab' * 100000 %}{% endfor %}",
        "{{ ('a ' * 100000).split()|length }}", "{{ ('a' * 200000)|list|length }}",
        "{% for i in range(9999) %}{{ namespace(a=i) is defined }}{% endfor %}"}) {
    const std::string error = error_of(text, {}, little);
    EXPECT_NE(error.find("takes more than 1.0 MiB of memory"), std::string::npos) << error;
  }
  // What is no longer used makes room.
  ChatInput input;
  const std::string replaced =
      "{% set ns = namespace(x=[]) %}{% for i in range(99) %}{% set ns.x = [i] * 10000 %}"
      "{% endfor %}{{ ns.x|length }}";
  EXPECT_EQ(ChatTemplate(replaced, "t").render(input, little).text, "10000");
}

TEST(ChatTemplate, WhatIsWrittenIsBounded) {
  expect_error(
      "{% set ns=namespace(x=[1]) %}{% for i in range(90) %}{% set ns.x=[ns.x] %}{% endfor %}"
      "{{ ns.x|tojson(indent='x'*1000000)|length }}",
      "tojson: the result is too long");
  const std::string captured = error_of(
      "{% macro m(n) %}0123456789{% if n %}{{ m(n - 1) }}{% endif %}{% endmacro %}{{ m(20) }}", {},
      {.output_bytes = 100});
  EXPECT_NE(captured.find("the template writes more than 100 bytes"), std::string::npos);
}

}  // namespace
}  // namespace tutti::data
