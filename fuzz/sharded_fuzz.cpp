// SPDX-License-Identifier: Apache-2.0
// Any bytes are an index of the shards that lie beside it, all of whose tensors can be read, or a
// UserError.
#include <fstream>

#include "base/error.h"
#include "format/sharded.h"
#include "support/temporary_folder.h"

namespace {

using tutti::Path;

/// Two shards, of two tensors and of one.
const Path& folder_of_shards() {
  static const tutti::test::TemporaryFolder folder;
  static const bool written = [] {
    const std::vector<float> values(6, 1.5F);
    const auto entry = [&](const char* name) {
      return tutti::format::TensorEntry{
          name, tutti::format::Dtype::f32, {2, 3}, std::as_bytes(std::span(values))};
    };
    tutti::format::write_safetensors(folder.path() / "1.safetensors", {entry("a"), entry("b")});
    tutti::format::write_safetensors(folder.path() / "2.safetensors", {entry("c")});
    return true;
  }();
  static_cast<void>(written);
  return folder.path();
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const Path& folder = folder_of_shards();
  std::ofstream(folder / "model.safetensors.index.json", std::ios::binary)
      .write(reinterpret_cast<const char*>(data), static_cast<std::streamsize>(size));
  try {
    const tutti::format::ShardedTensors tensors(folder);
    for (const auto& info : tensors.tensors()) {
      std::vector<std::byte> bytes(info.bytes());
      tensors.read(info, bytes);
    }
  } catch (const tutti::UserError&) {
  }
  return 0;
}
