// SPDX-License-Identifier: Apache-2.0
// Any bytes are a state dict's pickle, or a PyTorch file all of whose tensors can be read, or a
// UserError.
#include <cstdlib>
#include <fstream>
#include <span>

#include "base/error.h"
#include "format/pickle.h"
#include "format/torch_file.h"
#include "support/temporary_folder.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const tutti::test::TemporaryFolder folder;
  const std::string_view bytes(reinterpret_cast<const char*>(data), size);
  try {
    for (const auto& tensor : tutti::format::parse_state_dict(bytes, "fuzz"))
      if (tensor.offset > tensor.storage_elements) std::abort();
  } catch (const tutti::UserError&) {
  }
  const tutti::Path path = folder.path() / "x.bin";
  std::ofstream(path, std::ios::binary).write(bytes.data(), static_cast<std::streamsize>(size));
  try {
    const tutti::format::TorchFile file(path);
    for (const auto& info : file.tensors()) {
      std::vector<std::byte> values(info.bytes());
      file.read(info, values);
    }
  } catch (const tutti::UserError&) {
  }
  return 0;
}
