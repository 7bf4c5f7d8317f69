// SPDX-License-Identifier: Apache-2.0
// In which precision a model runs, and how its features become rows.
#pragma once

#include <cstdint>
#include <string>

#include "backend/backend.h"
#include "data/rows.h"
#include "pass/precision.h"
#include "task/task.h"

namespace tutti::run {

/// What --precision asks for. `auto` means the precision in which the backend's products are
/// fastest.
pass::Precision precision_for(const std::string& given, const backend::Backend& backend);

/// How many shapes batches may have. Each shape is another program to compile.
enum class Shapes { any, few, one };

/// Few where compiling takes long, and one where features fill rows already.
Shapes shapes_for(const backend::Backend& backend, const task::TaskKind& kind, task::Split split);

/// Whether a training computes every feature alone (data::LoaderOptions::splits): where shapes may
/// be many and features fill rows, products are large enough with one row.
bool splits_batches(Shapes shapes, const task::TaskKind& kind);

/// --pack of a training: how a batch's features become rows. Where shapes should be few, rows are
/// of max_seq_length and their number one of three for batches of so many features; where there
/// should be one, it is the number of features.
data::Layout layout_of(const std::string& pack, int64_t max_seq_length, Shapes shapes,
                       int64_t features);

/// --pack of an evaluation: `auto` pads where the task asks for it and products are in float32.
std::string evaluation_pack(const std::string& pack, const task::TaskKind& kind,
                            pass::Precision precision);

}  // namespace tutti::run
