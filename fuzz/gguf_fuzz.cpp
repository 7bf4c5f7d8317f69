// SPDX-License-Identifier: Apache-2.0
// Any bytes are a GGUF file whose tensors lie within it and can be decoded, or a UserError.
#include <cstdlib>
#include <cstring>
#include <span>

#include "base/error.h"
#include "format/gguf.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const auto file = std::as_bytes(std::span(data, size));
  const auto read_at = [&](uint64_t offset, std::span<std::byte> out) {
    if (offset > size || out.size() > size - offset) std::abort();
    std::memcpy(out.data(), file.data() + offset, out.size());
  };
  try {
    const tutti::format::GgufHeader header = tutti::format::parse_gguf(read_at, size, "fuzz");
    for (const auto& tensor : header.tensors) {
      if (tensor.begin > size || tensor.bytes > size - tensor.begin) std::abort();
      std::vector<float> values(static_cast<size_t>(tensor.values()));
      tutti::format::gguf_decode(tensor.type, file.subspan(tensor.begin, tensor.bytes), values);
    }
  } catch (const tutti::UserError&) {
  }
  return 0;
}
