// SPDX-License-Identifier: Apache-2.0
// Expected values are what Hugging Face's tokenizers 0.23 gives.
#include "data/tokenizer/pattern.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/errors.h"

namespace tutti::data {
namespace {

using nlohmann::json;

struct RegexCase {
  const char* expression;
  const char* text;
  const char* replaced;  // every match by "#"
};

class RegexTest : public testing::TestWithParam<RegexCase> {};

TEST_P(RegexTest, ReplacesAsHuggingFace) {
  AlignedText text;
  align(GetParam().text, text);
  std::string replaced;
  size_t done = 0;
  for (const ByteRange match :
       Pattern(std::string(GetParam().expression), "file").matches(text, {0, text.size()})) {
    replaced.append(text.view({done, match.begin})).append("#");
    done = match.end;
  }
  EXPECT_EQ(replaced.append(text.view({done, text.size()})), GetParam().replaced)
      << GetParam().expression;
}

// One of each kind: letters, superscript, fraction, Roman and Arabic digits, white space, control,
// punctuation of Latin and of other scripts, symbol.
constexpr const char* kKinds = "a\u00b2\u00bd\u2167\u0663\u00e9_ \u3000\t\n\x07\uff01\u2014$";

const RegexCase kRegexCases[] = {
    {R"(\w)", kKinds, "####### \u3000\t\n\x07\uff01\u2014$"},
    {R"(\W)", kKinds, "a\u00b2\u00bd\u2167\u0663\u00e9_########"},
    {R"([\w])", kKinds, "#\u00b2\u00bd#### \u3000\t\n\x07\uff01\u2014$"},
    {R"([^\w\s])", kKinds, "a##\u2167\u0663\u00e9_ \u3000\t\n####"},
    {R"([\S])", kKinds, "####### \u3000\t\n####"},
    {R"([^\S\n])", kKinds, "a\u00b2\u00bd\u2167\u0663\u00e9_###\n\x07\uff01\u2014$"},
    {R"(\D)", kKinds, "####\u0663##########"},
    {R"([\D])", kKinds, "####\u0663##########"},
    {"[[:word:]]", kKinds, "#\u00b2\u00bd#### \u3000\t\n\x07\uff01\u2014$"},
    {"[[:digit:]]", kKinds, "a\u00b2\u00bd\u2167#\u00e9_ \u3000\t\n\x07\uff01\u2014$"},
    {"[[:cntrl:]]", kKinds, "a\u00b2\u00bd\u2167\u0663\u00e9_ \u3000###\uff01\u2014$"},
    {"[[:blank:]]", kKinds, "a\u00b2\u00bd\u2167\u0663\u00e9_###\n\x07\uff01\u2014$"},
    {"[[:space:]]", kKinds, "a\u00b2\u00bd\u2167\u0663\u00e9_####\x07\uff01\u2014$"},
    {"[[:punct:]]", kKinds, "a\u00b2\u00bd\u2167\u0663\u00e9# \u3000\t\n\x07###"},
    {R"(\p{Punct})", kKinds, "a\u00b2\u00bd\u2167\u0663\u00e9# \u3000\t\n\x07##$"},
    {"[[:xdigit:]]", "gz1", "gz#"},
    {R"(\h)", "gz1", "gz#"},
    {R"(\H)", "gz1", "##1"},
    {R"(\R)", "a\r\nb\nc\u2028", "a#b#c#"},
    {R"(\u0041)", "ABC", "#BC"},
    {R"([\u0041])", "ABC", "#BC"},
    {R"(\e)", "\x1b", "#"},
    {R"([\b])", "a\x08", "a#"},
    {"a++", "aab", "#b"},
    {"b|a*+", "aab", "##"},
    {"a{,2}", "aaa", "##"},
    {"(?m).", "a\nb", "###"},
    {".", "a\nb", "#\n#"},
    {"[]a]", "]a", "##"},
    {"x*", "axxb", "#a#b#"},
    {"x*", "", ""},
    {"", "ab", "#a#b#"},
    {"$", "a\nb", "a#\nb#"},
};
INSTANTIATE_TEST_SUITE_P(All, RegexTest, testing::ValuesIn(kRegexCases));

TEST(Pattern, WhatIsNotLinearOrNotUnicodeIsRefused) {
  for (const char* expression :
       {"(?=a)", "(a)\\1", "a++b", "(a++)b", "(", "(?<!a)b", "\\bfoo", "\\B", "[a&&b]", "[[a-c]x]",
        "[[:alpha:]]", "[[:^punct:]]", "[\\W]", "\\Qa", "[a", "a\\", "\\u12", "\\p{Letters}"})
    EXPECT_THROW(Pattern(json{{"Regex", expression}}, "file"), UserError) << expression;
  EXPECT_THROW(Pattern(json{{"Glob", "*"}}, "file"), UserError);
}

// Each match reads to the end of the text.
TEST(Pattern, MatchesThatTakeTooLongAreAnError) {
  AlignedText text;
  align(std::string(50'000, 'a'), text);
  const Pattern pattern(json{{"Regex", ".*b|a"}}, "file");
  const auto failure = test::failure_of([&] { pattern.matches(text, {0, text.size()}); });
  test::expect_contains(failure.message, "\".*b|a\": a text of 50000 bytes takes too long");
}

TEST(Pattern, ExpressionsThatBacktrackersHangOnEnd) {
  AlignedText text;
  align(std::string(100'000, 'a'), text);
  const Pattern pattern(json{{"Regex", "(a+)+b"}}, "file");
  EXPECT_TRUE(pattern.matches(text, {0, text.size()}).empty());
}

}  // namespace
}  // namespace tutti::data
