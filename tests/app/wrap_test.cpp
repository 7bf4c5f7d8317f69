// SPDX-License-Identifier: Apache-2.0
// How lines are broken for a terminal, and its colours; the table of predict.
#include "app/process/wrap.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "app/model/answer_table.h"
#include "app/process/colour.h"

namespace tutti::app {
namespace {

TEST(Wrap, BreaksBetweenWords) {
  EXPECT_EQ(wrapped("one two three", 7, 0), "one two\nthree");
  EXPECT_EQ(wrapped("one two three", 8, 2), "one two\n  three");
  EXPECT_EQ(wrapped("one two", 7, 0, 1), "one\ntwo");
  EXPECT_EQ(wrapped("one two", 0, 0), "one two");
  EXPECT_EQ(wrapped("one  two\n\n  three ", 20, 4), "one  two\n\n  three ");
}

TEST(Wrap, ALongWordHasALineOfItsOwn) {
  EXPECT_EQ(wrapped("in /a/long/path now", 8, 4), "in\n/a/long/path\n    now");
  EXPECT_EQ(wrapped("in /a/path it is", 8, 4), "in\n /a/path\n    it\n    is");
  EXPECT_EQ(wrapped("/a/long/path", 8, 4), "/a/long/path");
}

TEST(Wrap, CountsColumnsAndNotBytes) {
  EXPECT_EQ(columns_of("\x1b[1;31mwarning:\x1b[0m \u00e9\u4e2d"), 12u);
  EXPECT_EQ(wrapped("\x1b[32mok\x1b[0m aa", 5, 0), "\x1b[32mok\x1b[0m aa");
  EXPECT_EQ(wrapped("\u00e9\u00e9\u00e9 \u00e9", 5, 0), "\u00e9\u00e9\u00e9 \u00e9");
  // Characters that are two columns wide need no space between them.
  EXPECT_EQ(wrapped("\u4e2d\u6587\u4e2d\u6587", 5, 0), "\u4e2d\u6587\n\u4e2d\u6587");
}

TEST(Wrap, LinesGoOnBelowTheirLastColumn) {
  EXPECT_EQ(wrapped_lines("ok   memory  one two three\n", 20),
            "ok   memory  one two\n     three\n");
  EXPECT_EQ(wrapped_lines("a  b  one two three four\n", 16), "a  b  one two\n      three four\n");
  EXPECT_EQ(wrapped_lines("warning: one two\nnext", 14), "warning: one\n  two\nnext");
  EXPECT_EQ(wrapped_lines("a  b\n", 0), "a  b\n");
}

TEST(Wrap, WhatComesInPiecesIsBrokenAlike) {
  const std::string text = "one two  three\nfour \u4e2d\u6587 five six";
  for (size_t width = 1; width < 20; width++) {
    Wrapper wrapper(width, 1);
    std::string shown;
    for (const char c : text) shown += wrapper.push({&c, 1});
    EXPECT_EQ(shown + wrapper.finish(), wrapped(text, width, 1)) << width;
  }
  Wrapper wrapper(10);
  EXPECT_EQ(wrapper.push("one tw"), "one");  // "tw" may become longer
  EXPECT_EQ(wrapper.push("o "), " two");
}

TEST(Colours, AreLeftOutWhereNobodyWantsThem) {
  EXPECT_EQ(coloured(Colour::error, "error:", true), "\x1b[1;31merror:\x1b[0m");
  EXPECT_EQ(coloured(Colour::error, "error:", false), "error:");
  EXPECT_EQ(coloured(Colour::error, "", true), "");
}

TEST(AnswerTable, ShowsTheBestOfAnswersThatOverlap) {
  const auto answer = [](const char* text, int start, int end, double probability) {
    return nlohmann::ordered_json{{"answer", text},
                                  {"score", 10 * probability},
                                  {"probability", probability},
                                  {"start", start},
                                  {"end", end}};
  };
  const nlohmann::ordered_json answers = {
      answer("Ada in spring", 4, 17, 0.5), answer("Ada", 4, 7, 0.25), answer("", 0, 0, 0.125),
      answer("a tab\t", 17, 23, 0.0625), answer("spring", 11, 17, 0.03125)};
  EXPECT_EQ(answer_table(answers, 5, 0),
            "probability\tscore\tposition\tanswer\n"
            "0.5000\t5.0000\t4-17\tAda in spring\n"
            "0.1250\t1.2500\t-\t(no answer)\n"
            "0.0625\t0.6250\t17-23\ta tab\\x09\n");
  EXPECT_EQ(answer_table(answers, 1, 44),
            "probability   score  position  answer\n"
            "     0.5000  5.0000      4-17  Ada in spring\n");
  EXPECT_EQ(answer_table(answers, 1, 40),
            "probability   score  position  answer\n"
            "     0.5000  5.0000      4-17  Ada in\n"
            "                               spring\n");
}

TEST(AnswerTable, OfLabelsHasNoPositions) {
  const nlohmann::ordered_json labels = {
      {{"answer", "good"}, {"score", 2.0}, {"probability", 0.75}}};
  EXPECT_EQ(answer_table(labels, 5, 0), "probability\tscore\tanswer\n0.7500\t2.0000\tgood\n");
}

}  // namespace
}  // namespace tutti::app
