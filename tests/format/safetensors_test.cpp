// SPDX-License-Identifier: Apache-2.0
#include "format/safetensors.h"

#include <gtest/gtest.h>

#include <cstring>

#include "format/safetensors_files.h"
#include "support/data.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::format {
namespace {

using test::expect_contains;
using test::failure_of;

template <typename T>
std::vector<T> values_of(const SafetensorsFile& file, const std::string& name) {
  const TensorInfo* info = file.find(name);
  if (!info) throw std::runtime_error("no tensor " + name);
  std::vector<T> values(info->bytes() / sizeof(T));
  file.read(*info, std::as_writable_bytes(std::span(values)));
  return values;
}

class SafetensorsTest : public testing::Test {
 protected:
  Path path() const { return folder_.path() / "x.safetensors"; }
  SafetensorsFile open(const std::string& header, const std::string& data) const {
    put(path(), file_of(header, data));
    return SafetensorsFile(path());
  }

  test::TemporaryFolder folder_;
};

TEST_F(SafetensorsTest, ReadsAFileMadeByHand) {
  const auto file = open(R"({"__metadata__":{"format":"pt"},)"
                         R"("b.weight":{"dtype":"F32","shape":[2,1],"data_offsets":[0,8]},)"
                         R"("a":{"dtype":"I8","shape":[],"data_offsets":[8,9]}}   )",
                         std::string("\0\0\x80\x3f\0\0\0\xc0\xff", 9));
  ASSERT_EQ(file.tensors().size(), 2u);
  EXPECT_EQ(file.tensors()[0].name, "a");
  EXPECT_EQ(file.tensors()[0].dtype, Dtype::i8);
  EXPECT_TRUE(file.tensors()[0].shape.empty());
  EXPECT_EQ(file.find("b.weight")->shape, (std::vector<int64_t>{2, 1}));
  EXPECT_EQ(values_of<float>(file, "b.weight"), (std::vector<float>{1.0f, -2.0f}));
  EXPECT_EQ(values_of<int8_t>(file, "a"), std::vector<int8_t>{-1});
  EXPECT_EQ(file.metadata(), (Metadata{{"format", "pt"}}));
  EXPECT_EQ(file.find("c"), nullptr);
  EXPECT_EQ(file.find(""), nullptr);
}

TEST_F(SafetensorsTest, AcceptsWhatIsUnusualAndValid) {
  const struct {
    std::string what;
    std::string header;
    size_t data;
  } cases[] = {
      {"nothing", "{}", 0},
      {"only metadata", R"({"__metadata__":{}})", 0},
      {"not in order",
       R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[1,3]},)"
       R"("b":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}})",
       3},
      {"empty tensor at the end",
       R"({"a":{"dtype":"U8","shape":[2],"data_offsets":[0,2]},)"
       R"("b":{"dtype":"F64","shape":[3,0],"data_offsets":[2,2]}})",
       2},
      {"two empty tensors at one place",
       R"({"a":{"dtype":"F32","shape":[0],"data_offsets":[0,0]},)"
       R"("b":{"dtype":"F32","shape":[0],"data_offsets":[0,0]}})",
       0},
      {"empty with an overflowing size of the rest",
       R"({"a":{"dtype":"F32","shape":[0,9223372036854775807],"data_offsets":[0,0]}})", 0},
      {"unaligned data and length",
       R"({"a":{"dtype":"U8","shape":[1],"data_offsets":[0,1]}, )"
       R"("b":{"dtype":"F32","shape":[1],"data_offsets":[1,5]}})",
       5},
      {"keys in any order", R"({"a":{"data_offsets":[0,2],"shape":[1],"dtype":"BF16"}})", 2},
      {"a name like a path", R"({"../a/b":{"dtype":"U8","shape":[],"data_offsets":[0,1]}})", 1},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.what);
    EXPECT_NO_THROW(open(one.header, std::string(one.data, 'x')));
  }
}

