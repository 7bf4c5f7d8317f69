// SPDX-License-Identifier: Apache-2.0
// What `tutti doctor` takes.
#pragma once

#include "base/argument.h"
#include "run/job_settings.h"
#include "run/model_settings.h"

namespace tutti::app {

struct DoctorArguments : run::JobSettings {
  bool distributed = false;  // the processes of a job too
  run::ModelSettings model;  // whose sizes of matrices are looked at; empty: none
};

/// The flags: their names, limits and meaning.
ArgumentList list_arguments(DoctorArguments& arguments);

}  // namespace tutti::app
