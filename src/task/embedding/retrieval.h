// SPDX-License-Identifier: Apache-2.0
// How well documents that were ranked for queries were found, as sentence-transformers'
// InformationRetrievalEvaluator measures it.
#pragma once

#include <cstddef>
#include <cstdint>
#include <nlohmann/json_fwd.hpp>
#include <vector>

namespace tutti::task::embedding {

/// What a query found: its relevant documents, and how many there are at all.
struct Found {
  std::vector<size_t> ranks;  // of the relevant documents that were found, from 0, ascending
  size_t relevant = 0;        // at least 1
};

/// Means over queries; k >= 1 documents are looked at.
double accuracy_at(const std::vector<Found>& queries, size_t k);
double precision_at(const std::vector<Found>& queries, size_t k);
double recall_at(const std::vector<Found>& queries, size_t k);
double mrr_at(const std::vector<Found>& queries, size_t k);
double ndcg_at(const std::vector<Found>& queries, size_t k);
double map_at(const std::vector<Found>& queries, size_t k);

/// "accuracy@1", "recall@1", "recall@5", "recall@10", "mrr@10", "ndcg@10", "map@100".
nlohmann::ordered_json retrieval_metrics(const std::vector<Found>& queries);

/// Vectors [count, width], row-major.
struct Vectors {
  std::vector<float> values;
  size_t width = 0;
  size_t count() const { return values.size() / width; }
};

/// Ranks all documents for each query by the dot product, equal ones in their order; `relevant` are
/// each query's. Documents are compared on `threads` threads.
std::vector<Found> rank_documents(const Vectors& queries, const Vectors& documents,
                                  const std::vector<std::vector<size_t>>& relevant, int threads);

}  // namespace tutti::task::embedding