TEST_F(SafetensorsTest, RefusesLyingLengths) {
  const std::string object = "{}";
  const struct {
    std::string content;
    std::string part;
  } cases[] = {
      {length_prefix(0), "header: found \"\", expected { as its first byte"},
      {length_prefix(1) + "{", "at its end"},
      {length_prefix(3) + object, "header length of 3 in a file of 10 bytes"},
      {length_prefix(1) + object, "at its end"},
      {length_prefix(uint64_t{1} << 63) + object, "header length of 9223372036854775808"},
      {length_prefix(UINT64_MAX) + object, "header length of 18446744073709551615"},
      {length_prefix(UINT64_MAX - 7) + object, "header length of 18446744073709551608"},
      {length_prefix(100'000'001) + object, "header length of 100000001"},
  };
  for (const auto& one : cases) {
    put(path(), one.content);
    const auto failure = failure_of([&] { SafetensorsFile file(path()); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, path().string());
    expect_contains(failure.message, one.part);
  }
  for (size_t size = 0; size < 8; size++) {
    put(path(), std::string(size, '\0'));
    expect_contains(failure_of([&] { SafetensorsFile file(path()); }).message,
                    "found " + std::to_string(size) + " bytes");
  }
}

TEST_F(SafetensorsTest, RefusesAHugeLengthOfASparseFileBeforeReadingIt) {
  put(path(), length_prefix(100'000'001) + "{");
  std::filesystem::resize_file(path(), uintmax_t{1} << 40);
  expect_contains(failure_of([&] { SafetensorsFile file(path()); }).message,
                  "expected at most 100000000");
}

/// A header with one tensor of 4 bytes, some member replaced.
std::string tensor(const std::string& dtype, const std::string& shape, const std::string& offsets) {
  return R"({"a":{"dtype":)" + dtype + R"(,"shape":)" + shape + R"(,"data_offsets":)" + offsets +
         "}}";
}

TEST_F(SafetensorsTest, RefusesHeadersThatAreNotAJsonObject) {
  const std::string good = tensor("\"F32\"", "[1]", "[0,4]");
  ASSERT_NO_THROW(open(good, "1234"));
  std::string deep;
  for (int i = 0; i < 100'000; i++) deep += "{\"a\":";
  std::string nul = good;
  nul[1] = '\0';
  const std::string headers[] = {"\xef\xbb\xbf" + good,
                                 " " + good,
                                 "[" + good + "]",
                                 "null",
                                 "\"{}\"",
                                 nul,
                                 "{\"\xff\":" + good.substr(5),
                                 "{\"\\ud800\":" + good.substr(5),
                                 good + "x",
                                 good + "{}",
                                 good + "\t",
                                 good + "\n",
                                 good + std::string(1, '\0'),
                                 deep + "}",
                                 "{\"a}",
                                 "{/**/}",
                                 "{'a':1}",
                                 "{,}",
                                 "{} }"};
  for (const std::string& header : headers) {
    SCOPED_TRACE(header.substr(0, 100));
    EXPECT_EQ(failure_of([&] { open(header, "1234"); }).code, ExitCode::usage);
  }
}

TEST_F(SafetensorsTest, RefusesBadEntries) {
  std::string many_sizes = "[1";
  for (int i = 1; i < 65'536; i++) many_sizes += ",1";
  many_sizes += "]";
  const struct {
    std::string header;
    std::string part;
  } cases[] = {
      // dtype
      {tensor("\"F33\"", "[1]", "[0,4]"), "found dtype \"F33\", expected one of"},
      {tensor("\"f32\"", "[1]", "[0,4]"), "found dtype \"f32\""},
      {tensor("\"\"", "[1]", "[0,4]"), "found dtype \"\""},
      {tensor("\"F4\"", "[7]", "[0,4]"), "found dtype \"F4\""},
      {tensor("32", "[1]", "[0,4]"), "found 32, expected a string"},
      {tensor("null", "[1]", "[0,4]"), "\"dtype\" is missing"},
      // shape
      {tensor("\"F32\"", "[-1]", "[0,4]"), "shape: found -1"},
      {tensor("\"F32\"", "[-0]", "[0,4]"), "shape: found 0"},
      {tensor("\"F32\"", "[1.0]", "[0,4]"), "shape: found 1.0"},
      {tensor("\"F32\"", "[\"1\"]", "[0,4]"), "shape: found \"1\""},
      {tensor("\"F32\"", "[true]", "[0,4]"), "shape: found true"},
      {tensor("\"F32\"", "[NaN]", "[0,4]"), "malformed"},
      {tensor("\"F32\"", "[1e400]", "[0,4]"), "malformed"},
      {tensor("\"F32\"", "[18446744073709551616]", "[0,4]"), "shape: found 1.84"},
      {tensor("\"F32\"", "[18446744073709551615]", "[0,4]"), "out of range"},
      {tensor("\"U8\"", "[4294967296,4294967296]", "[0,4]"), "is larger than"},
      {tensor("\"F64\"", "[4611686018427387904]", "[0,4]"), "is larger than"},
      {tensor("\"F32\"", "[0]", "[0,4]"), "found 4 bytes of data, expected 0"},
      {tensor("\"F32\"", "[2]", "[0,4]"), "found 4 bytes of data, expected 8 for F32 of shape [2]"},
      {tensor("\"F32\"", many_sizes, "[0,4]"), "found 65536 dimensions"},
      {tensor("\"F32\"", "1", "[0,4]"), "shape: found 1, expected a list"},
      {tensor("\"F32\"", "{}", "[0,4]"), "shape: found {}"},
      // offsets
      {tensor("\"F32\"", "[1]", "[4,0]"), "an end of 0 before the begin of 4"},
      {tensor("\"F32\"", "[1]", "[-4,0]"), "data_offsets: found -4"},
      {tensor("\"F32\"", "[1]", "[4]"), "data_offsets: found 1 numbers"},
      {tensor("\"F32\"", "[1]", "[0,4,4]"), "data_offsets: found 3 numbers"},
      {tensor("\"F32\"", "[1]", "null"), "data_offsets: found null"},
      {tensor("\"F32\"", "[2]", "[0,8]"), "found 4 bytes of data, expected 8 by the header"},
      {tensor("\"U8\"", "[3]", "[0,3]"), "found 4 bytes of data, expected 3 by the header"},
      {tensor("\"U8\"", "[3]", "[1,4]"), "found its data at byte 1, expected 0"},
      {"{}", "found 4 bytes of data, expected 0"},
      // keys
      {R"({"a":{"shape":[1],"data_offsets":[0,4]}})", "\"dtype\" is missing"},
      {R"({"a":{"dtype":"F32","data_offsets":[0,4]}})", "shape is missing"},
      {R"({"a":{"dtype":"F32","shape":[1]}})", "data_offsets is missing"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"b":1}})", "found the key \"b\""},
      {R"({"a":{"dtype":"F32","dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "twice"},
      {R"({"a":{"dtype":"F32","shape":[1],"shape":[1],"data_offsets":[0,4]}})", "twice"},
      {R"({"a":{"dtype":"F32","shape":[1],"data_offsets":[0,4],"data_offsets":[0,4]}})", "twice"},
      {R"({"a":[]})", "found [], expected an object"},
      // names
      {R"({"":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "name of 0 bytes"},
      {"{\"" + std::string(1 << 20, 'a') + R"(":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})",
       "name of 1048576 bytes"},
      {R"({"a\u0000b":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "control characters"},
      {R"({"a\u001b[2J":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "\"a\\x1B[2J\""},
      {R"({"a\n":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "control characters"},
      // metadata
      {R"({"__metadata__":{"a":1}})", "key \"a\": found 1, expected a string"},
      {R"({"__metadata__":{"a":{"b":"c"}}})", "expected a string"},
      {R"({"__metadata__":"a"})", "__metadata__: found \"a\", expected an object"},
      {R"({"__metadata__":{},"__metadata__":{}})", "twice"},
      {R"({"__metadata__":{"dtype":"F32","shape":[1],"data_offsets":[0,4]}})", "expected a string"},
  };
  for (const auto& one : cases) {
    SCOPED_TRACE(one.header.substr(0, 120));
    const auto failure = failure_of([&] { open(one.header, "1234"); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, path().string() + ": header");
    expect_contains(failure.message, one.part);
    EXPECT_LT(failure.message.size(), 2000u);
  }
}

TEST_F(SafetensorsTest, RefusesOverlapsAndHoles) {
  const auto two = [](const std::string& first, const std::string& second) {
    const auto entry = [](const std::string& name, const std::string& span) {
      const size_t comma = span.find(',');
      const int size = std::stoi(span.substr(comma + 1)) - std::stoi(span.substr(0, comma));
      return "\"" + name + R"(":{"dtype":"U8","shape":[)" + std::to_string(size) +
             R"(],"data_offsets":[)" + span + "]}";
    };
    return "{" + entry("a", first) + "," + entry("b", second) + "}";
  };
  const std::string data(8, 'x');
  ASSERT_NO_THROW(open(two("0,4", "4,8"), data));
  const struct {
    std::string first, second, what;
  } cases[] = {{"0,8", "0,8", "full overlap"},   {"0,6", "2,8", "part"},
               {"0,5", "4,8", "one byte"},       {"0,3", "4,8", "hole of a byte"},
               {"1,4", "4,8", "gap at start"},   {"0,4", "4,7", "tail"},
               {"0,8", "3,3", "empty, inside"},  {"0,4", "0,8", "same begin"},
               {"0,8", "9,9", "empty, outside"}, {"0,4", "4,9", "past the end"}};
  for (const auto& one : cases) {
    SCOPED_TRACE(one.what);
    EXPECT_EQ(failure_of([&] { open(two(one.first, one.second), data); }).code, ExitCode::usage);
  }
}

TEST_F(SafetensorsTest, RefusesAFileCutOffAnywhere) {
  const std::string whole = file_of(tensor("\"F32\"", "[1]", "[0,4]") + "  ", "1234");
  for (size_t size = 0; size < whole.size(); size++) {
    put(path(), whole.substr(0, size));
    EXPECT_EQ(failure_of([&] { SafetensorsFile file(path()); }).code, ExitCode::usage) << size;
  }
}

TEST_F(SafetensorsTest, SurvivesEveryFlippedBit) {
  const std::string whole = file_of(tensor("\"F32\"", "[1]", "[0,4]"), "1234");
  for (size_t bit = 0; bit < 8 * (whole.size() - 4); bit++) {
    std::string flipped = whole;
    flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ (1 << (bit % 8)));
    put(path(), flipped);
    try {
      const SafetensorsFile file(path());
      ASSERT_EQ(file.tensors().size(), 1u);  // another name, or I32 for F32
      EXPECT_EQ(file.tensors()[0].bytes(), 4u);
    } catch (const UserError& error) {
      EXPECT_EQ(error.code(), ExitCode::usage);
    }
  }
}

TEST(SafetensorsHeader, LimitsTheValuesOfAHeader) {
  std::string keys = "{";
  std::string sizes = R"({"a":{"shape":[1)";
  for (int i = 0; i < 1'000'000; i++) {
    keys += "\"" + std::to_string(i) + "\":{},";
    sizes += ",1";
  }
  for (const std::string& header : {keys + "\"x\":{}}", sizes + "]}}"})
    expect_contains(failure_of([&] { parse_safetensors_header(header, 0, "t"); }).message,
                    "more than 1000000 values");
}

TEST_F(SafetensorsTest, AFileThatShrinksAfterOpeningIsAnError) {
  const auto file = open(tensor("\"F32\"", "[1]", "[0,4]"), "1234");
  std::filesystem::resize_file(path(), std::filesystem::file_size(path()) - 1);
  expect_contains(failure_of([&] { values_of<float>(file, "a"); }).message, "the file ends at");
}

TEST_F(SafetensorsTest, WritesTheFormatsBytes) {
  const float wide[] = {1.0f};
  const int8_t narrow[] = {1, 2, 3};
  const std::vector<TensorEntry> entries = {
      {"b", Dtype::i8, {3, 1}, std::as_bytes(std::span(narrow))},
      {"a", Dtype::i8, {0}, {}},
      {"z\"", Dtype::f32, {}, std::as_bytes(std::span(wide))}};
  write_safetensors(path(), entries, {{"format", "pt"}});
  std::string header = R"({"__metadata__":{"format":"pt"},)"
                       R"("z\"":{"dtype":"F32","shape":[],"data_offsets":[0,4]},)"
                       R"("a":{"dtype":"I8","shape":[0],"data_offsets":[4,4]},)"
                       R"("b":{"dtype":"I8","shape":[3,1],"data_offsets":[4,7]}})";
  header += std::string((8 - header.size() % 8) % 8, ' ');
  EXPECT_EQ(read_file(path()), file_of(header, std::string("\0\0\x80\x3f\1\2\3", 7)));

  write_safetensors(path(), {entries[2], entries[1], entries[0]}, {{"format", "pt"}});
  EXPECT_EQ(read_file(path()), file_of(header, std::string("\0\0\x80\x3f\1\2\3", 7)));
}

TEST_F(SafetensorsTest, ShowsEachPieceThatItWrites) {
  const std::vector<TensorSource> sources = {{"a", Dtype::u8, {3}, [](const WritePiece& write) {
                                                write("12");
                                                write("3");
                                              }}};
  std::string seen;
  write_safetensors(path(), sources, {}, [&](std::string_view piece) { seen += piece; });
  EXPECT_EQ(seen, read_file(path()));
}

TEST_F(SafetensorsTest, ReadsBackWhatItWrites) {
  const std::vector<double> values = {1.5, -0.0, 1e-310};
  for (const Dtype dtype :
       {Dtype::boolean, Dtype::u8, Dtype::i8, Dtype::u16, Dtype::i16, Dtype::f16, Dtype::bf16,
        Dtype::u32, Dtype::i32, Dtype::f32, Dtype::u64, Dtype::i64, Dtype::f64}) {
    const auto bytes = std::as_bytes(std::span(values));
    const auto rows = static_cast<int64_t>(bytes.size() / byte_size(dtype));
    write_safetensors(path(), {{"x", dtype, {rows, 1}, bytes}}, {{"k\n", "\"é"}});
    const SafetensorsFile file(path());
    ASSERT_EQ(file.tensors().size(), 1u);
    EXPECT_EQ(file.tensors()[0].dtype, dtype);
    EXPECT_EQ(file.tensors()[0].shape, (std::vector<int64_t>{rows, 1}));
    EXPECT_EQ(file.metadata(), (Metadata{{"k\n", "\"é"}}));
    const auto read = values_of<double>(file, "x");
    EXPECT_EQ(std::memcmp(read.data(), values.data(), bytes.size()), 0);
    EXPECT_EQ(dtype_of(name_of(dtype)), dtype);
  }
}

TEST_F(SafetensorsTest, WritesNothingThatItCouldNotRead) {
  const float one[] = {1.0f};
  const auto bytes = std::as_bytes(std::span(one));
  const auto write = [&](std::vector<TensorEntry> entries) {
    write_safetensors(path(), std::move(entries));
  };
  EXPECT_THROW(write({{"a", Dtype::f32, {2}, bytes}}), InternalError);
  EXPECT_THROW(write({{"", Dtype::f32, {1}, bytes}}), InternalError);
  EXPECT_THROW(write({{"a", Dtype::f32, {1}, bytes}, {"a", Dtype::f32, {1}, bytes}}),
               InternalError);
  EXPECT_THROW(write({{"\xff", Dtype::f32, {1}, bytes}}), UserError);
  EXPECT_FALSE(std::filesystem::exists(path()));
}

TEST(SafetensorsData, ReadsRealFiles) {
  const SafetensorsFile file(test::golden_data("bert-mini/model.safetensors"));
  const TensorInfo* words = file.find("bert.embeddings.word_embeddings.weight");
  ASSERT_NE(words, nullptr);
  EXPECT_EQ(words->dtype, Dtype::f32);
  EXPECT_EQ(words->shape, (std::vector<int64_t>{96, 16}));
  for (const float value : values_of<float>(file, words->name)) ASSERT_LT(std::abs(value), 2.0f);
}

TEST(SafetensorsData, ReadsEverySharedFile) {
  TUTTI_DATA_OR_SKIP(root, "golden");
  size_t files = 0;
  for (const auto& entry : std::filesystem::recursive_directory_iterator(root.parent_path()))
    if (entry.path().extension() == ".safetensors") {
      const SafetensorsFile file(entry.path());
      for (const TensorInfo& info : file.tensors()) {
        std::vector<std::byte> bytes(info.bytes());
        file.read(info, bytes);
      }
      files++;
    }
  EXPECT_GE(files, 4u);
}

}  // namespace
}  // namespace tutti::format
