// SPDX-License-Identifier: Apache-2.0
// `tutti validate`: compares one program on every backend with the reference.
#include "app/validate/validate_arguments.h"
#include "app/validate/validate_target.h"
#include "app/validate/validator.h"
#include "backend/reference/reference_backend.h"
#include "base/version.h"
#include "op/catalogue.h"

namespace tutti::app {

ExitCode run_validate(const GlobalOptions& global, const ValidateArguments& arguments) {
  if (!arguments.target.empty()) return validate_for_target(global, arguments);
  return Validator(global, arguments).run();
}

}  // namespace tutti::app
