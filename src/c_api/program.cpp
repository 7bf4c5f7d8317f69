// SPDX-License-Identifier: Apache-2.0
#include "run/program.h"

#include <optional>

#include "c_api/calls.h"
#include "ir/element_type.h"

using namespace tutti::c_api;

struct tutti_program {
  tutti::run::Program program;
};

namespace {

namespace ir = tutti::ir;

Json types_json(const std::vector<ir::Type>& types) {
  Json json = Json::array();
  for (const ir::Type& type : types)
    json.push_back({{"element_type", ir::name_of(type.element)},
                    {"shape", type.shape},
                    {"bytes", type.bytes()}});
  return json;
}

ir::Type type_of(const tutti_array& array, int64_t index) {
  const auto element =
      ir::element_type_of(given(array.element_type, "the element type of an array"));
  if (!element)
    tutti::user_error("argument {}: \"{}\" is no element type, expected f32, i64, ...", index,
                      tutti::escaped(array.element_type));
  return ir::Type::tensor(*element, ir::Shape(array.shape, array.shape + array.rank));
}

ir::Tensor tensor_of(const tutti_array& array, int64_t index) {
  const ir::Type type = type_of(array, index);
  const auto* const bytes = static_cast<const std::byte*>(array.data);
  return {type, std::vector<std::byte>(bytes, bytes + type.bytes())};
}

void copy_out(const ir::Tensor& tensor, const tutti_array& array, int64_t index) {
  if (type_of(array, index) != tensor.type())
    tutti::user_error("result {}: found an array of {}, expected {}", index,
                      type_of(array, index).str(), tensor.type().str());
  const std::vector<std::byte> bytes = tensor.expanded();
  if (!bytes.empty()) std::memcpy(array.data, bytes.data(), bytes.size());
}

}  // namespace

tutti_program* tutti_program_compile(const char* source, int64_t size, const char* function,
                                     const tutti_settings* settings) {
  return made_by<tutti_program>([&] {
    const std::string text(given(source, "the program"), static_cast<size_t>(size));
    return std::unique_ptr<tutti_program>(
        new tutti_program{tutti::run::Program(text, "the program", function ? function : "main",
                                              settings->settings.backend, context_of(*settings))});
  });
}

void tutti_program_free(tutti_program* program) {
  delete program;
}

char* tutti_program_signature(const tutti_program* program) {
  return text_of([&] {
    return dump({{"inputs", types_json(program->program.inputs())},
                 {"outputs", types_json(program->program.outputs())}});
  });
}

int tutti_program_run(tutti_program* program, const tutti_array* inputs, int64_t count,
                      const tutti_array* outputs, int64_t output_count) {
  return guarded([&] {
    std::vector<ir::Tensor> tensors;
    for (int64_t i = 0; i < count; i++) tensors.push_back(tensor_of(inputs[i], i));
    const auto results = program->program.run(tensors);
    if (output_count != static_cast<int64_t>(results.size()))
      tutti::user_error("the program has {} results, found {} arrays for them", results.size(),
                        output_count);
    for (int64_t i = 0; i < output_count; i++)
      copy_out(results[static_cast<size_t>(i)], outputs[i], i);
    return 0;
  });
}
