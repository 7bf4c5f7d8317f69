// SPDX-License-Identifier: Apache-2.0
// Files of CoNLL's form: a word and its tag on each line, a blank line after each sentence.
#pragma once

#include "task/tagging/sentences.h"

namespace tutti::task::tagging {

/// The sentences of a file whose lines have columns between blanks or tabs. The first column is the
/// word and the last one its tag. Lines that begin with -DOCSTART- are left out. Lines with another
/// number of columns than the first one are UserErrors, and so is a file of another form.
std::vector<Sentence> read_columns(const Path& file);

}  // namespace tutti::task::tagging
