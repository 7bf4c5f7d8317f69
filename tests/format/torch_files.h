// SPDX-License-Identifier: Apache-2.0
// Zip archives and PyTorch's files made by hand, so that readers are not tested with our writers.
#pragma once

#include <cstdint>
#include <string>
#include <utility>
#include <vector>

#include "format/safetensors.h"

namespace tutti::format {

/// A number of so many bytes, little-endian.
inline std::string little(uint64_t value, int bytes) {
  std::string text;
  for (int i = 0; i < bytes; i++) text += static_cast<char>(value >> (8 * i));
  return text;
}

struct ZipOptions {
  uint64_t method = 0;
  uint64_t flags = 0;
};

/// An archive of these names and contents, which are stored as they are, whatever `options` say.
inline std::string zip_of(const std::vector<std::pair<std::string, std::string>>& members,
                          const ZipOptions& options = {}) {
  std::string file, directory;
  for (const auto& [name, content] : members) {
    const std::string common = little(20, 2) + little(options.flags, 2) +
                               little(options.method, 2) + little(0, 8) +
                               little(content.size(), 4) + little(content.size(), 4) +
                               little(name.size(), 2) + little(0, 2);
    directory += little(0x02014b50, 4) + little(20, 2) + common + little(0, 10) +
                 little(file.size(), 4) + name;
    file += little(0x04034b50, 4) + common + name + content;
  }
  const std::string end = little(0x06054b50, 4) + little(0, 4) + little(members.size(), 2) +
                          little(members.size(), 2) + little(directory.size(), 4) +
                          little(file.size(), 4) + little(0, 2);
  return file + directory + end;
}

/// A text, an integer and a tuple of integers, as pickle's protocol 2 writes them.
inline std::string pickled(const std::string& text) {
  return "X" + little(text.size(), 4) + text;
}
inline std::string pickled(int64_t number) {
  return "J" + little(static_cast<uint64_t>(number), 4);
}
inline std::string pickled(const std::vector<int64_t>& numbers) {
  std::string text = "(";
  for (const int64_t number : numbers) text += pickled(number);
  return text + "t";
}

/// What rebuilds a tensor of a storage.
struct PickledView {
  std::string storage = "FloatStorage", key = "0";
  int64_t elements = 0, offset = 0;
  std::vector<int64_t> shape, strides;
};

inline std::string pickled(const PickledView& view) {
  return "ctorch._utils\n_rebuild_tensor_v2\n((" + pickled(std::string("storage")) + "ctorch\n" +
         view.storage + "\n" + pickled(view.key) + pickled(std::string("cpu")) +
         pickled(view.elements) + "tQ" + pickled(view.offset) + pickled(view.shape) +
         pickled(view.strides) + "\x89" + "ccollections\nOrderedDict\n)RtR";
}

/// A dict of these values, each already pickled.
inline std::string pickled_dict(const std::vector<std::pair<std::string, std::string>>& items) {
  std::string text = "\x80\x02}(";
  for (const auto& [name, value] : items) text += pickled(name) + value;
  return text + "u.";
}

/// The tensors of a safetensors file, all float32, as torch.save writes them.
inline std::string torch_file_of(const SafetensorsFile& file) {
  std::vector<std::pair<std::string, std::string>> items, members = {{"m/data.pkl", ""}};
  for (const TensorInfo& info : file.tensors()) {
    PickledView view;
    view.key = std::to_string(items.size());
    view.elements = static_cast<int64_t>(info.bytes() / 4);
    view.shape = info.shape;
    int64_t stride = 1;
    for (size_t i = info.shape.size(); i-- > 0; stride *= info.shape[i])
      view.strides.insert(view.strides.begin(), stride);
    items.emplace_back(info.name, pickled(view));
    std::string content(info.bytes(), '\0');
    file.read(info, std::as_writable_bytes(std::span(content)));
    members.emplace_back("m/data/" + view.key, content);
  }
  members[0].second = pickled_dict(items);
  return zip_of(members);
}

}  // namespace tutti::format
