// SPDX-License-Identifier: Apache-2.0
#include "format/yaml.h"

#include <gtest/gtest.h>

#include <chrono>
#include <nlohmann/json.hpp>

#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::format {
namespace {

using nlohmann::json;
using test::expect_contains;
using test::failure_of;

std::string refusal(const std::string& text) {
  const auto failure = failure_of([&] { parse_yaml(text, "run.yaml"); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  return failure.message;
}

// Expectations are those of YAML 1.2.2, chapter 10.3.
TEST(ParseYaml, ScalarsOfTheCoreSchema) {
  for (const auto& [text, value] :
       std::vector<std::pair<std::string, json>>{{"~", nullptr},
                                                 {"null", nullptr},
                                                 {"true", true},
                                                 {"False", false},
                                                 {"12", 12},
                                                 {"+12", 12},
                                                 {"-7", -7},
                                                 {"007", 7},
                                                 {"3e-5", 3e-5},
                                                 {"5.", 5.0},
                                                 {"-.5", -0.5},
                                                 {"1e3", 1e3},
                                                 {"18446744073709551615", UINT64_MAX},
                                                 {"yes", "yes"},
                                                 {"no", "no"},
                                                 {"1_000", "1_000"},
                                                 {"1-2", "1-2"},
                                                 {"+-1", "+-1"},
                                                 {"e5", "e5"},
                                                 {".", "."},
                                                 {"1.2.3", "1.2.3"},
                                                 {"\"12\"", "12"},
                                                 {"'true'", "true"},
                                                 {"\"\\u00e9\"", "\u00e9"},
                                                 {"bert-base", "bert-base"}}) {
    const json found = parse_yaml("a: " + text + "\n", "t");
    EXPECT_EQ(found, (json{{"a", value}})) << text;
    EXPECT_EQ(found["a"].is_number_float(), value.is_number_float()) << text;
  }
  EXPECT_EQ(parse_yaml("a:\nb: c\n", "t"), (json{{"a", nullptr}, {"b", "c"}}));
}

TEST(ParseYaml, BlocksFlowsAndJson) {
  EXPECT_EQ(
      parse_yaml("# comment\n---\na: [1, {b: c}]\nd:\n- 1\n- - 2\n  - 3\ne: |\n  x\n  y\n", "t"),
      json::parse(R"({"a": [1, {"b": "c"}], "d": [1, [2, 3]], "e": "x\ny\n"})"));
  const std::string text = R"({"a": [1, -2.5, true, null, "x"], "b": {}})";
  EXPECT_EQ(parse_yaml(text, "t"), json::parse(text)) << "JSON is YAML";
  EXPECT_EQ(parse_yaml("\xef\xbb\xbf"
                       "a: 1\r\nb: 2\r\n",
                       "t"),
            json::parse(R"({"a":1,"b":2})"));
}

TEST(ParseYaml, SaysWhereAndWhat) {
  expect_contains(refusal("a: 1\nb: [1\n"), "run.yaml:3:1: found malformed YAML: ");
  expect_contains(refusal("a: 1\na: 2\n"), "run.yaml:2:1: found the key \"a\" twice");
  expect_contains(refusal("a: 1\n  b: 2\n"), "run.yaml:2:4: found malformed YAML: ");
  expect_contains(refusal("a: \t- b\n\tc: d\n"), "malformed YAML");
  expect_contains(refusal("a: 1\n---\nb: 2\n"), "run.yaml:2:1: found a second document");
  expect_contains(refusal("a: !!int 3\n"), "run.yaml:1:4: found the tag tag:yaml.org,2002:int");
  expect_contains(refusal("a: !!python/object:os.system x\n"), "found the tag");
  expect_contains(refusal("? [a]\n: b\n"), "found a list or mapping as a key");
  expect_contains(refusal(""), "run.yaml:1:1: found no value");
  expect_contains(refusal("# nothing\n"), "found no value");
  expect_contains(refusal("a: 1\nb: \xff\n"), "run.yaml:2:4: found malformed YAML: ");
  expect_contains(refusal(std::string("a: \0b", 5)), "malformed YAML");
}

TEST(ParseYaml, SaysInWhichLineEachValueIs) {
  YamlLines lines;
  const auto value = parse_yaml("# first\na:\n  b: 1\n  c: [x,\n      y]\nd: {e: 2}\n", "t", lines);
  EXPECT_EQ(value["a"]["c"][1], "y");
  const YamlLines expected = {{"/a", 2},     {"/a/b", 3}, {"/a/c", 4}, {"/a/c/0", 4},
                              {"/a/c/1", 5}, {"/d", 6},   {"/d/e", 6}};
  EXPECT_EQ(lines, expected);
}

TEST(ParseYaml, BombsAreRefusedAtOnce) {
  const auto begin = std::chrono::steady_clock::now();
  std::string bomb = "a: &a [x, x, x, x, x, x, x, x, x]\n";
  for (char c = 'b'; c <= 'z'; c++) {
    bomb += fmt::format("{0}: &{0} [", c);
    for (int i = 0; i < 9; i++) bomb += fmt::format("{}*{}", i ? "," : "", char(c - 1));
    bomb += "]\n";
  }
  expect_contains(refusal(bomb), "run.yaml:1:4: found the anchor &a; write the value");
  expect_contains(refusal("a: *b\n"), "found the alias *b; write the value");
  for (const char* open : {"[", "{a: ", "- ", "? ", "[{", "\"", "a: [", "!", "&a ", "|"}) {
    std::string text;
    while (text.size() < 1 << 20) text += open;
    refusal(text);
  }
  std::string steps;  // as many levels as lines
  for (size_t i = 0; i < 1000; i++) steps += std::string(i, ' ') + "a:\n";
  expect_contains(refusal(steps), "nested more than 100 deep");
  const std::chrono::duration<double> seconds = std::chrono::steady_clock::now() - begin;
  EXPECT_LT(seconds.count(), 20);
}

TEST(ParseYaml, FilesHaveALimit) {
  const test::TemporaryFolder folder;
  const Path file = folder.path() / "large.yaml";
  write_file_atomically(file, "a: " + std::string(100, 'x'));
  EXPECT_EQ(read_yaml(file)["a"].get<std::string>().size(), 100u);
  EXPECT_EQ(failure_of([&] { read_yaml(file, 50); }).code, ExitCode::usage);
}

}  // namespace
}  // namespace tutti::format
