// SPDX-License-Identifier: Apache-2.0
// Any bytes are a safetensors file whose tensors lie within it, or a UserError.
#include <cstdlib>
#include <span>

#include "base/error.h"
#include "format/safetensors.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view file(reinterpret_cast<const char*>(data), size);
  try {
    const uint64_t length = tutti::format::parse_safetensors_length(std::as_bytes(std::span(file)),
                                                                    file.size(), "fuzz");
    const uint64_t data_bytes = file.size() - 8 - length;
    const auto header =
        tutti::format::parse_safetensors_header(file.substr(8, length), data_bytes, "fuzz");
    for (const auto& tensor : header.tensors)
      if (tensor.begin > tensor.end || tensor.end > data_bytes ||
          tutti::format::find_tensor(header.tensors, tensor.name) != &tensor)
        std::abort();
  } catch (const tutti::UserError&) {
  }
  return 0;
}
