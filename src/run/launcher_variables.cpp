// SPDX-License-Identifier: Apache-2.0
#include "run/launcher_variables.h"

#include <charconv>

#include "base/error.h"
#include "base/text.h"

namespace tutti::run {
namespace {

struct Launcher {
  const char* name;
  const char* rank;
  const char* size;
  const char* needs;  // another variable that must be set too; null: none
};

constexpr Launcher kLaunchers[] = {
    {"torchrun or tutti launch", "RANK", "WORLD_SIZE", nullptr},
    {"OpenMPI", "OMPI_COMM_WORLD_RANK", "OMPI_COMM_WORLD_SIZE", nullptr},
    {"MPICH", "PMI_RANK", "PMI_SIZE", nullptr},
    // A batch script also has the first two; only tasks started by srun have the list.
    {"srun", "SLURM_PROCID", "SLURM_NTASKS", "SLURM_STEP_NODELIST"}};

}  // namespace

int64_t number_in(const char* name, const std::string& text, int64_t least, int64_t most) {
  int64_t value = 0;
  const char* const end = text.data() + text.size();
  const auto [at, failure] = std::from_chars(text.data(), end, value);
  if (failure != std::errc() || at != end || value < least)
    user_error("{}={}: expected a whole number of at least {}", name, escaped(text), least);
  if (value > most) user_error("{}={}: expected at most {}", name, value, most);
  return value;
}

std::vector<RankSource> sources_of(const JobSettings& settings, const Variables& variables) {
  std::vector<RankSource> sources;
  std::optional<int64_t> rank = settings.rank;
  std::string rank_text = rank ? fmt::format("--rank {}", *rank) : "";
  if (!rank && settings.world_size)
    if (const auto index = variables("JOB_COMPLETION_INDEX")) {
      rank = number_in("JOB_COMPLETION_INDEX", *index, 0);
      rank_text = "JOB_COMPLETION_INDEX=" + *index;
    }
  if (rank && settings.world_size)
    sources.push_back({fmt::format("{} and --world_size {}", rank_text, *settings.world_size),
                       *rank, *settings.world_size});
  for (const Launcher& launcher : kLaunchers) {
    const auto own_rank = variables(launcher.rank), size = variables(launcher.size);
    if (!own_rank || !size || (launcher.needs != nullptr && !variables(launcher.needs))) continue;
    // mpirun within a Slurm job: its ranks take precedence.
    if (launcher.needs != nullptr && !sources.empty()) continue;
    sources.push_back({fmt::format("{}={} and {}={} (of {})", launcher.rank, *own_rank,
                                   launcher.size, *size, launcher.name),
                       number_in(launcher.rank, *own_rank, 0), number_in(launcher.size, *size, 1)});
  }
  return sources;
}

}  // namespace tutti::run
