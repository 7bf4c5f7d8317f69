// SPDX-License-Identifier: Apache-2.0
// Any text that is a small module runs on zeros, or is refused.
#include <string_view>

#include "base/error.h"
#include "ir/parse.h"
#include "op/catalogue.h"
#include "op/interpreter.h"
#include "small_program.h"

using namespace tutti;

namespace {

constexpr int64_t kMostElements = 64;  // of a tensor
constexpr int kLongestRun = 2000;      // operations, so that loops end

void run(const ir::Module& module) {
  if (!fuzz::is_small(module, kMostElements)) return;
  int count = 0;
  op::InterpreterOptions options;
  options.observe = [&](const ir::Operation&, const std::vector<ir::Array>&) {
    if (++count > kLongestRun) throw fuzz::TooLong();
  };
  for (const auto& function : module.functions) {
    std::vector<ir::Array> arguments;
    for (size_t i = 0; i < function->argument_count(); i++)
      arguments.emplace_back(function->argument(i)->type);
    op::interpret(module, function->name, std::move(arguments), options);
  }
}

}  // namespace

extern "C" int LLVMFuzzerTestOneInput(const uint8_t* data, size_t size) {
  const std::string_view text(reinterpret_cast<const char*>(data), size);
  try {
    run(ir::parse_module(text, "fuzz.mlir", op::catalogue()));
  } catch (const UserError&) {
  } catch (const fuzz::TooLong&) {
  }
  return 0;
}
