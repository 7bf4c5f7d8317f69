// SPDX-License-Identifier: Apache-2.0
// Any bytes are refused, or a program in bytecode or of jax.export that prints; where it can be
// written, what is written reads back as the same program.
#include <string>
#include <string_view>

#include "base/error.h"
#include "ir/print.h"
#include "portable/jax_export.h"
#include "portable/module_reader.h"
#include "portable/module_writer.h"

namespace {

tutti::ir::Module read(std::string_view bytes) {
  return tutti::portable::is_jax_export(bytes)
             ? tutti::portable::read_jax_export(bytes, "fuzz.jax")
             : tutti::portable::read_portable(bytes, "fuzz.mlirbc");
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tutti::ir::Module module;
  std::string artifact;
  try {
    module = read({reinterpret_cast<const char*>(data), size});
    artifact = tutti::portable::write_portable(module);
  } catch (const tutti::UserError&) {
    return 0;
  }
  // What was written is ours: from here on an error is a finding.
  const std::string text = tutti::ir::print(module);
  const std::string again =
      tutti::ir::print(tutti::portable::read_portable(artifact, "again.mlirbc"));
  tutti::check(again == text, "a program prints as\n{}\nand read back as\n{}", text, again);
  return 0;
}
