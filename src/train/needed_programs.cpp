// SPDX-License-Identifier: Apache-2.0
#include "train/needed_programs.h"

#include <set>
#include <tuple>

#include "train/step_batches.h"

namespace tutti::train {
namespace {

/// The shapes of a step's rounds: batches that run together get one, see step_batches().
std::vector<task::BatchShape> shapes_of_rounds(data::Loader& loader, int64_t step,
                                               int64_t devices) {
  std::vector<task::BatchShape> rounds;
  for (int64_t first = 0; first < loader.micro_batches(); first += devices) {
    if (loader.indices(step, first).empty()) break;
    task::BatchShape shape{0, 0, loader.features_together()};
    for (int64_t micro = first; micro < first + devices; micro++) {
      const data::RowPlan plan = loader.rows(step, micro);
      shape.rows = std::max(shape.rows, plan.rows);
      shape.length = std::max(shape.length, plan.length);
    }
    rounds.push_back(shape);
  }
  return rounds;
}

class ProgramList {
 public:
  void add(std::string_view function, const task::BatchShape& given) {
    const task::BatchShape shape = step::takes_batch(function) ? given : task::BatchShape{};
    if (seen_.emplace(function, shape.rows, shape.length, shape.features).second)
      list_.push_back({function, shape});
  }
  std::vector<NeededProgram> take() { return std::move(list_); }

 private:
  std::set<std::tuple<std::string_view, int64_t, int64_t, int64_t>> seen_;
  std::vector<NeededProgram> list_;
};

}  // namespace

std::vector<NeededProgram> needed_programs(const Programs& programs, data::Loader& loader,
                                           int64_t steps, const World& world) {
  ProgramList list;
  const int64_t devices = world.ranks > 1 ? 1 : world.devices;
  for (int64_t step = 0; step < std::min(steps, kStepsLookedAt); step++) {
    const auto rounds = shapes_of_rounds(loader, step, devices);
    if (rounds.size() == 1 && !programs.options().host_optimizer) {
      list.add(step::kStep, rounds[0]);
      continue;
    }
    for (const task::BatchShape& shape : rounds) list.add(step::kGradients, shape);
    if (rounds.size() > 1) list.add(step::kMerge, {});
    list.add(updating_function(programs), {});
  }
  return list.take();
}

}  // namespace tutti::train
