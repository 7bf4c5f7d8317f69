// SPDX-License-Identifier: Apache-2.0
// What `tutti doctor` takes.
#pragma once

#include "app/job_arguments.h"
#include "app/model_arguments.h"

namespace tutti::app {

struct DoctorArguments : JobArguments {
  bool distributed = false;  // the processes of a job too
  ModelArguments model;      // whose sizes of matrices are looked at; empty: none
};

}  // namespace tutti::app
