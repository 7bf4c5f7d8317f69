// SPDX-License-Identifier: Apache-2.0
// What Tutti's own suites read: a small model without weights, texts with labels, a program.
#pragma once

#include "base/files.h"

namespace tutti::app {

/// Writes model/ (config.json, vocab.txt), train.jsonl, dev.jsonl and all_reduce.mlir into a
/// folder, always the same bytes. A text's label is whether most of its words are of the first half
/// of the vocabulary.
void write_suite_data(const Path& folder);

}  // namespace tutti::app
