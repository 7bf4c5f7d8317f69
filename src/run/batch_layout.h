// SPDX-License-Identifier: Apache-2.0
// The precision in which a model runs, and the layout of its features in rows.
#pragma once

#include <cstdint>
#include <string>

#include "backend/backend.h"
#include "data/rows.h"
#include "pass/precision.h"
#include "task/task.h"

namespace tutti::run {

/// The precision of --precision. `auto` means the one in which the backend's products are fastest.
pass::Precision precision_for(const std::string& given, const backend::Backend& backend);

/// How many shapes batches may have. Each shape requires compiling another program.
enum class Shapes { any, few, one };

/// Few if compiling takes long, and one if features already fill rows.
Shapes shapes_for(const backend::Backend& backend, const task::TaskKind& kind, task::Split split);

/// Whether a training computes every feature alone (data::LoaderOptions::splits): if many shapes
/// are allowed and features fill rows, products with one row are large enough.
bool splits_batches(Shapes shapes, const task::TaskKind& kind);

/// --pack of a training: the layout of a batch's features in rows. With few shapes, rows have
/// max_seq_length and their number is one of three for batches of `features` features; with one
/// shape, it is the number of features.
data::Layout layout_of(const std::string& pack, int64_t max_seq_length, Shapes shapes,
                       int64_t features);

/// --pack of an evaluation: `auto` pads if the task asks for it and products are in float32.
std::string evaluation_pack(const std::string& pack, const task::TaskKind& kind,
                            pass::Precision precision);

}  // namespace tutti::run
