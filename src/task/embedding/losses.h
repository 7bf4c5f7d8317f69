// SPDX-License-Identifier: Apache-2.0
// Losses of sentence embeddings, with sentence-transformers' definitions and defaults.
#pragma once

#include <string>
#include <vector>

#include "task/objective.h"

namespace tutti::task::embedding {

enum class Kind { mnrl, cosent, cosine, contrastive, triplet };

/// Their names: "mnrl", "cosent", "cosine", "contrastive", "triplet".
std::vector<std::string> loss_names();
std::string name_of(Kind kind);
/// The loss of that name, which must be one of those.
Kind loss_named(const std::string& name);
/// Whether the loss is of two texts and their score.
bool is_scored(Kind kind);

struct LossSettings {
  Kind kind = Kind::mnrl;
  double scale = 20;               // of cosines, in mnrl and cosent
  double margin = 5;               // of triplet and contrastive
  bool euclidean = true;           // triplet's distance; else 1 - cosine
  std::vector<int64_t> dims = {};  // Matryoshka: the leading numbers that are trained alone too
};

/// The loss of a batch. `columns` are the embeddings of each column of texts, [features, width];
/// `weight` [features] is 1, or 0 where there is no feature; `score` [features].
///   mnrl         the mean over rows of the cross entropy of scale * cosine(first, x), over x of
///                all later columns of the batch; the target is the row's own second text
///   cosent       ln(1 + sum over pairs with score_i < score_j of e^(scale (s_i - s_j))), s cosines
///   cosine       mean (s - score)^2
///   contrastive  mean 1/2 (score d^2 + (1 - score) max(0, margin - d)^2), d = 1 - s
///   triplet      mean max(0, d(first, second) - d(first, third) + margin)
/// With dims, the sum of the loss of their leading numbers, each part divided by its norm.
Loss loss_of(ir::Builder& b, const LossSettings& settings, const std::vector<ir::Value>& columns,
             ir::Value weight, ir::Value score);

/// x [n, width] divided by the norms of its rows, or by 1e-12 where that is more.
ir::Value unit_rows(ir::Builder& b, ir::Value x);

}  // namespace tutti::task::embedding
