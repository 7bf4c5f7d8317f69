// SPDX-License-Identifier: Apache-2.0
#include "validate/golden.h"

#include <algorithm>
#include <nlohmann/json.hpp>

#include "base/hash.h"
#include "base/text.h"
#include "format/json.h"
#include "ir/parse.h"
#include "ir/print.h"
#include "ir/verify.h"
#include "model/tensor_file.h"
#include "op/catalogue.h"

namespace tutti::validate {
namespace {

using Json = nlohmann::ordered_json;

constexpr const char* kFormat = "tutti golden 1";

Path with_ending(Path file, const char* ending) {
  if (file.extension() == ".safetensors" || file.extension() == ".json") file.replace_extension();
  return file += ending;
}

std::string numbered(std::string_view start, size_t index) {
  return fmt::format("{}.{:03}", start, index);
}

const nlohmann::json& list_of(const nlohmann::json& json, const char* key,
                              const std::string& where) {
  const auto found = json.find(key);
  if (found == json.end() || !found->is_array())
    user_error("{}: {} is missing, expected a list", where, key);
  return *found;
}

Result result_of(const nlohmann::json& json, const std::string& where) {
  const std::string role = format::json_string(json, "role", where);
  const auto known = role_of(role);
  if (!known)
    user_error("{}: role is \"{}\", expected output, loss, gradient or parameter", where,
               escaped(role));
  return {format::json_string(json, "name", where), *known,
          format::json_bool(json, "by_token", where, false)};
}

CheckedProgram program_of(const nlohmann::json& json, const std::string& where) {
  CheckedProgram program;
  program.name = format::json_string(json, "name", where);
  program.is_model = format::json_bool(json, "is_model", where);
  if (json.contains("no_gradients"))
    program.no_gradients = format::json_string(json, "no_gradients", where);
  const std::string text = format::json_string(json, "program", where);
  if (sha256_hex(text) != format::json_string(json, "program_sha256", where))
    user_error("{}: program is not what program_sha256 says; record it again", where);
  program.module = ir::parse_module(text, where + ":program", op::catalogue());
  ir::verify(program.module);
  for (const auto& name : list_of(json, "inputs", where)) {
    if (!name.is_string())
      user_error("{}: inputs: found {}, expected texts", where, name.type_name());
    program.input_names.push_back(name.get<std::string>());
  }
  for (const auto& result : list_of(json, "results", where))
    program.results.push_back(result_of(result, where));
  for (const auto& real : list_of(json, "real", where)) {
    if (!real.is_number_integer()) user_error("{}: real: expected 0 and 1", where);
    program.real.push_back(real.get<int64_t>() != 0);
  }
  return program;
}

void check_format(const nlohmann::json& json, const std::string& where) {
  const std::string found = format::json_string(json, "format", where);
  if (found != kFormat)
    user_error("{}: format is \"{}\", expected \"{}\"; write it with --record", where,
               escaped(found), kFormat);
}

/// Rows of a result that has them by token are those of `real`.
void check_rows_of_tokens(const CheckedProgram& program, const ir::Function& main,
                          const std::string& where) {
  for (size_t i = 0; i < program.results.size(); i++) {
    if (!program.results[i].by_token) continue;
    const auto entries = static_cast<int64_t>(program.real.size());
    const ir::Type& type = main.result_types[i];
    if (entries == 0 || type.count() % entries != 0)
      user_error("{}: real has {} entries, which do not fit {}, a {}", where, entries,
                 escaped(program.results[i].name), type.str());
  }
}

/// Holds the lists against the function they describe.
void check_program(const CheckedProgram& program, const std::string& where) {
  const ir::Function& main = program.module.get("main");
  if (program.input_names.size() != main.argument_count() ||
      program.results.size() != main.result_types.size())
    user_error("{}: found {} inputs and {} results, expected {} and {} as its program has", where,
               program.input_names.size(), program.results.size(), main.argument_count(),
               main.result_types.size());
  check_rows_of_tokens(program, main, where);
  for (const Result& result : program.results)
    if (result.role == Role::parameter &&
        std::find(program.input_names.begin(), program.input_names.end(), result.name) ==
            program.input_names.end())
      user_error("{}: the parameter {} is not among the inputs", where, escaped(result.name));
}

}  // namespace

void write_golden(const Path& file, const CheckedProgram& program,
                  const std::vector<ir::Tensor>& expected, const std::string& reference) {
  std::vector<model::NamedTensor> tensors;
  for (size_t i = 0; i < program.inputs.size(); i++)
    tensors.emplace_back(numbered("in", i), program.inputs[i]);
  for (size_t i = 0; i < expected.size(); i++)
    tensors.emplace_back(numbered("out", i), expected[i]);
  model::write_tensors(with_ending(file, ".safetensors"), tensors);

  const std::string text = ir::print(program.module, {.locations = true});
  Json results = Json::array(), real = Json::array();
  for (const Result& result : program.results)
    results.push_back({{"name", result.name},
                       {"role", std::string(name_of(result.role))},
                       {"by_token", result.by_token}});
  for (const bool counts : program.real) real.push_back(counts ? 1 : 0);
  const Json json = {{"format", kFormat},
                     {"name", program.name},
                     {"is_model", program.is_model},
                     {"reference", reference},
                     {"no_gradients", program.no_gradients},
                     {"inputs", program.input_names},
                     {"results", std::move(results)},
                     {"real", std::move(real)},
                     {"program_sha256", sha256_hex(text)},
                     {"program", text}};
  write_file_atomically(with_ending(file, ".json"), json.dump(1) + "\n");
}

Golden read_golden(const Path& file) {
  const Path json_file = with_ending(file, ".json");
  const std::string where = json_file.string();
  const nlohmann::json json = format::read_json(json_file, size_t{1} << 32);
  check_format(json, where);
  Golden golden;
  golden.program = program_of(json, where);
  golden.reference = format::json_string(json, "reference", where);
  check_program(golden.program, where);
  const format::SafetensorsFile tensors(with_ending(file, ".safetensors"));
  const ir::Function& main = golden.program.module.get("main");
  for (size_t i = 0; i < main.argument_count(); i++)
    golden.program.inputs.push_back(
        model::read_tensor(tensors, numbered("in", i), main.argument(i)->type));
  for (size_t i = 0; i < main.result_types.size(); i++)
    golden.expected.push_back(
        model::read_tensor(tensors, numbered("out", i), main.result_types[i]));
  return golden;
}

}  // namespace tutti::validate
