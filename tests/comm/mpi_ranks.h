// SPDX-License-Identifier: Apache-2.0
// Runs a part of a test in several processes that a launcher of MPI begins: each is this program
// again, with this test alone.
#pragma once

#include <fcntl.h>
#include <gtest/gtest.h>
#include <unistd.h>

#include <thread>

#include "base/child.h"
#include "base/files.h"
#include "comm/job.h"
#include "support/mpi.h"
#include "support/processes.h"
#include "support/temporary_folder.h"

namespace tutti::test {

struct MpiRun {
  int status = 0;                    // the launcher's exit code
  std::string error;                 // what it and the processes wrote
  std::vector<std::string> results;  // by rank; empty where a process was killed
};

inline constexpr const char* kMpiResults = "TUTTI_TEST_MPI_RESULTS";  // a folder

inline Path result_file(const Path& folder, int64_t rank) {
  return folder / std::to_string(rank);
}

/// What each process does. It waits for the others' results, because launchers kill what is left
/// when a process ends without ending MPI.
[[noreturn]] inline void be_mpi_rank(
    const Mpi& mpi, int64_t ranks, double limit,
    const std::function<std::string(comm::Communicator&)>& function) {
  const bool is_openmpi = mpi.engine == comm::Engine::openmpi;
  const int64_t rank = std::atoi(std::getenv(is_openmpi ? "OMPI_COMM_WORLD_RANK" : "PMI_RANK"));
  comm::MeetingPlace place;
  place.rank = rank;
  place.size = ranks;
  place.engine = mpi.engine;
  const std::string result = result_of(
      [&](int64_t) {
        const auto communicator = comm::join_job(place, limit);
        return result_of([&](int64_t) { return function(*communicator); }, rank);
      },
      rank);
  const Path folder = std::getenv(kMpiResults);
  write_file_atomically(result_file(folder, rank), result);
  const auto end = std::chrono::steady_clock::now() + std::chrono::seconds(20);
  for (int64_t other = 0; other < ranks; other++)
    while (!std::filesystem::exists(result_file(folder, other)) &&
           std::chrono::steady_clock::now() < end)
      std::this_thread::sleep_for(std::chrono::milliseconds(20));
  ::_exit(0);
}

/// A test calls it once, before anything that only one process should do.
inline MpiRun run_by_mpi(const Mpi& mpi, int64_t ranks, double limit,
                         const std::function<std::string(comm::Communicator&)>& function) {
  if (std::getenv(kMpiResults) != nullptr) be_mpi_rank(mpi, ranks, limit, function);
  const TemporaryFolder folder;
  const testing::TestInfo& test = *testing::UnitTest::GetInstance()->current_test_info();
  std::vector<std::string> words = {"env", std::string(kMpiResults) + "=" + folder.path().string()};
  for (const std::string& word : mpi.words(ranks)) words.push_back(word);
  words.insert(words.end(),
               {std::filesystem::read_symlink("/proc/self/exe").string(),
                std::string("--gtest_filter=") + test.test_suite_name() + "." + test.name()});
  const Path out = folder.path() / "out";
  MpiRun run;
  {
    const Descriptor file(::open(out.c_str(), O_WRONLY | O_CREAT | O_CLOEXEC, 0600), "out");
    ChildProcess launcher(words, {.out = {file.number()}, .error = {file.number()}});
    launcher.wait();
    run.status = launcher.end()->code;
  }
  run.error = read_file(out);
  for (int64_t rank = 0; rank < ranks; rank++) {
    const Path file = result_file(folder.path(), rank);
    run.results.push_back(std::filesystem::exists(file) ? read_file(file) : "");
  }
  return run;
}

}  // namespace tutti::test
