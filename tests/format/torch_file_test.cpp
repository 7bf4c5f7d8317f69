// SPDX-License-Identifier: Apache-2.0
// The fixtures are written by tools/write_torch_fixtures.py, and have these values there.
#include "format/torch_file.h"

#include <gtest/gtest.h>

#include <cstring>

#include "format/safetensors_files.h"
#include "format/sharded.h"
#include "format/torch_files.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::format {
namespace {

using test::expect_contains;
using test::failure_of;
using Shape = std::vector<int64_t>;

const Path kFixtures = Path(TUTTI_SOURCE_DIR) / "tests" / "format" / "torch";

template <typename Number>
std::vector<Number> values_of(const TorchFile& file, const std::string& name) {
  const TensorInfo* info = find_tensor(file.tensors(), name);
  if (!info) return {};
  std::vector<Number> values(info->bytes() / sizeof(Number));
  file.read(*info, std::as_writable_bytes(std::span(values)));
  return values;
}

std::string refusal(const Path& path) {
  const auto failure = failure_of([&] { TorchFile file(path); });
  EXPECT_EQ(failure.code, ExitCode::usage) << failure.message;
  return failure.message;
}

TEST(TorchFile, ReadsTensorsOfAllKinds) {
  const TorchFile file(kFixtures / "state_dict.bin");
  ASSERT_EQ(file.tensors().size(), 13u);
  const auto info = [&](const std::string& name) { return *find_tensor(file.tensors(), name); };
  EXPECT_EQ(values_of<float>(file, "whole"),
            (std::vector<float>{0, 1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11}));
  EXPECT_EQ(values_of<float>(file, "parameter"), (std::vector<float>{0.5, -2}));
  EXPECT_EQ(info("bf16").dtype, Dtype::bf16);
  EXPECT_EQ(values_of<uint16_t>(file, "bf16"), (std::vector<uint16_t>{0x3f80, 0xbec0}));
  EXPECT_EQ(info("f16").dtype, Dtype::f16);
  EXPECT_EQ(values_of<uint16_t>(file, "f16"), (std::vector<uint16_t>{0x3e00}));
  EXPECT_EQ(values_of<double>(file, "f64"), (std::vector<double>{1e300}));
  EXPECT_EQ(values_of<int64_t>(file, "i64"), (std::vector<int64_t>{-1, int64_t{1} << 40}));
  EXPECT_EQ(values_of<uint8_t>(file, "u8"), (std::vector<uint8_t>{7}));
  EXPECT_EQ(info("bool").dtype, Dtype::boolean);
  EXPECT_EQ(values_of<uint8_t>(file, "bool"), (std::vector<uint8_t>{1, 0}));
  EXPECT_EQ(info("scalar").shape, Shape{});
  EXPECT_EQ(values_of<float>(file, "scalar"), (std::vector<float>{3}));
  EXPECT_EQ(info("empty").shape, (Shape{0, 4}));
  EXPECT_EQ(values_of<float>(file, "empty"), (std::vector<float>{}));
  EXPECT_EQ(info("row").shape, (Shape{1, 3}));
  EXPECT_EQ(values_of<int64_t>(file, "row"), (std::vector<int64_t>{0, 1, 2}));
}

TEST(TorchFile, ReadsViewsOfAStorageInTheirOwnOrder) {
  const TorchFile file(kFixtures / "state_dict.bin");
  EXPECT_EQ(find_tensor(file.tensors(), "transposed")->shape, (Shape{4, 3}));
  EXPECT_EQ(values_of<float>(file, "transposed"),
            (std::vector<float>{0, 4, 8, 1, 5, 9, 2, 6, 10, 3, 7, 11}));
  EXPECT_EQ(find_tensor(file.tensors(), "part")->shape, (Shape{2, 2}));
  EXPECT_EQ(values_of<float>(file, "part"), (std::vector<float>{6, 7, 10, 11}));
}

TEST(TorchFile, RefusesOldAndCompressedFiles) {
  const std::string legacy = refusal(kFixtures / "legacy.bin");
  expect_contains(legacy, "found no zip archive");
  expect_contains(legacy, "python -c \"import torch, safetensors.torch as s; s.save_file({k: ");
  expect_contains(legacy, "torch.load('legacy.bin', weights_only=True");
  expect_contains(refusal(kFixtures / "deflated.bin"), "is compressed (method 8)");
}

TEST(TorchFile, RefusesStoragesThatAreNotAsDescribed) {
  const test::TemporaryFolder folder;
  const Path path = folder.path() / "x.bin";
  const std::string pickle =
      pickled_dict({{"w", pickled(PickledView{"FloatStorage", "0", 2, 0, {2}, {1}})}});
  const auto refused = [&](const std::vector<std::pair<std::string, std::string>>& members) {
    put(path, zip_of(members));
    return refusal(path);
  };
  const std::string eight(8, 'x');
  expect_contains(refused({{"m/data.pkl", pickle}}), "w: found 0 bytes as data/0, expected 8");
  expect_contains(refused({{"m/data.pkl", pickle}, {"m/data/0", "1234"}}), "found 4 bytes");
  expect_contains(refused({{"m/data.pkl", pickle}, {"other/data/0", eight}}), "found 0 bytes");
  expect_contains(refused({{"m/byteorder", "big"}, {"m/data.pkl", pickle}, {"m/data/0", eight}}),
                  "byte order \"big\"");
  expect_contains(refused({{"m/data/0", eight}}), "found no data.pkl");
  expect_contains(refused({{"m/data.pkl", std::string("\x80\x02"
                                                      "cos\nsystem\n.")}}),
                  "requests os.system");
}

}  // namespace
}  // namespace tutti::format
