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
#include "format/torch_file.h"

namespace tutti::format {
namespace {

std::string shown(const Path& path) {
  return escaped(path.native(), 1000);
}

constexpr std::string_view kSafetensors = ".safetensors", kTorch = ".bin";
constexpr const char* kTorchStem = "pytorch_model";
constexpr const char* kIndex = ".index.json";

bool is_there(const Path& path) {
  std::error_code ignored;
  return std::filesystem::exists(path, ignored);
}

/// The file of a folder that has the weights or lists their shards; nothing where there is none.
std::optional<Path> weights_file(const Path& folder, const std::string& stem) {
  std::vector<std::string> names = {stem + std::string(kSafetensors)};
  if (stem == kModelStem) names.push_back(kTorchStem + std::string(kTorch));
  for (const std::string& name : names)
    for (const char* suffix : {"", kIndex})
      if (is_there(folder / (name + suffix))) return folder / (name + suffix);
  return std::nullopt;
}

/// The names in a folder of which `is_wanted` is true, sorted; at most a few.
template <typename Wanted>
std::vector<std::string> names_in(const Path& folder, const Wanted& is_wanted) {
  constexpr size_t kShown = 4;
  std::vector<std::string> names;
  std::error_code failure;
  for (std::filesystem::directory_iterator at(folder, failure), end; !failure && at != end;
       at.increment(failure))
    if (is_wanted(at->path())) names.push_back(escaped(at->path().filename().native()));
  std::sort(names.begin(), names.end());
  if (names.size() > kShown) names.resize(kShown);
  return names;
}

/// What the Hugging Face hub's client leaves of a download that was not finished: in the folder,
/// or in the cache that the folder is a snapshot of.
bool has_unfinished_download(const Path& folder) {
  const auto is_unfinished = [](const Path& path) { return path.extension() == ".incomplete"; };
  for (const Path& place :
       {folder, folder / ".cache" / "huggingface" / "download", folder / ".." / ".." / "blobs"})
    if (!names_in(place, is_unfinished).empty()) return true;
  return false;
}

/// Weights that cannot be read: of other programs, shards without their index, links to nothing.
bool is_other_weights(const Path& path) {
  for (const char* other : {".h5", ".msgpack", ".pt", ".pth", ".ckpt", ".onnx", ".gguf", ".npz"})
    if (path.extension() == other) return true;
  return is_weights_name(path);
}

/// A shard is a file right in the folder, whatever the index says.
void check_shard_name(const std::string& name, const Path& index) {
  const std::string_view kSuffix =
      index.stem().stem().extension() == kTorch ? kTorch : kSafetensors;
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

bool is_weights_name(const Path& file) {
  return file.extension() == kSafetensors || file.extension() == kTorch;
}

std::optional<std::string> missing_weights(const Path& folder) {
  if (weights_file(folder, kModelStem)) return std::nullopt;
  const std::string found = fmt::format(
      "{}: found neither model.safetensors nor pytorch_model.bin, nor an index of their shards",
      shown(folder));
  if (has_unfinished_download(folder))
    return found + "; a download was not finished: run `hf download` again";
  const auto others = names_in(folder, is_other_weights);
  if (others.empty()) return found + "; name a folder with a model in Hugging Face's format";
  return fmt::format(
      "{}, but {}; load the model in transformers and save it with save_pretrained, or fetch it "
      "again",
      found, fmt::join(others, ", "));
}

ShardedTensors::ShardedTensors(const Path& folder, const std::string& stem) {
  const auto file = weights_file(folder, stem);
  if (!file && stem == kModelStem) io_error("{}", *missing_weights(folder));
  if (!file)
    io_error("{}: found neither {}{} nor {}{}{}", shown(folder), stem, kSafetensors, stem,
             kSafetensors, kIndex);
  if (is_weights_name(*file))
    shards_.push_back(open_shard(*file));
  else
    add_shards(folder, *file);
  list_tensors();
}

ShardedTensors::ShardedTensors(const Path& file, std::vector<TensorInfo> tensors, ReadTensor read,
                               ReadTensor read_blocks) {
  shards_.push_back({file, std::move(tensors), std::move(read), std::move(read_blocks)});
  list_tensors();
}

ShardedTensors::Shard ShardedTensors::open_shard(const Path& path) {
  const auto shard_of = [&](const auto& file) {
    return Shard{path, file->tensors(), [file](const TensorInfo& info, std::span<std::byte> out) {
                   file->read(info, out);
                 }};
  };
  if (path.extension() == kTorch) return shard_of(std::make_shared<const TorchFile>(path));
  return shard_of(std::make_shared<const SafetensorsFile>(path));
}

void ShardedTensors::add_shards(const Path& folder, const Path& index) {
  for (const auto& [shard, names] : read_index(index)) {
    const Path path = folder / shard;
    if (!is_there(path))
      io_error("{}: the shard {} is missing; fetch the whole model again", shown(index),
               shown(path));
    const Shard& file = shards_.emplace_back(open_shard(path));
    for (const std::string& name : names)
      if (!find_tensor(file.tensors, name))
        user_error("{}: tensor \"{}\" is listed in {} but missing there; fetch the model again",
                   shown(index), escaped(name), escaped(shard));
  }
}

void ShardedTensors::list_tensors() {
  std::vector<std::pair<const TensorInfo*, size_t>> all;
  for (size_t shard = 0; shard < shards_.size(); shard++)
    for (const TensorInfo& info : shards_[shard].tensors) all.emplace_back(&info, shard);
  std::sort(all.begin(), all.end(),
            [](const auto& a, const auto& b) { return a.first->name < b.first->name; });
  for (const auto& [info, shard] : all) {
    if (!tensors_.empty() && tensors_.back().name == info->name)
      user_error("{}: tensor \"{}\" is in {} too, expected it in one shard",
                 shown(shards_[shard].path), escaped(info->name),
                 shown(shards_[shard_of_.back()].path));
    tensors_.push_back(*info);
    shard_of_.push_back(shard);
  }
}

const ShardedTensors::Shard& ShardedTensors::shard_of(const TensorInfo& info) const {
  const TensorInfo* found = find(info.name);
  check(found != nullptr, "tensor {} is not of these files", info.name);
  return shards_[shard_of_[static_cast<size_t>(found - tensors_.data())]];
}

void ShardedTensors::read(const TensorInfo& info, std::span<std::byte> out) const {
  shard_of(info).read(info, out);
}

void ShardedTensors::read_blocks(const TensorInfo& info, std::span<std::byte> out) const {
  check(info.blocks.has_value(), "tensor {} has no blocks", info.name);
  shard_of(info).read_blocks(info, out);
}

std::vector<Path> ShardedTensors::files() const {
  std::vector<Path> paths;
  for (const Shard& shard : shards_) paths.push_back(shard.path);
  return paths;
}

}  // namespace tutti::format
