// SPDX-License-Identifier: Apache-2.0
#include "format/argument_values.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "support/errors.h"

namespace tutti::format {
namespace {

struct Values {
  bool flag = false;
  int64_t count = 1;
  std::optional<double> share;
  std::string kind = "a", resume;
  std::vector<std::string> files;

  ArgumentList list() {
    ArgumentLister lister;
    lister.add("flag", flag, "")
        .number("count", count, 1, 9, "")
        .number("share", share, 0, 1, "")
        .choice("kind", kind, {"a", "b"}, "")
        .add("resume", resume, "")
        .meaning_of_true("auto")
        .positionals("FILE", files, "");
    return lister.take();
  }
};

std::string failure_of_text(size_t argument, std::string_view text) {
  Values values;
  return test::failure_of([&] { set_from_text(values.list()[argument], text, "--x"); }).message;
}

TEST(ArgumentValues, AreReadFromTexts) {
  Values values;
  const ArgumentList list = values.list();
  set_from_text(list[0], "True", "--flag");
  set_from_text(list[1], "+7", "--count");
  set_from_text(list[2], "2.5e-1", "--share");
  set_from_text(list[3], "b", "--kind");
  set_from_text(list[4], "true", "--resume");
  set_from_text(list[5], "one", "FILE");
  set_from_text(list[5], "two", "FILE");
  EXPECT_TRUE(values.flag);
  EXPECT_EQ(values.count, 7);
  EXPECT_EQ(values.share, 0.25);
  EXPECT_EQ(values.kind, "b");
  EXPECT_EQ(values.resume, "auto");
  EXPECT_EQ(values.files, (std::vector<std::string>{"one", "two"}));
}

TEST(ArgumentValues, WhatIsNoneIsNamedWithItsPlace) {
  EXPECT_EQ(failure_of_text(0, "yes"), "--x: found \"yes\", expected true or false");
  EXPECT_EQ(failure_of_text(1, "10"), "--x: found \"10\", expected a whole number from 1 to 9");
  EXPECT_EQ(failure_of_text(1, "1.5"), "--x: found \"1.5\", expected a whole number from 1 to 9");
  EXPECT_EQ(failure_of_text(2, "nan"), "--x: found \"nan\", expected a number from 0 to 1");
  EXPECT_EQ(failure_of_text(3, "c"), "--x: found \"c\", expected one of a, b");
}

TEST(ArgumentValues, GoThroughJson) {
  Values values;
  values.count = 3;
  values.share = 0.5;
  const auto json = arguments_json(values.list());
  EXPECT_EQ(json.dump(), R"({"flag":false,"count":3,"share":0.5,"kind":"a","resume":null})");
  Values read;
  for (const Argument& argument : read.list())
    if (json.contains(argument.name) && !json[argument.name].is_null())
      set_from_json(argument, json[argument.name], argument.name);
  EXPECT_EQ(read.count, 3);
  EXPECT_EQ(read.share, 0.5);
  EXPECT_EQ(test::failure_of([&] { set_from_json(read.list()[1], "3", "count"); }).message,
            "count: found \"3\", expected a whole number from 1 to 9");
  EXPECT_EQ(text_of(read.list()[2]), "0.5");
  EXPECT_EQ(text_of(Values().list()[2]), "");
}

}  // namespace
}  // namespace tutti::format
