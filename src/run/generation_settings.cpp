// SPDX-License-Identifier: Apache-2.0
#include "run/generation_settings.h"

namespace tutti::run {

void add_sampling(ArgumentLister& list, GenerationSettings& a) {
  list.number("max_new_tokens", a.max_new_tokens, 0, kLargestCount,
              "tokens of an answer at most; 256 where the model does not say")
      .add("do_sample", a.do_sample,
           "draw tokens by their probabilities, as the next four ask for as well; else the "
           "likeliest")
      .number("temperature", a.temperature, 0, 1e300,
              "logits are divided by it; 0: the likeliest token, without drawing")
      .number("top_k", a.top_k, 0, kLargestCount, "draw from the N likeliest tokens; 0: from all")
      .number("top_p", a.top_p, 0, 1, "draw from the fewest tokens that are as probable together")
      .number(
          "min_p", a.min_p, 0, 1,
          "draw from tokens that are as probable, as a share of the likeliest one's probability")
      .number("repetition_penalty", a.repetition_penalty, 1e-6, 1e6,
              "logits of tokens that are in the text are divided by it; 1: they are not")
      .add("stop_strings", a.stop_strings,
           "end a text before this one; several: a JSON list of texts")
      .number("seed", a.seed, 0, kLargestSeed, "of what is drawn");
}

}  // namespace tutti::run
