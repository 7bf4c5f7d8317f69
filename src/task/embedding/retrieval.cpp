// SPDX-License-Identifier: Apache-2.0
#include "task/embedding/retrieval.h"

#include <algorithm>
#include <cmath>
#include <functional>
#include <nlohmann/json.hpp>
#include <span>

#include "base/threads.h"

namespace tutti::task::embedding {
namespace {

double mean_over(const std::vector<Found>& queries,
                 const std::function<double(const Found&)>& of_one) {
  double sum = 0;
  for (const Found& query : queries) sum += of_one(query);
  return queries.empty() ? 0 : sum / static_cast<double>(queries.size());
}

/// How many relevant documents are among the first k.
double hits(const Found& query, size_t k) {
  return static_cast<double>(std::lower_bound(query.ranks.begin(), query.ranks.end(), k) -
                             query.ranks.begin());
}

double gain(size_t rank) {
  return 1 / std::log2(static_cast<double>(rank) + 2);
}

float dot(const float* x, const float* y, size_t width) {
  float sum[8] = {};
  size_t i = 0;
  for (; i + 8 <= width; i += 8)
    for (size_t k = 0; k < 8; k++) sum[k] += x[i + k] * y[i + k];
  for (; i < width; i++) sum[0] += x[i] * y[i];
  return ((sum[0] + sum[1]) + (sum[2] + sum[3])) + ((sum[4] + sum[5]) + (sum[6] + sum[7]));
}

/// The ranks of a query's relevant documents: how many others come before each.
Found ranks_of(std::span<const float> scores, const std::vector<size_t>& relevant) {
  Found found{{}, relevant.size()};
  for (const size_t one : relevant) {
    size_t before = 0;
    for (size_t i = 0; i < scores.size(); i++)
      before += scores[i] > scores[one] || (scores[i] == scores[one] && i < one);
    found.ranks.push_back(before);
  }
  std::sort(found.ranks.begin(), found.ranks.end());
  return found;
}

}  // namespace

double accuracy_at(const std::vector<Found>& queries, size_t k) {
  return mean_over(queries, [&](const Found& query) { return hits(query, k) > 0 ? 1.0 : 0.0; });
}

double precision_at(const std::vector<Found>& queries, size_t k) {
  return mean_over(queries,
                   [&](const Found& query) { return hits(query, k) / static_cast<double>(k); });
}

double recall_at(const std::vector<Found>& queries, size_t k) {
  return mean_over(queries, [&](const Found& query) {
    return hits(query, k) / static_cast<double>(query.relevant);
  });
}

double mrr_at(const std::vector<Found>& queries, size_t k) {
  return mean_over(queries, [&](const Found& query) {
    return hits(query, k) > 0 ? 1 / (static_cast<double>(query.ranks[0]) + 1) : 0.0;
  });
}

double ndcg_at(const std::vector<Found>& queries, size_t k) {
  return mean_over(queries, [&](const Found& query) {
    double found = 0, ideal = 0;
    for (const size_t rank : query.ranks)
      if (rank < k) found += gain(rank);
    for (size_t rank = 0; rank < std::min(k, query.relevant); rank++) ideal += gain(rank);
    return found / ideal;
  });
}

double map_at(const std::vector<Found>& queries, size_t k) {
  return mean_over(queries, [&](const Found& query) {
    double sum = 0;
    for (size_t i = 0; i < query.ranks.size() && query.ranks[i] < k; i++)
      sum += (static_cast<double>(i) + 1) / (static_cast<double>(query.ranks[i]) + 1);
    return sum / static_cast<double>(std::min(k, query.relevant));
  });
}

nlohmann::ordered_json retrieval_metrics(const std::vector<Found>& queries) {
  return {{"accuracy@1", accuracy_at(queries, 1)}, {"recall@1", recall_at(queries, 1)},
          {"recall@5", recall_at(queries, 5)},     {"recall@10", recall_at(queries, 10)},
          {"mrr@10", mrr_at(queries, 10)},         {"ndcg@10", ndcg_at(queries, 10)},
          {"map@100", map_at(queries, 100)}};
}

std::vector<Found> rank_documents(const Vectors& queries, const Vectors& documents,
                                  const std::vector<std::vector<size_t>>& relevant, int threads) {
  std::vector<Found> found(relevant.size());
  Team team(threads);
  auto rank = [&](int64_t i, int) {
    const auto query = static_cast<size_t>(i);
    std::vector<float> scores(documents.count());
    for (size_t k = 0; k < scores.size(); k++)
      scores[k] = dot(&queries.values[query * queries.width],
                      &documents.values[k * documents.width], queries.width);
    found[query] = ranks_of(scores, relevant[query]);
  };
  team.run(static_cast<int64_t>(found.size()), rank);
  return found;
}

}  // namespace tutti::task::embedding
