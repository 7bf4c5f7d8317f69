// SPDX-License-Identifier: Apache-2.0
#include "format/json_document.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace tutti::format {
namespace {

using test::expect_contains;

std::string refusal(const std::string& text) {
  const auto failure = test::failure_of([&] { JsonDocument(text, "f", 3); });
  EXPECT_EQ(failure.code, ExitCode::usage) << text;
  return failure.message;
}

TEST(JsonDocument, HasItsValues) {
  const JsonDocument document(R"({"a": [1, -2.5, "x", null, true, 18446744073709551615, {}]})",
                              "f");
  std::vector<std::string> found;
  for (const JsonElement item : array_of(document.root()["a"].value()))
    found.push_back(json_found(item));
  EXPECT_EQ(found, (std::vector<std::string>{"1", "-2.5", "\"x\"", "null", "true",
                                             "18446744073709551615", "an object"}));
  EXPECT_EQ(json_found(document.root()["a"].value()), "an array");
}

TEST(JsonDocument, RefusesWhatParseJsonRefuses) {
  expect_contains(refusal(R"({"a": 1, "a": 2})"), "f:3:12: found the key \"a\" twice");
  std::string many = "{";
  for (int i = 0; i < 20; i++) many += fmt::format("\"k{}\": 0, ", i);
  expect_contains(refusal(many + "\"k3\": 1}"), "found the key \"k3\" twice");
  expect_contains(refusal("[1,\n]"), "f:4:1: found malformed JSON");
  expect_contains(refusal(""), "f:3:1: ");
  expect_contains(refusal(std::string(101, '[') + std::string(101, ']')), "more than 100 deep");
  EXPECT_TRUE(JsonDocument(std::string(100, '[') + std::string(100, ']'), "f").root().is_array());
  expect_contains(refusal("[123456789012345678901]"), "a number that 64 bits do not hold");
}

}  // namespace
}  // namespace tutti::format
