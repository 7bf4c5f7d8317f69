// SPDX-License-Identifier: Apache-2.0
// Sentence embeddings: a text's tokens pooled to one vector. A feature is a row of texts, each of
// them a segment of its own, so that a loss compares all texts of a batch.
#pragma once

#include "model/model.h"
#include "task/embedding/losses.h"
#include "task/embedding/pooling.h"
#include "task/objective.h"

namespace tutti::task::embedding {

/// `text` [rows, length]: 1 + columns * feature + column, of the text that a token is pooled to; 0
/// for other tokens. `share` [rows, length]: see share_of(). `score` [features]: how alike the
/// texts are. `weight` [features]: 1, or 0 where there is no feature.
std::vector<data::ArraySpec> label_arrays();

struct EmbeddingForm {
  Pooling pooling = Pooling::mean;
  bool normalizes = false;  // whether embeddings are divided by their norms
  int64_t columns = 2;      // texts of a feature, at most
  LossSettings loss = {};
  std::vector<model::Parameter> carried = {};  // those of the files that embeddings do not use
};

/// What the names of all parameters of a model begin with, which those of an embedding lack, as
/// transformers' AutoModel and sentence-transformers name them: "model."; empty if they do not
/// agree.
std::string prefix_of(const model::Model& model);

/// Outputs `embedding` [features, width]: of each feature's first text.
Objective text_embedding(const model::Model& model, const EmbeddingForm& form);

}  // namespace tutti::task::embedding
