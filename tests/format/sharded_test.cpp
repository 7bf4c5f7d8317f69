// SPDX-License-Identifier: Apache-2.0
#include "format/sharded.h"

#include <gtest/gtest.h>

#include <array>

#include "format/safetensors_files.h"
#include "format/torch_files.h"
#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::format {
namespace {

using test::expect_contains;
using test::failure_of;

class ShardedTest : public testing::Test {
 protected:
  /// A shard with one-byte tensors of these names, each holding the first letter of its name.
  void put_shard(const std::string& file, const std::vector<std::string>& names) const {
    std::string header = "{";
    std::string data;
    for (const std::string& name : names) {
      header += (data.empty() ? "\"" : ",\"") + name + R"(":{"dtype":"U8","shape":[],)" +
                R"("data_offsets":[)" + std::to_string(data.size()) + "," +
                std::to_string(data.size() + 1) + "]}";
      data += name[0];
    }
    put(folder_.path() / file, file_of(header + "}", data));
  }
  void put_index(const std::string& weight_map) const {
    put(folder_.path() / "model.safetensors.index.json",
        R"({"metadata":{"total_size":3},"weight_map":)" + weight_map + "}");
  }
  test::Failure opening() const {
    return failure_of([&] { ShardedTensors tensors(folder_.path()); });
  }

  test::TemporaryFolder folder_;
};

char value_of(const ShardedTensors& tensors, const std::string& name) {
  std::array<std::byte, 1> value{};
  tensors.read(*tensors.find(name), value);
  return std::to_integer<char>(value[0]);
}

TEST_F(ShardedTest, ReadsASingleFileAndPrefersIt) {
  put_index(R"({"a":"absent.safetensors"})");
  put_shard("model.safetensors", {"b", "a"});
  const ShardedTensors tensors(folder_.path());
  ASSERT_EQ(tensors.tensors().size(), 2u);
  EXPECT_EQ(value_of(tensors, "a"), 'a');
  EXPECT_EQ(tensors.files(), std::vector<Path>{folder_.path() / "model.safetensors"});
}

TEST_F(ShardedTest, ReadsFilesOfAnotherStem) {
  put_shard("model.safetensors", {"a"});
  const auto other = [&] { return ShardedTensors(folder_.path(), "optimizer"); };
  expect_contains(failure_of([&] { other(); }).message,
                  "neither optimizer.safetensors nor optimizer.safetensors.index.json");
  put_shard("optimizer.safetensors", {"b"});
  EXPECT_EQ(other().files(), std::vector<Path>{folder_.path() / "optimizer.safetensors"});
}

TEST_F(ShardedTest, ReadsAllShardsAsOneList) {
  put_shard("1.safetensors", {"c", "a"});
  put_shard("2.safetensors", {"b", "unlisted"});
  put_index(R"({"a":"1.safetensors","b":"2.safetensors","c":"1.safetensors"})");
  const ShardedTensors tensors(folder_.path());
  ASSERT_EQ(tensors.tensors().size(), 4u);
  EXPECT_EQ(tensors.tensors()[1].name, "b");
  for (const std::string name : {"a", "b", "c", "unlisted"})
    EXPECT_EQ(value_of(tensors, name), name[0]);
  EXPECT_EQ(tensors.find("d"), nullptr);
  EXPECT_EQ(tensors.files().size(), 2u);
}

TEST_F(ShardedTest, RefusesShardNamesThatAreNoFileOfTheFolder) {
  put_shard("x.safetensors", {"a"});
  for (const std::string name :
       {"", ".", "..", ".safetensors", "../x.safetensors", "/x.safetensors", "./x.safetensors",
        "a/../x.safetensors", "..\\\\x.safetensors", "x.safetensors\\u0000.safetensors",
        "model.safetensors.index.json", "x.bin"}) {
    put_index(R"({"a":")" + name + "\"}");
    const auto failure = opening();
    EXPECT_EQ(failure.code, ExitCode::usage);
    expect_contains(failure.message, "model.safetensors.index.json: found the shard name");
  }
}

