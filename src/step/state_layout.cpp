// SPDX-License-Identifier: Apache-2.0
#include "step/state_layout.h"

#include "ir/packed_type.h"
#include "pass/pad.h"

namespace tutti::step {

using ir::ElementType;
using ir::Type;

StateLayout::StateLayout(const std::vector<model::Parameter>& parameters, ElementType element,
                         bool scales_loss)
    : parameters_(parameters.size()), scales_loss_(scales_loss) {
  for (const model::Parameter& parameter : parameters) {
    if (parameter.trainable) {
      trained_.push_back(state_.size());
      updated_.push_back(state_.size());
    }
    state_.push_back({kParameterRole, parameter.name,
                      Type::tensor(parameter.kept_as.value_or(element), parameter.shape),
                      parameter.blocks});
  }
  const auto add = [&](std::string_view role, std::string name, const Type& type) {
    updated_.push_back(state_.size());
    state_.push_back({role, std::move(name), type, {}});
  };
  for (const char* moment : {"m.", "v."})
    for (const size_t index : trained_)
      add(kOptimizerRole, moment + state_[index].name, state_[index].type);
  if (scales_loss) {
    add(kScalarRole, "updates", Type::scalar(ElementType::i32));
    add(kScalarRole, "growth_tracker", Type::scalar(ElementType::i32));
    add(kScalarRole, "loss_scale", Type::scalar(element));
  }
  add(kScalarRole, "step", Type::scalar(ElementType::i32));
  add(kScalarRole, "seed", Type::tensor(ElementType::ui32, {2}));

  for (const size_t index : trained_)
    sums_.push_back({kSumsRole, state_[index].name, state_[index].type, {}});
  for (const char* sum : {"loss", "weight"})
    sums_.push_back({kSumsRole, sum, Type::scalar(element), {}});
}

StateLayout StateLayout::on_device(int64_t multiple) const {
  StateLayout layout = *this;
  for (std::vector<Field>* fields : {&layout.state_, &layout.sums_})
    for (Field& field : *fields)
      if (field.role != kScalarRole)
        field.type = field.blocks ? ir::packed_type(field.type, *field.blocks)
                                  : pass::padded_type(field.type, multiple);
  return layout;
}

}  // namespace tutti::step
