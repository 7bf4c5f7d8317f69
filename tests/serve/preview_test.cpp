// SPDX-License-Identifier: Apache-2.0
#include "serve/preview.h"

#include <gtest/gtest.h>

#include <fstream>

#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::serve {
namespace {

using test::expect_contains;

class PreviewTest : public testing::Test {
 protected:
  std::string preview(const std::string& name, const std::string& content,
                      const std::string& others = "") const {
    const Path file = folder_.path() / name;
    std::ofstream(file) << content;
    return preview_html(file.string() + others, hide);
  }

  static std::string hide(std::string text) {
    const size_t at = text.find("secret");
    return at == text.npos ? text : text.replace(at, 6, "***");
  }

  test::TemporaryFolder folder_;
};

TEST_F(PreviewTest, ShowsTheFirstRowsOfEachKindOfFile) {
  expect_contains(preview("a.csv", "text,label\n<b>,1\nsecret,0\n", ",other.csv"),
                  "<th scope=\"col\">text</th><th scope=\"col\">label</th></tr></thead><tbody>\n"
                  "<tr><th scope=\"row\">&lt;b&gt;</th><td>1</td></tr>\n"
                  "<tr><th scope=\"row\">***</th><td>0</td></tr>");
  expect_contains(preview("a.jsonl", "{\"messages\":[{\"role\":\"user\"}]}\n"),
                  "[{&quot;role&quot;:&quot;user&quot;}]</th>");
  expect_contains(preview("a.json", R"({"data":[{"paragraphs":[{"context":"c","qas":[{"question":)"
                                    R"("q","answers":[{"text":"a"}]}]}]}]})"),
                  "<th scope=\"row\">q</th><td>a</td><td>c</td>");
  expect_contains(preview("a.txt", "one\ntwo"), "<th scope=\"row\">two</th>");
}

TEST_F(PreviewTest, SaysWhyThereIsNone) {
  EXPECT_EQ(preview_html("", hide), "");
  expect_contains(preview("b.json", R"({"data":[{"paragraphs":[{}]}]})"), "<p>No preview: ");
  expect_contains(preview("c.json", "[1"), "<p>No preview: c.json");
  expect_contains(preview("d.jsonl", "x\n"), "<p>No preview: d.jsonl:1:");
  expect_contains(preview("a.parquet", "PAR1"), "<p>No preview: it is packed");
  expect_contains(preview("a.csv.gz", "x"), "<p>No preview: it is packed");
  expect_contains(preview("a.txt", "\xff"), "<p>No preview: a.txt");
  expect_contains(preview_html("/dev/zero", hide), "No preview: /dev/zero: there is no such file.");
  expect_contains(preview_html(folder_.path().string(), hide), "there is no such file.");
}

TEST_F(PreviewTest, IsShort) {
  std::string rows;
  for (int i = 0; i < 100'000; i++) rows += fmt::format("row {}\n", i);
  const std::string few = preview("long.txt", rows);
  expect_contains(few, "row 4");
  EXPECT_EQ(few.find("row 5"), std::string::npos);
  // A cell ends at a character: each of these takes three bytes.
  std::string wide = "a";
  for (int i = 0; i < 100; i++) wide += "€";
  const std::string cell = preview("wide.txt", wide);
  expect_contains(cell, "€ …</th>");
  EXPECT_EQ(cell.find("\\x"), std::string::npos);
  EXPECT_LT(cell.size(), 400U);
}

}  // namespace
}  // namespace tutti::serve
