// SPDX-License-Identifier: Apache-2.0
#include "format/json.h"

#include <gtest/gtest.h>

#include <clocale>
#include <nlohmann/json.hpp>

#include "format/json_fast.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::format {
namespace {

using nlohmann::json;
using test::expect_contains;
using test::failure_of;

std::string repeated(std::string_view part, size_t count) {
  std::string text;
  for (size_t i = 0; i < count; i++) text += part;
  return text;
}

/// The same text, so large that the quick reader tries it first.
std::string large(const std::string& text) {
  return text + std::string(1 << 16, ' ');
}

constexpr const char* kEveryKind =
    R"( {"a": [1, -2, 3.5, true, false, null, "x\u00e9\ud83d\ude00", {}, []], "": {"b": 1e3}} )";

TEST(ParseJson, ReadsEveryKindOfValue) {
  const json value = parse_json(kEveryKind, "t");
  ASSERT_EQ(value.size(), 2u);
  const json& list = value["a"];
  ASSERT_EQ(list.size(), 9u);
  EXPECT_EQ(list[0].get<int>(), 1);
  EXPECT_EQ(list[1].get<int>(), -2);
  EXPECT_EQ(list[2].get<double>(), 3.5);
  EXPECT_TRUE(list[3].get<bool>());
  EXPECT_FALSE(list[4].get<bool>());
  EXPECT_TRUE(list[5].is_null());
  EXPECT_EQ(list[6].get<std::string>(), "x\xc3\xa9\xf0\x9f\x98\x80");
  EXPECT_TRUE(list[7].is_object() && list[7].empty());
  EXPECT_TRUE(list[8].is_array() && list[8].empty());
  EXPECT_EQ(value[""]["b"].get<double>(), 1000.0);
  EXPECT_EQ(parse_json("7", "t").get<int>(), 7);
  EXPECT_EQ(parse_json("18446744073709551615", "t").get<uint64_t>(), UINT64_MAX);
}

TEST(ParseJson, MayKeepTheOrderOfKeys) {
  const nlohmann::ordered_json value =
      parse_json_ordered(R"({"b": {"d": 1, "c": []}, "a": 2})", "t");
  EXPECT_EQ(value.dump(), R"({"b":{"d":1,"c":[]},"a":2})");
  const json same = json::parse(parse_json_ordered(kEveryKind, "t").dump());
  EXPECT_EQ(same, parse_json(kEveryKind, "t"));
}

TEST(ParseJson, FindsAKeyThatAnOrderedObjectHasTwice) {
  for (const int keys : {1, 15, 16, 17, 100}) {
    std::string text = "{";
    for (int i = 0; i < keys; i++) text += fmt::format("\"k{}\": {{}}, ", i);
    for (const int again : {0, keys - 1})
      expect_contains(failure_of([&] {
                        parse_json_ordered(fmt::format("{}\"k{}\": 1}}", text, again), "t");
                      }).message,
                      fmt::format("found the key \"k{}\" twice", again));
    const auto whole = parse_json_ordered(text + "\"last\": 1}", "t");
    EXPECT_EQ(whole.size(), static_cast<size_t>(keys) + 1);
    EXPECT_EQ(whole["last"], 1);
  }
}

TEST(ParseJson, ReadsAnOrderedObjectOfManyKeysInTime) {
  std::string text = "{";
  for (int i = 0; i < 300000; i++) text += fmt::format("\"k{}\":0,", i);
  text += "\"last\":0}";
  // To look at all keys for each would take minutes.
  EXPECT_EQ(parse_json_ordered(text, "t").size(), 300001u);
}

TEST(ParseJson, NamesThePlaceOfAnError) {
  const struct {
    std::string text;
    std::string message;
  } cases[] = {
      {"", "file.json:1:1: found malformed JSON: "},
      {"{\n  \"a\": 1,\n  \"a\": 2\n}", "file.json:3:5: found the key \"a\" twice in one object"},
      {R"({"a":1,"\u0061":2})", "file.json:1:15: found the key \"a\" twice"},
      {"[1,\n x]", "file.json:2:2: found malformed JSON: syntax error while parsing value"},
      {"{'a': 1}", "file.json:1:2: "},
  };
  for (const auto& one : cases) {
    expect_contains(failure_of([&] { parse_json(one.text, "file.json"); }).message, one.message);
    if (one.text.empty()) continue;
    expect_contains(failure_of([&] { parse_json(large(one.text), "file.json"); }).message,
                    one.message);
  }
}

TEST(ParseJson, RefusesWhatIsNotJson) {
  const std::string cases[] = {" ",
                               "{",
                               "[1",
                               "\"a",
                               "[1,]",
                               "{\"a\":1,}",
                               "{\"a\"}",
                               "{1:2}",
                               "1 2",
                               "{} x",
                               "[] ]",
                               "// c\n1",
                               "NaN",
                               "-Infinity",
                               "1e400",
                               "01",
                               "+1",
                               "1.",
                               ".5",
                               "tru",
                               "\"\\x41\"",
                               "\"\t\"",
                               "\"\xff\"",
                               "\"\xc0\x80\"",
                               "\"\xed\xa0\x80\"",
                               R"("\ud800")",
                               R"("\udc00\ud800")",
                               std::string("[1\0]", 4),
                               std::string("{}\0", 3),
                               std::string("{}\0{}", 5),
                               std::string("\0", 1),
                               "\xff\xfe[\0]",
                               "[\"" + std::string(1 << 20, '\n') + "\"]"};
  for (const std::string& text : cases) {
    EXPECT_FALSE(parse_json_fast(text, kMaxJsonValues, 100)) << text.substr(0, 20);
    const auto failure = failure_of([&] { parse_json(text, "t"); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, "t:");
    EXPECT_LT(failure.message.size(), 2000u);
  }
}

TEST(ParseJson, ShowsNoControlCharacters) {
  const auto failure = failure_of([&] { parse_json("[\"\x1b[2J\x07\xff\"", "t"); });
  for (const char one : failure.message) EXPECT_TRUE(one >= 0x20 && one < 0x7f);
}

TEST(ParseJson, LimitsDepth) {
  const json deep = parse_json(repeated("[", 100) + repeated("]", 100), "t");
  EXPECT_EQ(deep.size(), 1u);
  for (const std::string open : {"[", "{\"a\":"})
    for (const size_t depth : {size_t{101}, size_t{1'000'000}})
      expect_contains(failure_of([&] { parse_json(repeated(open, depth), "t"); }).message,
                      "more than 100 deep");
}

TEST(ParseJson, LimitsValues) {
  EXPECT_EQ(parse_json("[1,2,3]", "t", 4).size(), 3u);
  expect_contains(failure_of([] { parse_json("[1,2,3]", "t", 3); }).message, "more than 3 values");
}

TEST(ParseJsonFast, ReadsWhatTheOtherReads) {
  for (const std::string text :
       {kEveryKind, "7", "-0", "\"\"",
        "[18446744073709551615, -9223372036854775808, 9007199254740993]",
        "[0.1, 1e-400, 1.7976931348623157e308, 2.2250738585072014e-308, 0.30000000000000004]"}) {
    const auto fast = parse_json_fast(text, 100, 100);
    ASSERT_TRUE(fast) << text;
    EXPECT_EQ(*fast, parse_json(text, "t")) << text;
    EXPECT_EQ(fast->dump(), parse_json(text, "t").dump()) << text;
    EXPECT_EQ(parse_json(large(text), "t"), *fast) << text;
  }
}

TEST(ParseJsonFast, KeepsTheLimits) {
  EXPECT_TRUE(parse_json_fast("[1,2,3]", 4, 100));
  EXPECT_FALSE(parse_json_fast("[1,2,3]", 3, 100));
  EXPECT_TRUE(parse_json_fast("[[{}]]", 9, 3));
  EXPECT_FALSE(parse_json_fast("[[{}]]", 9, 2));
  EXPECT_FALSE(parse_json_fast(R"([{"a": 1, "\u0061": 2}])", 9, 9));
}

TEST(ParseJson, ReadsNumbersInAnyLocale) {
  const std::string before = std::setlocale(LC_ALL, nullptr);
  std::setlocale(LC_ALL, "de_DE.UTF-8");
  const double value = parse_json("1.5", "t").get<double>();
  std::setlocale(LC_ALL, before.c_str());
  EXPECT_EQ(value, 1.5);
}

TEST(ReadJson, NamesTheFile) {
  const test::TemporaryFolder folder;
  const Path path = folder.path() / "bad.json";
  write_file_atomically(path, "{\"a\": [1, 2}");
  expect_contains(failure_of([&] { read_json(path); }).message, path.string() + ":1:12: ");
  write_file_atomically(path, "{\"a\": [1, 2]}");
  EXPECT_EQ(read_json(path)["a"].size(), 2u);
  failure_of([&] { read_json(path, 5); });
}

class JsonMembers : public testing::Test {
 protected:
  const json object_ = parse_json(
      R"({"int": -3, "big": 18446744073709551615, "real": 0.5, "whole": 2.0, "yes": true,
          "text": "abc", "null": null, "list": []})",
      "t");
};

