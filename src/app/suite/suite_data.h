// SPDX-License-Identifier: Apache-2.0
// The input data of Tutti's own suites: a small model without weights, labeled texts, a program.
#pragma once

#include "base/files.h"

namespace tutti::app {

/// Writes model/ (config.json, vocab.txt), train.jsonl, dev.jsonl and all_reduce.mlir into a
/// folder, always with the same bytes. A text's label is whether most of its words are in the first
/// half of the vocabulary.
void write_suite_data(const Path& folder);

}  // namespace tutti::app
