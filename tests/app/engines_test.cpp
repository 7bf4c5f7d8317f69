// SPDX-License-Identifier: Apache-2.0
// `tutti train` by several processes over each engine.
#include <gtest/gtest.h>

#include "app/checkpoint_hash.h"
#include "app/small_models.h"
#include "support/errors.h"
#include "support/mpi.h"
#include "support/ports.h"

namespace tutti::test {
namespace {

using Words = std::vector<std::string>;

/// 60 samples of the quickstart's data in micro-batches of 2; dropout is that of the model.
Words train_words(const Path& output, const Words& more = {}) {
  return train_quickstart_words(output,
                                "--max_train_samples 60 --max_seq_length 64 --doc_stride 16 "
                                "--precision f32 --per_device_train_batch_size 2 --micro_batches 8 "
                                "--max_steps 2 --save_steps 2",
                                more);
}

/// Of the model's and the optimizer's state after the last step.
std::string state_hash(const Path& output) {
  return checkpoint_hash(output, 2);
}

class TrainByMpi : public testing::TestWithParam<Mpi> {};
INSTANTIATE_TEST_SUITE_P(Of, TrainByMpi, testing::ValuesIn(kMpis), name_of);

/// By TCP the processes meet at rank 0, whose address is this machine's; by MPI they know it.
TEST_P(TrainByMpi, TrainsToTheBitsOfOneProcess) {
  const Mpi& mpi = GetParam();
  TUTTI_MPI_OR_SKIP(mpi);
  const TemporaryFolder folder;
  const Path one = folder.path() / "one";
  ASSERT_EQ(run_tutti(train_words(one)).code, 0);
  for (const std::string engine : {"mpi", "gloo", "tcp"}) {
    const Path several = folder.path() / engine;
    const Environment environment = {{"PATH", std::getenv("PATH")},
                                     {"TUTTI_TOKEN", "0123456789abcdef"}};
    const Outcome run =
        run_tutti(train_words(several, {"--comm_engine", engine, "--master_port",
                                        std::to_string(free_port()), "--shares", "5,3"}),
                  "", environment, mpi.words(2));
    ASSERT_EQ(run.code, 0) << run.err;
    expect_contains(run.err, "of which 2 processes compute");
    EXPECT_EQ(state_hash(several), state_hash(one)) << engine;
  }
}

/// Where one cannot go on, all end, and the log names it and says why.
TEST_P(TrainByMpi, EndsWhereAProcessCannotGoOn) {
  const Mpi& mpi = GetParam();
  TUTTI_MPI_OR_SKIP(mpi);
  const TemporaryFolder folder;
  // mpirun -n 1 tutti train ... : -n 1 tutti train ... --seed 7
  const Words first =
      train_words(folder.path() / "out", {"--comm_engine", "mpi", ":", "-n", "1", TUTTI_PROGRAM});
  const Words second = train_words(folder.path() / "out", {"--comm_engine", "mpi", "--seed", "7"});
  const Outcome run =
      run_tutti(joined(first, second), "", {{"PATH", std::getenv("PATH")}}, mpi.words(1));
  EXPECT_NE(run.code, 0);
  expect_contains(run.err, "seed is 42 on rank 0, but 7 on rank 1");
}

TEST(Engines, OfAnMpiNeedItsLauncher) {
  const TemporaryFolder folder;
  const Outcome run = run_tutti(train_words(folder.path() / "out", {"--comm_engine", "mpi"}));
  EXPECT_EQ(run.code, 2);
  expect_contains(run.err, "--comm_engine mpi: no MPI started this process");
}

/// With a library that stands in for NCCL and CUDA's runtime.
TEST(Engines, NcclHasTheBitsOfOneProcess) {
  const TemporaryFolder folder;
  for (const char* name : {"libnccl.so.2", "libcudart.so.13"})
    std::filesystem::create_symlink(TUTTI_STAND_IN_NCCL, folder.path() / name);
  const Path one = folder.path() / "one", two = folder.path() / "two";
  ASSERT_EQ(run_tutti(train_words(one)).code, 0);
  const Outcome run = run_tutti(joined({"launch", "--nproc_per_node", "2", "--"},
                                       train_words(two, {"--comm_engine", "nccl"})),
                                "", {{"LD_LIBRARY_PATH", folder.path().string()}});
  ASSERT_EQ(run.code, 0) << run.err;
  EXPECT_EQ(state_hash(two), state_hash(one));
}

TEST(Engines, NcclSaysThatThereIsNoGpu) {
  const TemporaryFolder folder;
  for (const char* name : {"libnccl.so.2", "libcudart.so.13"})
    std::filesystem::create_symlink(TUTTI_STAND_IN_NCCL, folder.path() / name);
  const Outcome run = run_tutti(
      train_words(folder.path() / "out", {"--comm_engine", "nccl", "--rank", "0", "--world_size",
                                          "2", "--master_addr", "127.0.0.1"}),
      "",
      {{"LD_LIBRARY_PATH", folder.path().string()},
       {"TUTTI_STAND_IN_GPUS", "0"},
       {"TUTTI_TOKEN", "0123456789abcdef"}});
  EXPECT_EQ(run.code, 3);
  expect_contains(run.err, "--comm_engine nccl: there is no GPU");
}

}  // namespace
}  // namespace tutti::test
