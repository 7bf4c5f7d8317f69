// SPDX-License-Identifier: Apache-2.0
#include "run/batch_layout.h"

namespace tutti::run {

pass::Precision precision_for(const std::string& given, const backend::Backend& backend) {
  if (given != "auto") return pass::precision_named(given);
  return backend.capabilities().fast_products == ir::ElementType::bf16 ? pass::Precision::bf16
                                                                       : pass::Precision::f32;
}

data::Layout layout_of(const std::string& pack, int64_t max_seq_length, Shapes shapes,
                       int64_t features) {
  if (pack == "none") return {data::Layout::Kind::padded, max_seq_length, {}};
  if (shapes == Shapes::one) return {data::Layout::Kind::fixed_rows, max_seq_length, {features}};
  if (shapes == Shapes::few)
    return {data::Layout::Kind::fixed_rows, max_seq_length, data::default_row_counts(features)};
  constexpr int64_t kRowMultiple =
      128;  // 16 features fill such a row to 97 %, and lengths stay few
  return {data::Layout::Kind::packed_row, kRowMultiple, {}};
}

Shapes shapes_for(const backend::Backend& backend, const task::TaskKind& kind, task::Split split) {
  if (!backend.capabilities().wants_few_shapes) return Shapes::any;
  return kind.fills_rows(split) ? Shapes::one : Shapes::few;
}

bool splits_batches(Shapes shapes, const task::TaskKind& kind) {
  return shapes == Shapes::any && kind.fills_rows(task::Split::train);
}

std::string evaluation_pack(const std::string& pack, const task::TaskKind& kind,
                            pass::Precision precision) {
  const bool pads = precision == pass::Precision::f32 && kind.pads_evaluations();
  return pack == "auto" && pads ? "none" : pack;
}

}  // namespace tutti::run
