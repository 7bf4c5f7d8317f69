// SPDX-License-Identifier: Apache-2.0
#include "task/data_kinds.h"

#include <gtest/gtest.h>

#include "support/errors.h"
#include "support/log.h"

namespace tutti::task {
namespace {

using Names = std::vector<std::string>;
using test::expect_contains;

TEST(DataKinds, SayHowToGoOn) {
  expect_contains(advice_for(Names{"text", "label"}, "question-answering"),
                  "add --task text-classification");
  expect_contains(advice_for(Names{"messages"}, "text-classification"),
                  "add --task text-generation");
  expect_contains(advice_for(Names{"id", "question", "context", "answers"}, "text-generation"),
                  "add --task question-answering");
  expect_contains(advice_for(Names{"prompt", "chosen", "rejected"}, "text-generation"), "DPO");
  expect_contains(advice_for(Names{"tokens", "ner_tags"}, "text-classification"),
                  "add --task token-classification");
  EXPECT_EQ(advice_for(Names{"label"}, "text-classification"), "");
  EXPECT_EQ(advice_for(Names{"review", "stars"}, "text-classification"), "");
}

TEST(DataKinds, UnusedColumnsAreNamedOnce) {
  const test::LogRecord log;
  tell_unused("a.csv", Names{"text", "idx", "a\nb"}, Names{"text", "label"});
  tell_unused("b.csv", Names{"text"}, Names{"text"});
  EXPECT_EQ(log.text(), "a.csv: not used: \"idx\", \"a\\x0Ab\"\n");
  EXPECT_EQ(quoted_names(Names(14, "x")).substr(12 * 5 - 2), " and 2 more");
}

}  // namespace
}  // namespace tutti::task
