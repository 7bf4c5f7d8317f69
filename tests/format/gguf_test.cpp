// SPDX-License-Identifier: Apache-2.0
#include "format/gguf.h"

#include <gtest/gtest.h>

#include <cmath>
#include <cstring>
#include <limits>

#include "format/safetensors.h"
#include "support/data.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::format {
namespace {

using test::expect_contains;
using test::failure_of;

constexpr GgufType kAllTypes[] = {GgufType::f32, GgufType::f16, GgufType::bf16, GgufType::q8_0,
                                  GgufType::q4_1};

Path golden_file() {
  return test::golden_data("gguf") / "all_types.gguf";
}

std::string tensor_name(GgufType type) {
  std::string name(gguf_name_of(type));
  for (char& c : name) c = static_cast<char>(std::tolower(static_cast<unsigned char>(c)));
  return name;
}

std::vector<float> expected_values(GgufType type) {
  const SafetensorsFile file(test::golden_data("gguf") / "expected.safetensors");
  const TensorInfo* info = file.find(tensor_name(type));
  std::vector<float> values(info->bytes() / sizeof(float));
  file.read(*info, std::as_writable_bytes(std::span(values)));
  return values;
}

std::vector<float> values_in(const GgufFile& file, const std::string& name) {
  const GgufTensor* tensor = file.find(name);
  if (!tensor) throw std::runtime_error("no tensor " + name);
  std::vector<float> values(static_cast<size_t>(tensor->values()));
  file.read_values(*tensor, values);
  return values;
}

/// Equal to the bit, so that -0 is not 0.
void expect_same_bits(std::span<const float> found, std::span<const float> expected) {
  ASSERT_EQ(found.size(), expected.size());
  EXPECT_EQ(std::memcmp(found.data(), expected.data(), found.size_bytes()), 0);
}

// A file made by hand, so that the parser is not tested with our writer.

template <typename T>
std::string packed(T value) {
  return {reinterpret_cast<const char*>(&value), sizeof(value)};
}
std::string text_of(const std::string& text) {
  return packed<uint64_t>(text.size()) + text;
}
std::string key_of(const std::string& name, uint32_t type, const std::string& value) {
  return text_of(name) + packed(type) + value;
}
std::string tensor_of(const std::string& name, std::vector<uint64_t> sizes, uint32_t type,
                      uint64_t offset) {
  std::string bytes = text_of(name) + packed(static_cast<uint32_t>(sizes.size()));
  for (const uint64_t size : sizes) bytes += packed(size);
  return bytes + packed(type) + packed(offset);
}
std::string file_with(const std::vector<std::string>& keys, const std::vector<std::string>& tensors,
                      size_t data_bytes, uint32_t version = 3) {
  std::string bytes =
      "GGUF" + packed(version) + packed<uint64_t>(tensors.size()) + packed<uint64_t>(keys.size());
  for (const std::string& key : keys) bytes += key;
  for (const std::string& tensor : tensors) bytes += tensor;
  if (data_bytes > 0) bytes.append((32 - bytes.size() % 32) % 32 + data_bytes, '\0');
  return bytes;
}

GgufHeader parsed(const std::string& bytes) {
  return parse_gguf(
      [&](uint64_t offset, std::span<std::byte> out) {
        ASSERT_LE(offset + out.size(), bytes.size());
        std::memcpy(out.data(), bytes.data() + offset, out.size());
      },
      bytes.size(), "x.gguf");
}

TEST(Gguf, ReadsKeysOfEveryType) {
  const GgufFile file(golden_file());
  const GgufKeys& keys = file.keys();
  const auto integer = [&](const std::string& key) { return gguf_integer(keys, key, "x"); };
  EXPECT_EQ(gguf_string(keys, "general.architecture", "x"), "llama");
  EXPECT_EQ(integer("test.uint8"), 255);
  EXPECT_EQ(integer("test.int8"), -128);
  EXPECT_EQ(integer("test.uint16"), 65535);
  EXPECT_EQ(integer("test.int16"), -32768);
  EXPECT_EQ(integer("test.uint32"), 4294967295);
  EXPECT_EQ(integer("test.int32"), -2147483648LL);
  EXPECT_EQ(integer("test.int64"), std::numeric_limits<int64_t>::min());
  EXPECT_EQ(std::get<uint64_t>(*gguf_find(keys, "test.uint64")), UINT64_MAX);
  EXPECT_EQ(gguf_number(keys, "test.float32", "x"), 0.1f);
  EXPECT_EQ(gguf_number(keys, "test.float64", "x"), 0.1);
  EXPECT_TRUE(gguf_bool(keys, "test.bool", "x"));
  EXPECT_EQ(gguf_string(keys, "test.string", "x"), "caf\u00e9");
  EXPECT_EQ(gguf_list<int32_t>(keys, "test.list.int32", "x"), (std::vector<int32_t>{1, -2, 3}));
  EXPECT_EQ(gguf_list<float>(keys, "test.list.float32", "x"), (std::vector<float>{0.5, -1.5}));
  EXPECT_EQ(gguf_list<bool>(keys, "test.list.bool", "x"), (std::vector<bool>{true, false}));
  EXPECT_EQ(gguf_list<std::string>(keys, "test.list.string", "x"),
            (std::vector<std::string>{"a", "\u0120the", "<|im_end|>"}));
  EXPECT_EQ(gguf_list<uint8_t>(keys, "test.list.uint8", "x"), std::vector<uint8_t>{7});
  EXPECT_EQ(gguf_integer(keys, "absent", "x", 3), 3);
  EXPECT_EQ(gguf_find(keys, "absent"), nullptr);
}

TEST(Gguf, KeysOfOtherTypesAreNamed) {
  const GgufFile file(golden_file());
  const GgufKeys& keys = file.keys();
  const auto message = [](auto call) { return failure_of(call).message; };
  EXPECT_EQ(message([&] { gguf_integer(keys, "absent", "x"); }), "x: key absent is missing");
  EXPECT_EQ(message([&] { gguf_integer(keys, "test.bool", "x"); }),
            "x: key test.bool: found a bool, expected an integer");
  EXPECT_EQ(message([&] { gguf_list<float>(keys, "test.list.int32", "x"); }),
            "x: key test.list.int32: found a list of i32, expected a list of f32");
  EXPECT_EQ(message([&] { gguf_list<float>(keys, "test.string", "x"); }),
            "x: key test.string: found a string, expected a list of f32");
  expect_contains(message([&] { gguf_integer(keys, "test.uint64", "x"); }), "test.uint64");
}

TEST(Gguf, ReadsTensorsAsThePackageDequantizesThem) {
  const GgufFile file(golden_file());
  EXPECT_EQ(file.tensors().size(), 6u);
  EXPECT_EQ(file.find("absent"), nullptr);
  EXPECT_EQ(file.find("norm.weight")->shape, std::vector<int64_t>{5});
  for (const GgufType type : kAllTypes) {
    SCOPED_TRACE(gguf_name_of(type));
    const std::string name = "blk.0." + tensor_name(type) + ".weight";
    EXPECT_EQ(file.find(name)->type, type);
    EXPECT_EQ(file.find(name)->shape, (std::vector<int64_t>{6, 96}));
    expect_same_bits(values_in(file, name), expected_values(type));
  }
}

TEST(Gguf, RefusesBlocksWithoutAFiniteScale) {
  const test::TemporaryFolder folder;
  std::string bytes = file_with({}, {tensor_of("a", {64}, 8, 0)}, 2 * 34);
  bytes[bytes.size() - 33] = '\x7e';  // the scale of the second block is NaN
  bytes[bytes.size() - 34] = '\1';
  const Path path = folder.path() / "x.gguf";
  write_file_atomically(path, bytes);
  const test::Failure failure = failure_of([&] { values_in(GgufFile(path), "a"); });
  EXPECT_EQ(failure.code, ExitCode::usage);
  expect_contains(failure.message,
                  "x.gguf: tensor a: block 1: found a scale that is no finite number");
}

TEST(Gguf, QuantizesAsThePackageDoes) {
  const GgufFile file(golden_file());
  const std::vector<float> values = expected_values(GgufType::f32);
  for (const GgufType type : kAllTypes) {
    SCOPED_TRACE(gguf_name_of(type));
    const GgufTensor* tensor = file.find("blk.0." + tensor_name(type) + ".weight");
    std::vector<std::byte> expected(tensor->bytes);
    file.read(*tensor, expected);
    EXPECT_EQ(gguf_encode(type, values, "x"), expected);
  }
}

TEST(Gguf, WritesTheFileThatThePackageWrites) {
  const test::TemporaryFolder folder;
  const GgufFile golden(golden_file());
  std::vector<GgufSource> sources;
  const std::vector<float> values = expected_values(GgufType::f32);
  for (const GgufType type : kAllTypes)
    sources.push_back(
        {"blk.0." + tensor_name(type) + ".weight", type, {6, 96}, [&] { return values; }});
  sources.push_back({"norm.weight", GgufType::f32, {5}, [&] {
                       return std::vector<float>(values.begin(), values.begin() + 5);
                     }});
  write_gguf(folder.path() / "x.gguf", golden.keys(), sources);
  EXPECT_TRUE(read_file(folder.path() / "x.gguf") == read_file(golden_file()));
}

TEST(Gguf, AlignsAsTheKeySays) {
  const test::TemporaryFolder folder;
  const GgufSource one{"a", GgufType::f32, {3}, [] { return std::vector<float>{1, 2, 3}; }};
  GgufSource other = one;
  other.name = "b";
  write_gguf(folder.path() / "x.gguf", {{"general.alignment", uint32_t{128}}}, {one, other});
  const GgufFile file(folder.path() / "x.gguf");
  EXPECT_EQ(file.find("a")->begin % 128, 0u);
  EXPECT_EQ(file.find("b")->begin, file.find("a")->begin + 128);
  EXPECT_EQ(values_in(file, "b"), (std::vector<float>{1, 2, 3}));
}

TEST(Gguf, RefusesToWriteWhatATypeDoesNotHold) {
  const std::vector<float> infinite(32, INFINITY), large(32, 70000.0f), huge(32, 3e38f);
  const auto message = [](GgufType type, const std::vector<float>& values) {
    return failure_of([&] { gguf_encode(type, values, "tensor a"); }).message;
  };
  expect_contains(message(GgufType::f32, infinite), "tensor a: found inf, expected finite");
  expect_contains(message(GgufType::f16, large), "tensor a: found values that need");
  expect_contains(message(GgufType::q4_1, large), "expected at most 65504");
  expect_contains(message(GgufType::q8_0, huge), "write the tensor as F32");
  const test::TemporaryFolder folder;
  const GgufSource odd{"a", GgufType::q8_0, {2, 33}, [] { return std::vector<float>(66); }};
  expect_contains(failure_of([&] { write_gguf(folder.path() / "x.gguf", {}, {odd}); }).message,
                  "tensor a: found rows of 33 values, expected a multiple of 32 for Q8_0");
  EXPECT_FALSE(std::filesystem::exists(folder.path() / "x.gguf"));
}

TEST(Gguf, AcceptsVersionTwoAndEmptyFiles) {
  EXPECT_EQ(parsed(file_with({}, {}, 0)).tensors.size(), 0u);
  const GgufHeader header =
      parsed(file_with({key_of("n", 10, packed<uint64_t>(7))},
                       {tensor_of("b", {3, 2}, 0, 32), tensor_of("a", {8}, 0, 0)}, 56, 2));
  EXPECT_EQ(header.version, 2u);
  ASSERT_EQ(header.tensors.size(), 2u);
  EXPECT_EQ(header.tensors[0].name, "a");
  EXPECT_EQ(header.tensors[1].shape, (std::vector<int64_t>{2, 3}));
  EXPECT_EQ(header.tensors[1].begin, header.tensors[0].begin + 32);
}

TEST(Gguf, RefusesWhatIsNoFileOfTheFormat) {
  const std::string one = file_with({}, {tensor_of("a", {8}, 0, 0)}, 32);
  const uint64_t many = uint64_t{1} << 60;
  const std::string big_list = packed<uint32_t>(8) + packed(many);
  const struct {
    std::string bytes, message;
  } cases[] = {
      {"", "found the first bytes \"\", expected GGUF"},
      {"GGML1234", "found the first bytes \"GGML\", expected GGUF"},
      {"GGUF", "version: expected 4 bytes at byte 4, but the file ends at 4"},
      {file_with({}, {}, 0, 1), "found version 1, expected 2 or 3"},
      {file_with({}, {}, 0, 0x03000000), "big-endian"},
      {"GGUF" + packed(3) + packed(many) + packed(many), "the number of tensors"},
      {"GGUF" + packed(3) + packed(uint64_t{0}) + packed(many), "the number of keys"},
      {file_with({text_of("k")}, {}, 0), "key \"k\": expected 4 bytes"},
      {file_with({packed(many)}, {}, 0), "the name of key 0: found a length"},
      {file_with({key_of("", 0, "1")}, {}, 0), "the name of key 0: found \"\""},
      {file_with({key_of("\xff", 0, "1")}, {}, 0), "found \"\\xFF\", expected a name in UTF-8"},
      {file_with({key_of("k", 13, "")}, {}, 0), "key \"k\": found the type 13"},
      {file_with({key_of("k", 7, "\2")}, {}, 0), "key \"k\": found the bool 2"},
      {file_with({key_of("k", 8, packed<uint64_t>(4) + "abc")}, {}, 0),
       "key \"k\": expected 4 bytes"},
      {file_with({key_of("k", 9, big_list)}, {}, 0), "found a list of 1152921504606846976"},
      {file_with({key_of("k", 9, packed<uint32_t>(12) + packed(many * 8))}, {}, 0), "key \"k\""},
      {file_with({key_of("k", 9, packed<uint32_t>(0) + packed(many))}, {}, 0), "cut short"},
      {file_with({key_of("k", 9, packed<uint32_t>(9) + packed(uint64_t{1}))}, {}, 0),
       "key \"k\": found a list of lists"},
      {file_with({key_of("k", 0, "1"), key_of("k", 0, "1")}, {}, 0), "key \"k\": found twice"},
      {file_with({key_of("general.alignment", 4, packed(uint32_t{24}))}, {}, 0),
       "general.alignment: found 24, expected a power of two"},
      {file_with({key_of("general.alignment", 10, packed(uint64_t{32}))}, {}, 0),
       "general.alignment: found a u64, expected a u32"},
      {file_with({}, {tensor_of("a", {8, 1, 1, 1, 1}, 0, 0)}, 32), "found 5 dimensions"},
      {file_with({}, {tensor_of("a", {many * 8}, 0, 0)}, 32), "tensor \"a\": a dimension"},
      {file_with({}, {tensor_of("a", {many, many}, 0, 0)}, 32), "tensor \"a\": "},
      {file_with({}, {tensor_of("a", {32}, 16, 0)}, 32), "tensor \"a\": found the type IQ2_XXS"},
      {file_with({}, {tensor_of("a", {256}, 23, 0)}, 32), "tensor \"a\": found the type IQ4_XS"},
      {file_with({}, {tensor_of("a", {32}, 99, 0)}, 32), "found the type number 99"},
      {file_with({}, {tensor_of("a", {33, 2}, 8, 0)}, 96), "found rows of 33 values"},
      {file_with({}, {tensor_of("a", {4}, 0, 16)}, 32), "found the offset 16"},
      {file_with({}, {tensor_of("a", {9}, 0, 0)}, 32), "tensor \"a\": found data from byte"},
      {file_with({}, {tensor_of("a", {8}, 0, uint64_t(-32))}, 32), "tensor \"a\""},
      {file_with({}, {tensor_of("a", {9}, 0, 0), tensor_of("b", {1}, 0, 32)}, 64), "overlap"},
      {file_with({}, {tensor_of("a", {8}, 0, 0), tensor_of("a", {8}, 0, 32)}, 64),
       "tensor \"a\": found twice"},
      {one.substr(0, one.size() - 1), "cut short"},
  };
  for (const auto& one_case : cases) {
    SCOPED_TRACE(one_case.message);
    const test::Failure failure = failure_of([&] { parsed(one_case.bytes); });
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, "x.gguf: ");
    expect_contains(failure.message, one_case.message);
  }
}

TEST(Gguf, EveryCutIsAnError) {
  const std::string whole = read_file(golden_file());
  const size_t last = whole.size() - 32;  // padding follows the last tensor
  for (size_t size = 0; size < last; size += size < 1500 ? 1 : 97)
    EXPECT_THROW(parsed(whole.substr(0, size)), UserError) << size;
  EXPECT_NO_THROW(parsed(whole));
}

}  // namespace
}  // namespace tutti::format
