// SPDX-License-Identifier: Apache-2.0
#include "portable/program.h"

#include <algorithm>
#include <span>

#include "base/mapped_memory.h"
#include "format/mlir_bytecode.h"
#include "ir/parse.h"
#include "op/catalogue.h"
#include "portable/jax_export.h"
#include "portable/large_pages.h"
#include "portable/module_reader.h"

namespace tutti::portable {
namespace {

constexpr size_t kLargestProgram = size_t{1} << 33;  // bytes

/// The parts between lines that begin with `// -----`, each with as many empty lines before it as
/// the file has.
std::vector<std::string> split(std::string whole) {
  constexpr std::string_view kMark = "// -----";
  std::vector<std::string> parts(1);
  if (whole.find(kMark) == whole.npos) {  // weights may be large: they are not copied
    parts[0] = std::move(whole);
    return parts;
  }
  std::string_view text = whole;
  size_t lines = 0;
  while (!text.empty()) {
    const size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines++;
    if (text.starts_with(kMark))
      parts.emplace_back(lines, '\n');
    else
      parts.back() += text.substr(0, end);
    text.remove_prefix(end);
  }
  return parts;
}

std::string start_of(const InputFile& file) {
  std::string start(std::min<uint64_t>(file.size(), 16), '\0');
  file.read_at(0, std::as_writable_bytes(std::span(start)));
  return start;
}

bool is_blank(std::string_view text) {
  return text.find_first_not_of(" \t\r\n") == text.npos;
}

}  // namespace

bool is_binary_program(std::string_view content) {
  return content.starts_with(format::kBytecodeMagic) || is_jax_export(content);
}

bool is_binary_program_file(const Path& file) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(file, ignored)) return false;
  // A table of FlatBuffers is found by following offsets through the whole file.
  constexpr std::string_view kOther[] = {"GGUF", "PK\x03\x04"};  // weights may be large
  const std::string start = start_of(InputFile(file));
  if (start.starts_with(format::kBytecodeMagic)) return true;
  const bool is_other = std::any_of(std::begin(kOther), std::end(kOther),
                                    [&](auto mark) { return start.starts_with(mark); });
  return !is_other && is_binary_program(read_file(file, kLargestProgram));
}

std::vector<ir::Module> programs_of(std::string content, const std::string& where) {
  std::vector<ir::Module> modules;
  if (content.starts_with(format::kBytecodeMagic)) {
    modules.push_back(read_portable(content, where));
    return modules;
  }
  if (is_jax_export(content)) {
    modules.push_back(read_jax_export(content, where));
    return modules;
  }
  const auto parts = split(std::move(content));
  for (const std::string& part : parts) {
    if (is_blank(part) && parts.size() > 1) continue;
    modules.push_back(ir::parse_module(part, where, op::catalogue()));
  }
  return modules;
}

std::vector<ir::Module> open_programs(const Path& file) {
  const InputFile input(file);
  const std::string where = file.string();
  if (!start_of(input).starts_with(format::kBytecodeMagic))
    return programs_of(read_file(file, kLargestProgram), where);
  const MappedMemory memory(input.size());  // weights may be large
  prefer_large_pages(memory.data(), memory.size());
  input.read_at(0, {memory.data(), memory.size()});
  std::vector<ir::Module> modules;
  modules.push_back(
      read_portable({reinterpret_cast<const char*>(memory.data()), memory.size()}, where));
  return modules;
}

}  // namespace tutti::portable
