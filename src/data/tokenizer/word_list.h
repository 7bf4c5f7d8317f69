// SPDX-License-Identifier: Apache-2.0
// The tokenizer of a list of words.
#pragma once

#include "data/tokenizer/pipeline.h"

namespace tutti::data {

/// A words.txt: each line is a word, whose id is the number of the line from 0. White space
/// separates a text's words. A word that is not in the list is "<unk>" if that is, and a UserError
/// when it is met otherwise; "<eos>" ends texts, and nothing adds it by itself.
Pipeline word_list_pipeline(const TokenizerFiles::File& words);

}  // namespace tutti::data
