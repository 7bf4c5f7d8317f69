// SPDX-License-Identifier: Apache-2.0
#include "task/objective.h"

namespace tutti::task {

ir::Type type_of(const data::ArraySpec& array, const BatchShape& shape, ir::ElementType element) {
  const ir::Shape sizes = array.extent == data::Extent::token ? ir::Shape{shape.rows, shape.length}
                                                              : ir::Shape{shape.features};
  return ir::Type::tensor(array.is_real ? element : ir::ElementType::i32, sizes);
}

model::TokenValues tokens_of(const BatchValues& batch) {
  return {.ids = batch.at("ids"),
          .segment = batch.at("segment"),
          .position = batch.at("position"),
          .type = batch.at("type"),
          .sample = batch.at("sample")};
}

}  // namespace tutti::task
