// SPDX-License-Identifier: Apache-2.0
#include "format/sharded.h"

#include <algorithm>
#include <filesystem>
#include <map>
#include <nlohmann/json.hpp>
#include <string>
#include <utility>

#include "base/error.h"
#include "base/text.h"
#include "format/json.h"

namespace tutti::format {
namespace {

std::string shown(const Path& path) {
  return escaped(path.native(), 1000);
}

/// A shard is a file right in the folder, whatever the index says.
void check_shard_name(const std::string& name, const Path& index) {
  constexpr std::string_view kSuffix = ".safetensors";
  if (!name.ends_with(kSuffix) || name.size() == kSuffix.size() ||
      name.find_first_of(std::string_view("/\\\0", 3)) != std::string::npos)
    user_error(
        "{}: found the shard name \"{}\", expected a file name that ends in {}, without a "
        "folder",
        shown(index), escaped(name), kSuffix);
}

/// The names of the tensors by shard, as the index gives them.
std::map<std::string, std::vector<std::string>> read_index(const Path& index) {
  const nlohmann::json root = read_json(index);
  const auto weights = root.is_object() ? root.find("weight_map") : root.end();
  if (weights == root.end() || !weights->is_object() || weights->empty())
    user_error("{}: found no \"weight_map\" from tensors to shards, expected one", shown(index));
  std::map<std::string, std::vector<std::string>> shards;
  for (const auto& [tensor, shard] : weights->items()) {
    const std::string name = json_string(*weights, tensor, index.native());
    check_shard_name(name, index);
    shards[name].push_back(tensor);
  }
  return shards;
}

}  // namespace

ShardedTensors::ShardedTensors(const Path& folder, const std::string& stem) {
  const Path single = folder / (stem + ".safetensors");
  const Path index = folder / (stem + ".safetensors.index.json");
  std::error_code ignored;
  if (std::filesystem::exists(single, ignored)) {
    shards_.emplace_back(single);
  } else if (std::filesystem::exists(index, ignored)) {
    add_shards(folder, index);
  } else {
    const std::string found = fmt::format("{}: found neither {} nor {}", shown(folder),
                                          single.filename().string(), index.filename().string());
    if (stem != kModelStem) io_error("{}", found);
    const bool pickled = std::filesystem::exists(folder / "pytorch_model.bin", ignored);
    io_error("{}{}", found,
             pickled ? "; pytorch_model.bin is not read: load the model in transformers and save "
                       "it with save_pretrained(..., safe_serialization=True)"
                     : "; name a folder with a model in Hugging Face's format");
  }
  list_tensors();
}

ShardedTensors::ShardedTensors(const Path& file, std::vector<TensorInfo> tensors, ReadTensor read)
    : tensors_(std::move(tensors)), other_files_({file}), read_other_(std::move(read)) {
  std::sort(tensors_.begin(), tensors_.end(),
            [](const TensorInfo& a, const TensorInfo& b) { return a.name < b.name; });
}

void ShardedTensors::add_shards(const Path& folder, const Path& index) {
  for (const auto& [shard, names] : read_index(index)) {
    const Path path = folder / shard;
    std::error_code ignored;
    if (!std::filesystem::exists(path, ignored))
      io_error("{}: the shard {} is missing; fetch the whole model again", shown(index),
               shown(path));
    const SafetensorsFile& file = shards_.emplace_back(path);
    for (const std::string& name : names)
      if (!file.find(name))
        user_error("{}: tensor \"{}\" is listed in {}, and is not there; fetch the model again",
                   shown(index), escaped(name), escaped(shard));
  }
}

void ShardedTensors::list_tensors() {
  std::vector<std::pair<const TensorInfo*, size_t>> all;
  for (size_t shard = 0; shard < shards_.size(); shard++)
    for (const TensorInfo& info : shards_[shard].tensors()) all.emplace_back(&info, shard);
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.first->name < b.first->name; });
  for (const auto& [info, shard] : all) {
    if (!tensors_.empty() && tensors_.back().name == info->name)
      user_error("{}: tensor \"{}\" is in {} too, expected it in one shard",
                 shown(shards_[shard].path()), escaped(info->name),
                 shown(shards_[shard_of_.back()].path()));
    tensors_.push_back(*info);
    shard_of_.push_back(shard);
  }
}

void ShardedTensors::read(const TensorInfo& info, std::span<std::byte> out) const {
  const TensorInfo* found = find(info.name);
  check(found != nullptr, "tensor {} is not of these files", info.name);
  if (read_other_) return read_other_(*found, out);
  shards_[shard_of_[static_cast<size_t>(found - tensors_.data())]].read(*found, out);
}

std::vector<Path> ShardedTensors::files() const {
  std::vector<Path> paths = other_files_;
  for (const SafetensorsFile& shard : shards_) paths.push_back(shard.path());
  return paths;
}

}  // namespace tutti::format
