// SPDX-License-Identifier: Apache-2.0
#include "model/parameters.h"

namespace tutti::model {

ir::Value ParameterValues::operator[](std::string_view name) const {
  const auto found = values_.find(name);
  check(found != values_.end(), "there is no parameter {}", name);
  return found->second;
}

}  // namespace tutti::model
