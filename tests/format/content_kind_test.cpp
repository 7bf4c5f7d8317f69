// SPDX-License-Identifier: Apache-2.0
#include "format/content_kind.h"

#include <gtest/gtest.h>

#include <nlohmann/json.hpp>

#include "format/json.h"
#include "format/safetensors.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::format {
namespace {

using test::expect_contains;
using test::failure_of;

TEST(ContentKind, ByTheFirstBytes) {
  EXPECT_EQ(content_kind("PAR1\x15"), "a Parquet file");
  EXPECT_EQ(content_kind(std::string("\x08\0\0\0\0\0\0\0{}", 10)), "a safetensors file");
  EXPECT_EQ(content_kind("PK\x03\x04\x14"), "a zip archive, as PyTorch's .bin and .pt files are");
  EXPECT_EQ(content_kind("<!DOCTYPE html>"), "an HTML page");
  for (const char* yaml : {"a: 1\n", "---\nx", "# c\n\nlearning_rate: 3e-5\r\n", "a:\n  b: c\n",
                           "- a\n- b\n", "%YAML 1.2\n"})
    EXPECT_EQ(content_kind(yaml), "YAML") << yaml;
  for (const char* other :
       {"", "{\"a\": 1}", "[1]", "  {", "\n{", "3", "\"a: b\"", "Ada wrote: a program", "http://x"})
    EXPECT_EQ(content_kind(other), std::nullopt) << other;
}

TEST(ContentKind, ReadersSayWhatTheyFound) {
  const auto of_json = [](const std::string& text) {
    return failure_of([&] { parse_json(text, "f"); }).message;
  };
  expect_contains(of_json("PAR1\x15\x04"), "found a Parquet file, expected JSON");
  expect_contains(of_json("a: 1\n"), "found YAML, expected JSON");
  expect_contains(of_json("{\"a\": 1,}"), "found malformed JSON");
  const test::TemporaryFolder folder;
  const Path file = folder.path() / "model.safetensors";
  for (const auto& [content, kind] :
       {std::pair("version https://git-lfs.github.com/spec/v1\noid sha256:1\n",
                  "a Git LFS pointer"),
        {"PK\x03\x04 and more bytes", "a zip archive"}}) {
    write_file_atomically(file, content);
    const auto failure = failure_of([&] { SafetensorsFile opened(file); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, kind);
  }
}

}  // namespace
}  // namespace tutti::format
