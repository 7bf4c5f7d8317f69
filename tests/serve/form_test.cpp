// SPDX-License-Identifier: Apache-2.0
#include "serve/form.h"

#include <gtest/gtest.h>

#include "support/errors.h"

namespace tutti::serve {
namespace {

using test::expect_contains;

/// Three groups with a flag of each kind.
class FormTest : public testing::Test {
 protected:
  FormTest() {
    ArgumentLister list;
    list.group("Model").add("model", model_, "a <folder>");
    list.group("Training")
        .add("do_train", truth_, "train")
        .add("save", kept_, "save")
        .number("rate", rate_, 0, 1, "the rate")
        .choice("kind", kind_, {"linear", "cosine"}, "of the rate");
    list.group("More").add("sample", open_, "or not").number("most", most_, 1, 9, "at most");
    const char* standards[] = {"", "false", "true", "5e-05", "linear", "", ""};
    size_t i = 0;
    for (const Argument& argument : list.take())
      fields_.push_back({.argument = argument, .standard = standards[i++]});
  }

  std::string model_, kind_;
  bool truth_ = false, kept_ = true;
  double rate_ = 5e-5;
  std::optional<bool> open_;
  std::optional<int64_t> most_;
  std::vector<Field> fields_;
};

TEST_F(FormTest, EachFieldHasALabelAnExplanationAndItsDefault) {
  const std::string html = fields_html(fields_, {}, {}, 1);
  expect_contains(html, "<label for=\"f-model\">model</label>");
  expect_contains(html, "id=\"f-model\" name=\"a.model\" aria-describedby=\"h-model\"");
  expect_contains(html, "<p id=\"h-model\" class=\"faint\">a &lt;folder&gt;</p>");
  expect_contains(html, "value=\"5e-05\"");
  expect_contains(html, "<option value=\"linear\" selected>linear</option>");
  expect_contains(html, "aria-describedby=\"h-save\" checked>");
  expect_contains(html, "<option value=\"\" selected>default</option>");
  expect_contains(html, "<details class=\"group\" open><summary><h3>Model</h3>");
  expect_contains(html, "<details class=\"group\"><summary><h3>Training</h3>");
}

TEST_F(FormTest, AFieldMayHaveWordsOfItsOwn) {
  Field method = fields_[1];
  method.label = "Method";
  method.standing = "all weights";
  method.when_true = "a <LoRA> adapter";
  const std::string html = field_html(method, {{"do_train", "true"}}, {});
  expect_contains(html, "<label for=\"f-do_train\">Method</label><select id=\"f-do_train\"");
  expect_contains(html,
                  "<option value=\"false\">all weights</option>"
                  "<option value=\"true\" selected>a &lt;LoRA&gt; adapter</option>");
  EXPECT_EQ(given_values({method}, {{"a.do_train", "false"}}), NamedValues{});
}

TEST_F(FormTest, WhatWasGivenStaysAndErrorsOpenTheirGroup) {
  const std::string html = fields_html(fields_, {{"rate", "\"><script>"}, {"kind", "cosine"}},
                                       {{"rate", "expected a number"}}, 1);
  expect_contains(html, "value=\"&quot;&gt;&lt;script&gt;\"");
  expect_contains(html, "aria-invalid=\"true\"");
  expect_contains(html, "<strong>expected a number</strong>");
  expect_contains(html, "<option value=\"cosine\" selected>cosine</option>");
  expect_contains(html, "<details class=\"group\" open><summary><h3>Training</h3>");
  EXPECT_EQ(html.find("<script>"), std::string::npos);
}

TEST_F(FormTest, OnlyWhatIsNotTheDefaultIsGiven) {
  const NamedValues same = {{"a.model", ""},  {"a.save", "true"},   {"a.rate", "5e-05"},
                            {"a.sample", ""}, {"a.kind", "linear"}, {"a.most", ""}};
  EXPECT_EQ(given_values(fields_, same), NamedValues{});
  const NamedValues form = {{"key", "k"},         {"rate", "1"},        {"a.other", "x"},
                            {"a.rate", "0.001"},  {"a.kind", "linear"}, {"a.do_train", "true"},
                            {"a.model", "a\r\nb"}};
  const NamedValues expected = {
      {"model", "a\nb"}, {"do_train", "true"}, {"save", "false"}, {"rate", "0.001"}};
  EXPECT_EQ(given_values(fields_, form), expected);
  const std::vector<std::string> flags = {"--model=a\nb", "--do_train", "--save=false",
                                          "--rate=0.001"};
  EXPECT_EQ(flags_of(fields_, expected), flags);
}

}  // namespace
}  // namespace tutti::serve
