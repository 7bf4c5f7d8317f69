// SPDX-License-Identifier: Apache-2.0
#include "run/generation_settings.h"

namespace tutti::run {

void add_sampling(ArgumentLister& list, GenerationSettings& a) {
  list.number("max_new_tokens", a.max_new_tokens, 0, kLargestCount,
              "maximum tokens of an answer; 256 if the model has no setting")
      .add("do_sample", a.do_sample,
           "sample tokens by their probabilities, as the next four flags also request; otherwise "
           "take the most likely")
      .number("temperature", a.temperature, 0, 1e300,
              "divide logits by this; 0: take the most likely token without sampling")
      .number("top_k", a.top_k, 0, kLargestCount,
              "sample from the N most likely tokens; 0: from all")
      .number("top_p", a.top_p, 0, 1,
              "sample from the fewest tokens whose total probability reaches this")
      .number("min_p", a.min_p, 0, 1,
              "sample from tokens with at least this share of the most likely one's probability")
      .number("repetition_penalty", a.repetition_penalty, 1e-6, 1e6,
              "divide the logits of tokens already in the text by this; 1: no penalty")
      .add("stop_strings", a.stop_strings,
           "end the output before this text; several: a JSON list of texts")
      .number("seed", a.seed, 0, kLargestSeed, "seed of the sampling");
}

}  // namespace tutti::run
