// SPDX-License-Identifier: Apache-2.0
#include "task/masked/objective.h"

#include "task/causal/objective.h"

namespace tutti::task::masked {

model::Model with_words(model::Model model) {
  if (!model.word_head)
    user_error("masked-lm: the model is a {}, expected an encoder with a head of words",
               model.architecture);
  const model::WordHead head = *model.word_head;
  for (model::Parameter& parameter : model.parameters)
    if (parameter.name == head.weight)
      parameter.copies.insert(parameter.copies.end(), head.copies.begin(), head.copies.end());
  model.parameters.insert(model.parameters.end(), head.parameters.begin(), head.parameters.end());
  model.hidden_states = [hidden = model.hidden_states, emit = head.emit](
                            ir::Builder& b, const model::ParameterValues& p,
                            const model::TokenValues& tokens,
                            const model::ForwardOptions& options) {
    return emit(b, p, hidden(b, p, tokens, options));
  };
  model.next_token_weight = head.weight;
  model.next_token_bias = head.bias;
  model.next_token_head = "ForMaskedLM";
  return model;
}

Objective masked_words(const model::Model& model) {
  return causal::next_token(with_words(model));
}

Objective word_logits(const model::Model& model) {
  const model::Model words = with_words(model);
  Objective objective = causal::next_token(words);
  objective.output_arrays = {{"logits", data::Extent::token, /*is_real=*/true}};
  objective.outputs = [words](ir::Builder& b, const model::ParameterValues& p,
                              const BatchValues& batch, const model::ForwardOptions& options) {
    const ir::Value hidden = words.hidden_states(b, p, tokens_of(batch), options);
    return std::vector<ir::Value>{words.next_token_logits(b, p, hidden)};
  };
  return objective;
}

}  // namespace tutti::task::masked
