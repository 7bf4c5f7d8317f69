// SPDX-License-Identifier: Apache-2.0
#include "train/process_memory.h"

#include <gtest/gtest.h>
#include <sys/mman.h>

#include <cstring>

#include "small_training.h"
#include "support/temporary_folder.h"

namespace tutti::train {
namespace {

TEST(ResidentMemory, GrowsByWhatIsWritten) {
  const int64_t before = resident_memory();
  if (before == 0) GTEST_SKIP() << "no /proc here";
  // Mapped, as the heap may hand out what an earlier test wrote.
  constexpr int64_t kBytes = 64 << 20;
  void* const block =
      mmap(nullptr, kBytes, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);
  ASSERT_NE(block, MAP_FAILED);
  std::memset(block, 1, kBytes);
  EXPECT_NEAR(static_cast<double>(resident_memory() - before), kBytes, kBytes / 10.0);
  EXPECT_GE(peak_resident_memory(), resident_memory() - kBytes / 10);
  munmap(block, kBytes);
}

TEST(ResidentMemory, DoesNotGrowOverAThousandSteps) {
  if (resident_memory() == 0) GTEST_SKIP() << "no /proc here";
#ifdef __SANITIZE_ADDRESS__
  GTEST_SKIP() << "the sanitizer keeps what is freed";
#endif
  const test::TemporaryFolder folder;
  TrainingRun run(
      {.batch = 2, .accumulate = 1, .steps = 1200, .logging_steps = 100, .save_steps = 0});
  int64_t early = 0, late = 0;
  run.on_step = [&](int64_t step) {
    if (step == 200) early = resident_memory();
    if (step == 1200) late = resident_memory();
  };
  run.train(folder.path(), /*stop_after=*/1200);
  EXPECT_GT(early, 0);
  EXPECT_LT(late - early, 1 << 20);
}

TEST(ProcessMemory, AsksTheSystemWhatItWouldGive) {
  EXPECT_TRUE(can_allocate(0));
  EXPECT_TRUE(can_allocate(1 << 20));
  EXPECT_FALSE(can_allocate(int64_t{1} << 60));  // more than any address space
}

}  // namespace
}  // namespace tutti::train
