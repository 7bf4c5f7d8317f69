// SPDX-License-Identifier: Apache-2.0
#include "app/ir/tensor_text.h"

#include <cmath>

#include "ir/print.h"
#include "op/catalogue.h"

namespace tutti::app {
namespace {

using Json = nlohmann::ordered_json;

constexpr int64_t kMostShown = 1024;  // elements of a result; more need --outputs

Json element_json(const ir::Tensor& tensor, int64_t index) {
  const ir::ElementType element = tensor.type().element;
  if (element == ir::ElementType::i1) return tensor.int_at(index) != 0;
  if (element == ir::ElementType::ui64) return static_cast<uint64_t>(tensor.int_at(index));
  const auto number = [](double value) -> Json {
    if (std::isfinite(value)) return value;
    return std::isnan(value) ? "nan" : value > 0 ? "inf" : "-inf";  // JSON has no such numbers
  };
  if (ir::is_complex(element)) {
    const auto value = tensor.complex_at(index);
    return Json::array({number(value.real()), number(value.imag())});
  }
  return ir::is_float(element) ? number(tensor.float_at(index)) : Json(tensor.int_at(index));
}

}  // namespace

Json json_of(const ir::Tensor& tensor) {
  Json result = {{"type", tensor.type().str()}};
  if (tensor.type().count() > kMostShown) return result;
  Json& values = result["values"] = Json::array();
  for (int64_t i = 0; i < tensor.type().count(); i++) values.push_back(element_json(tensor, i));
  return result;
}

std::string tensor_text(const ir::Tensor& tensor) {
  if (tensor.type().count() > kMostShown)
    return fmt::format("{} elements : {}; --outputs keeps them", tensor.type().count(),
                       tensor.type().str());
  return ir::print(ir::Attribute(tensor));
}

}  // namespace tutti::app
