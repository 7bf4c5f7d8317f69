// SPDX-License-Identifier: Apache-2.0
#include "base/text.h"

#include <gtest/gtest.h>

namespace tutti {
namespace {

TEST(Utf8, DecodesTheFirstCodePoint) {
  const struct {
    std::string_view bytes;
    uint32_t value;
    size_t size;
  } cases[] = {{"A", 0x41, 1},
               {"\xc2\x80", 0x80, 2},
               {"\xdf\xbf", 0x7ff, 2},
               {"\xe0\xa0\x80", 0x800, 3},
               {"\xe2\x82\xac rest", 0x20ac, 3},
               {"\xed\x9f\xbf", 0xd7ff, 3},
               {"\xee\x80\x80", 0xe000, 3},
               {"\xf0\x90\x80\x80", 0x10000, 4},
               {"\xf4\x8f\xbf\xbf", 0x10ffff, 4}};
  for (const auto& one : cases) {
    const CodePoint found = first_code_point(one.bytes);
    EXPECT_EQ(found.value, one.value);
    EXPECT_EQ(found.size, one.size);
    EXPECT_TRUE(is_valid_utf8(one.bytes));
  }
}

TEST(Utf8, RefusesWhatTheStandardRefuses) {
  for (const std::string_view bytes :
       {"\x80", "\xbf", "\xc0\x80", "\xc1\xbf", "\xc2", "\xc2 ", "\xe0\x80\x80", "\xe0\x9f\xbf",
        "\xe2\x82", "\xed\xa0\x80", "\xed\xbf\xbf", "\xf0\x80\x80\x80", "\xf0\x8f\xbf\xbf",
        "\xf0\x90\x80", "\xf4\x90\x80\x80", "\xf5\x80\x80\x80", "\xff"}) {
    EXPECT_EQ(first_code_point(bytes).size, 0u);
    EXPECT_FALSE(is_valid_utf8(std::string("ok") + std::string(bytes)));
  }
  EXPECT_TRUE(is_valid_utf8(""));
}

TEST(Escaped, ShowsTextAndHidesControls) {
  EXPECT_EQ(escaped("Grüße, 世界"), "Grüße, 世界");
  EXPECT_EQ(escaped("a\x1b[31m\n\t"), "a\\x1B[31m\\x0A\\x09");
  EXPECT_EQ(escaped(std::string("\0", 1)), "\\x00");
  EXPECT_EQ(escaped_lines("a\x1b[31m\n\tb\n"), "a\\x1B[31m\n\tb\n");
  EXPECT_EQ(escaped_lines(std::string(1000, 'a')), std::string(1000, 'a'));
  EXPECT_EQ(escaped("\x7f"), "\\x7F");
  EXPECT_EQ(escaped("\xc2\x9b"), "\\xC2\\x9B");           // C1 control: CSI
  EXPECT_EQ(escaped("\xe2\x80\xae"), "\\xE2\\x80\\xAE");  // right-to-left override
  EXPECT_EQ(escaped("\xff\xc3(ok"), "\\xFF\\xC3(ok");
}

TEST(Escaped, CutsBetweenCharacters) {
  EXPECT_EQ(escaped("abcdef", 6), "abcdef");
  EXPECT_EQ(escaped("abcdef", 5), "abcde...");
  EXPECT_EQ(escaped("aé", 2), "a...");
  EXPECT_EQ(escaped("a", 0), "...");
}

TEST(HumanBytes, UsesBinaryUnits) {
  EXPECT_EQ(human_bytes(0), "0 B");
  EXPECT_EQ(human_bytes(1023), "1023 B");
  EXPECT_EQ(human_bytes(1024), "1.0 KiB");
  EXPECT_EQ(human_bytes(1536), "1.5 KiB");
  EXPECT_EQ(human_bytes((1 << 20) - 1), "1.0 MiB");
  EXPECT_EQ(human_bytes(size_t{3} << 40), "3.0 TiB");
  EXPECT_EQ(human_bytes(SIZE_MAX), "16.0 EiB");
}

TEST(WordsOf, HaveNoSpaces) {
  EXPECT_EQ(words_of(" a\tb  c\r\n"), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_EQ(words_of("a\vb\fc"), (std::vector<std::string>{"a", "b", "c"}));
  EXPECT_TRUE(words_of(" ").empty());
}

TEST(PartsOfList, HaveNoBlanksAround) {
  EXPECT_EQ(parts_of_list(" a, b c ,,\t, d"), (std::vector<std::string>{"a", "b c", "d"}));
  EXPECT_TRUE(parts_of_list(" ").empty());
}

TEST(ShellWord, IsQuotedWhereAShellWouldChangeIt) {
  EXPECT_EQ(shell_word("--learning_rate=3e-5"), "--learning_rate=3e-5");
  EXPECT_EQ(shell_word("a b"), "'a b'");
  EXPECT_EQ(shell_word("it's"), "'it'\\''s'");
  EXPECT_EQ(shell_word(""), "''");
}

}  // namespace
}  // namespace tutti
