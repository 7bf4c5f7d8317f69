// SPDX-License-Identifier: Apache-2.0
// The classes of a head: those that a model brings, or those of the files that it is trained on.
#pragma once

#include <functional>
#include <string_view>

#include "task/label_names.h"
#include "task/task.h"

namespace tutti::task {

/// The classes of a head whose transformers' classes end in `head`. `in_files` reads those of the
/// files to train on; it is called where there are any. A model that has such a head keeps its
/// classes and their order. Classes that cannot be matched and a single one are UserErrors.
LabelNames head_labels(const Opening& opening, std::string_view head,
                       const std::function<LabelNames()>& in_files);

}  // namespace tutti::task
