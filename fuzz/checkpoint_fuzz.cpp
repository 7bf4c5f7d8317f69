// SPDX-License-Identifier: Apache-2.0
// Any bytes are the mark of a whole checkpoint, or there is a reason why not.
#include <cstdlib>
#include <fstream>

#include "support/temporary_folder.h"
#include "train/checkpoint.h"

namespace {

void write(const tutti::Path& file, std::string_view bytes) {
  std::ofstream(file, std::ios::binary)
      .write(bytes.data(), static_cast<std::streamsize>(bytes.size()));
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const tutti::test::TemporaryFolder folder;
  write(folder.path() / "model.safetensors", "not looked at");
  write(folder.path() / "complete.json", {reinterpret_cast<const char*>(data), size});
  const auto problem = tutti::train::checkpoint_problem(folder.path());
  if (problem && problem->empty()) std::abort();
  return 0;
}
