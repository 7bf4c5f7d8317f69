// SPDX-License-Identifier: Apache-2.0
// Any text is refused, or a module that prints, reads back and prints the same.
#include <string_view>

#include "base/error.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "op/catalogue.h"

namespace {

tutti::ir::Module parse(std::string_view text) {
  return tutti::ir::parse_module(text, "fuzz.mlir", tutti::op::catalogue());
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  tutti::ir::Module module;
  try {
    module = parse({reinterpret_cast<const char*>(data), size});
  } catch (const tutti::UserError&) {
    return 0;
  }
  // What was accepted is ours: from here on an error is a finding.
  for (const bool generic : {false, true}) {
    const tutti::ir::PrintOptions options{.generic = generic, .locations = true};
    const std::string text = tutti::ir::print(module, options);
    const std::string again = tutti::ir::print(parse(text), options);
    tutti::check(again == text, "a module prints as\n{}\nand read back as\n{}", text, again);
  }
  return 0;
}