TEST_F(ShardedTest, RefusesAnIndexThatLies) {
  put_shard("1.safetensors", {"a"});
  put_shard("2.safetensors", {"b"});
  put_shard("twice.safetensors", {"a", "b"});
  put_index(R"({"a":"2.safetensors","b":"2.safetensors"})");
  expect_contains(opening().message, "tensor \"a\" is listed in 2.safetensors but missing there");
  put_index(R"({"a":"1.safetensors","c":"1.safetensors"})");
  expect_contains(opening().message, "tensor \"c\" is listed");
  put_index(R"({"a":"1.safetensors","b":"twice.safetensors"})");
  expect_contains(opening().message, "tensor \"a\" is in ");
  put_index(R"({"a":"absent.safetensors"})");
  EXPECT_EQ(opening().code, ExitCode::io);
}

TEST_F(ShardedTest, RefusesAMalformedIndex) {
  for (const std::string map : {"{}", "[]", "null", R"({"a":1})", R"({"a":["x.safetensors"]})",
                                R"({"a":"x.safetensors","a":"x.safetensors"})", "{"}) {
    put_index(map);
    EXPECT_EQ(opening().code, ExitCode::usage) << map;
  }
  put(folder_.path() / "model.safetensors.index.json", "[]");
  expect_contains(opening().message, "found no \"weight_map\"");
}

TEST_F(ShardedTest, SaysWhatIsMissing) {
  const auto failure = opening();
  EXPECT_EQ(failure.code, ExitCode::io);
  expect_contains(failure.message, folder_.path().string() + ": found neither model.safetensors");
  for (const char* other : {"tf_model.h5", "model-00001-of-00002.safetensors"}) {
    put(folder_.path() / other, "");
    expect_contains(opening().message, other);
  }
  expect_contains(opening().message, "save_pretrained");
  std::filesystem::create_symlink("nowhere", folder_.path() / "model.safetensors");
  expect_contains(opening().message, "but model-00001-of-00002.safetensors, model.safetensors");
}

TEST_F(ShardedTest, SaysThatADownloadWasNotFinished) {
  const Path place = folder_.path() / ".cache" / "huggingface" / "download";
  std::filesystem::create_directories(place);
  put(place / "0123.incomplete", "part");
  const auto failure = opening();
  EXPECT_EQ(failure.code, ExitCode::io);
  expect_contains(failure.message, "a download was not finished");
  expect_contains(*missing_weights(folder_.path()), "a download was not finished");
  put_shard("model.safetensors", {"a"});
  EXPECT_EQ(missing_weights(folder_.path()), std::nullopt);
}

TEST_F(ShardedTest, ReadsTheFilesOfPyTorch) {
  const auto put_bin = [&](const std::string& file, const std::string& name, char value) {
    const PickledView view{"ByteStorage", "0", 1, 0, {}, {}};
    put(folder_.path() / file, zip_of({{"m/data.pkl", pickled_dict({{name, pickled(view)}})},
                                       {"m/data/0", std::string(1, value)}}));
  };
  put_bin("pytorch_model-1.bin", "a", 'x');
  put_bin("pytorch_model-2.bin", "b", 'y');
  const auto put_bin_index = [&](const std::string& map) {
    put(folder_.path() / "pytorch_model.bin.index.json", R"({"weight_map":)" + map + "}");
  };
  put_bin_index(R"({"a":"pytorch_model-1.bin","b":"pytorch_model-2.bin"})");
  const ShardedTensors both(folder_.path());
  EXPECT_EQ(value_of(both, "a"), 'x');
  EXPECT_EQ(value_of(both, "b"), 'y');
  put_bin_index(R"({"a":"model.safetensors"})");
  expect_contains(opening().message, "expected a file name that ends in .bin");
  put_bin_index(R"({"a":"pytorch_model-3.bin"})");
  expect_contains(opening().message, "pytorch_model-3.bin is missing");
  put_bin("pytorch_model.bin", "c", 'z');
  EXPECT_EQ(value_of(ShardedTensors(folder_.path()), "c"), 'z') << "before the index";
  put_shard("model.safetensors", {"d"});
  EXPECT_EQ(ShardedTensors(folder_.path()).tensors()[0].name, "d") << "before both";
}

TEST_F(ShardedTest, RefusesABrokenShard) {
  put(folder_.path() / "model.safetensors", "broken");
  EXPECT_EQ(opening().code, ExitCode::usage);
}

}  // namespace
}  // namespace tutti::format
