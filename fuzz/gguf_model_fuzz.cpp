// SPDX-License-Identifier: Apache-2.0
// The keys of any GGUF file give a model's configuration, its tensors and a tokenizer that encodes
// and decodes, or a UserError.
#include <unistd.h>

#include <nlohmann/json.hpp>

#include "data/tokenizer/gguf_tokenizer.h"
#include "model/gguf_config.h"
#include "model/gguf_tensors.h"
#include "model/model.h"

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  static const tutti::Path path =
      std::filesystem::temp_directory_path() / ("gguf_model_fuzz." + std::to_string(getpid()));
  const std::string bytes(reinterpret_cast<const char*>(data), size);
  tutti::write_file_atomically(path, bytes);
  const auto tolerates = [](auto call) {
    try {
      call();
    } catch (const tutti::UserError&) {
    }
  };
  tolerates([&] {
    const auto config = tutti::model::gguf_config(tutti::format::GgufFile(path));
    tutti::model::open_model(config, "fuzz");
  });
  tolerates([&] {
    const auto tensors = tutti::model::open_tensors(path);
    for (const auto& info : tensors.tensors()) {
      std::vector<std::byte> values(info.bytes());
      tensors.read(info, values);
    }
  });
  tolerates([&] {
    const tutti::data::Tokenizer tokenizer(path);
    const auto encoding = tokenizer.encode("Once upon  a time <s> 123\xF0\x9F\x9A\x80\n");
    tokenizer.decode(encoding.ids, false);
  });
  return 0;
}
