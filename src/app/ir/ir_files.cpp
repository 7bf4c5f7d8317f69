// SPDX-License-Identifier: Apache-2.0
#include "app/ir/ir_files.h"

#include <iostream>
#include <optional>

#include "base/text.h"
#include "model/tensor_file.h"
#include "portable/jax_export.h"
#include "portable/program.h"

namespace tutti::app {
namespace {

using format::Dtype;
using ir::ElementType;

constexpr size_t kLargestProgram = size_t{1} << 30;  // bytes

std::string read_standard_input() {
  std::string text;
  char piece[1 << 16];
  while (std::cin.read(piece, sizeof piece) || std::cin.gcount() > 0) {
    text.append(piece, static_cast<size_t>(std::cin.gcount()));
    if (text.size() > kLargestProgram)
      user_error("standard input: found a program of more than {}", human_bytes(kLargestProgram));
  }
  return text;
}

/// NumPy has no bfloat16, so writers store the bits as U16; booleans are often bytes.
bool may_hold(Dtype stored, ElementType element) {
  if (element == ElementType::complex_f64) return false;  // as pairs only
  return stored == model::dtype_of(element) ||
         (stored == Dtype::u8 && element == ElementType::i1) ||
         (stored == Dtype::u16 && element == ElementType::bf16);
}

/// Pairs of real numbers, because the format only has complex numbers of two float32.
ir::Tensor as_stored(const ir::Tensor& tensor) {
  if (tensor.type().element != ElementType::complex_f64) return tensor;
  ir::Shape pairs = tensor.type().shape;
  pairs.push_back(2);
  return {ir::Type::tensor(ElementType::f64, std::move(pairs)), tensor.expanded()};
}

/// The shape of numbers stored as pairs; nullopt if they are not pairs.
std::optional<ir::Shape> shape_of_pairs(const format::TensorInfo& info, ElementType element) {
  if (!ir::is_complex(element) || info.dtype != model::dtype_of(ir::real_type(element)) ||
      info.shape.empty() || info.shape.back() != 2)
    return std::nullopt;
  return ir::Shape(info.shape.begin(), info.shape.end() - 1);
}

std::string numbered(std::string_view start, size_t index) {
  return fmt::format("{}.{:03}", start, index);
}

/// The number of an argument: of one that jax.export kept, that among all.
size_t place_of_argument(const ir::Function& function, size_t index) {
  const ir::Attribute* place = function.argument_attributes[index].find(portable::kArgumentIndex);
  const auto* number = place ? place->get<ir::IntegerAttribute>() : nullptr;
  return number ? static_cast<size_t>(number->value) : index;
}

}  // namespace

std::vector<ir::Module> read_modules(const std::string& file) {
  if (file != "-") return portable::open_programs(file);
  return portable::programs_of(read_standard_input(), "standard input");
}

std::vector<ir::Tensor> read_inputs(const std::string& file, const ir::Function& function,
                                    const std::string& suffix) {
  const format::SafetensorsFile stored(file);
  std::vector<ir::Tensor> inputs;
  for (size_t i = 0; i < function.argument_count(); i++) {
    const ir::Type& type = function.argument(i)->type;
    const std::string name = numbered("in", place_of_argument(function, i));
    const format::TensorInfo* info = stored.find(name + suffix);
    if (info == nullptr) info = stored.find(name);
    if (info == nullptr)
      user_error("{}: there is no tensor {}, expected one for each of the {} arguments of @{}",
                 escaped(file), name, function.argument_count(), function.name);
    const auto pairs = shape_of_pairs(*info, type.element);
    const ir::Shape& shape = pairs ? *pairs : info->shape;
    // Some writers lack rank 0.
    const bool fits =
        ir::compatible(shape, type.shape) || (type.rank() == 0 && shape == ir::Shape{1});
    if (!fits || (!pairs && !may_hold(info->dtype, type.element)))
      user_error("{}: {}: found {} {}, expected {} as @{} takes it", escaped(file), name,
                 format::name_of(info->dtype), ir::str(info->shape), type.str(), function.name);
    std::vector<std::byte> bytes(info->bytes());
    stored.read(*info, bytes);
    inputs.emplace_back(type.is_static() ? type : type.with(shape), std::move(bytes));
  }
  return inputs;
}

void write_outputs(const std::string& file, const std::vector<NamedResults>& results) {
  std::vector<model::NamedTensor> tensors;
  for (const NamedResults& named : results)
    for (size_t i = 0; i < named.tensors.size(); i++)
      tensors.emplace_back(numbered("out", i) + named.suffix, as_stored(named.tensors[i]));
  model::write_tensors(file, tensors);
}

}  // namespace tutti::app