TEST_F(JsonMembers, AreReadByType) {
  EXPECT_EQ(json_int(object_, "int", "f"), -3);
  EXPECT_EQ(json_double(object_, "real", "f"), 0.5);
  EXPECT_EQ(json_double(object_, "int", "f"), -3.0);
  EXPECT_TRUE(json_bool(object_, "yes", "f"));
  EXPECT_EQ(json_string(object_, "text", "f"), "abc");
}

TEST_F(JsonMembers, FallBackWhereAbsentOrNull) {
  for (const std::string key : {"absent", "null"}) {
    EXPECT_EQ(json_int(object_, key, "f", 4), 4);
    EXPECT_EQ(json_double(object_, key, "f", 0.25), 0.25);
    EXPECT_FALSE(json_bool(object_, key, "f", false));
    EXPECT_EQ(json_string(object_, key, "f", "x"), "x");
    expect_contains(failure_of([&] { json_int(object_, key, "f.json"); }).message,
                    "f.json: the key \"" + key + "\" is missing, expected an integer");
    failure_of([&] { json_double(object_, key, "f"); });
    failure_of([&] { json_bool(object_, key, "f"); });
    failure_of([&] { json_string(object_, key, "f"); });
  }
}

TEST_F(JsonMembers, OfAnotherTypeAreErrorsEvenWithAFallback) {
  for (const std::string key : {"big", "real", "whole", "yes", "text", "list"})
    failure_of([&] { json_int(object_, key, "f", 1); });
  for (const std::string key : {"yes", "text", "list"})
    failure_of([&] { json_double(object_, key, "f", 1.0); });
  for (const std::string key : {"int", "text"}) failure_of([&] { json_bool(object_, key, "f"); });
  for (const std::string key : {"int", "list"}) failure_of([&] { json_string(object_, key, "f"); });
  expect_contains(failure_of([&] { json_int(object_, "text", "f.json"); }).message,
                  "f.json: key \"text\": found \"abc\", expected an integer of 64 bits");
}

TEST_F(JsonMembers, NeedAnObject) {
  expect_contains(failure_of([&] { json_int(json::array(), "a", "f", 1); }).message,
                  "f: found an array, expected an object with the key \"a\"");
  failure_of([&] { json_int(json(nullptr), "a", "f", 1); });
}

}  // namespace
}  // namespace tutti::format
