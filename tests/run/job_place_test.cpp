// SPDX-License-Identifier: Apache-2.0
#include "run/job_place.h"

#include <gtest/gtest.h>

#include <map>

#include "support/errors.h"
#include "support/temporary_folder.h"

namespace tutti::run {
namespace {

using Set = std::map<std::string, std::string>;

Variables variables_of(Set set) {
  return [set = std::move(set)](const char* name) -> std::optional<std::string> {
    const auto found = set.find(name);
    return found == set.end() ? std::nullopt : std::optional(found->second);
  };
}

const char* const kToken = "0123456789abcdef";

std::string place_text(const JobSettings& arguments, Set set) {
  set.emplace("TUTTI_TOKEN", kToken);
  try {
    const comm::MeetingPlace place = job_place(arguments, variables_of(std::move(set)));
    if (place.registry) return fmt::format("{} of {} by {}", place.rank, place.size, place.name());
    return fmt::format("{} of {} at {}:{}", place.rank, place.size, place.host, place.port);
  } catch (const UserError& error) {
    return fmt::format("{}: {}", static_cast<int>(error.code()), error.what());
  }
}

JobSettings flags(std::optional<int64_t> rank, std::optional<int64_t> size) {
  JobSettings arguments;
  arguments.rank = rank;
  arguments.world_size = size;
  return arguments;
}

TEST(JobPlace, OfAProcessThatIsAlone) {
  EXPECT_EQ(place_text({}, {}), "0 of 1 at :0");
  EXPECT_EQ(place_text({}, {{"RANK", "0"}, {"WORLD_SIZE", "1"}}), "0 of 1 at :0");
  EXPECT_EQ(place_text(flags({}, 1), {}), "0 of 1 at :0");
  // A batch script of Slurm, outside srun.
  EXPECT_EQ(place_text({}, {{"SLURM_PROCID", "0"}, {"SLURM_NTASKS", "4"}}), "0 of 1 at :0");
}

TEST(JobPlace, ComesFromFlagsAndLaunchers) {
  JobSettings arguments = flags(1, 2);
  arguments.master_addr = "h0";
  EXPECT_EQ(place_text(arguments, {}), "1 of 2 at h0:29500");
  arguments.master_port = 4000;
  EXPECT_EQ(place_text(arguments, {{"MASTER_ADDR", "h1"}, {"MASTER_PORT", "5000"}}),
            "1 of 2 at h0:4000");
  EXPECT_EQ(
      place_text(
          {}, {{"RANK", "2"}, {"WORLD_SIZE", "3"}, {"MASTER_ADDR", "h1"}, {"MASTER_PORT", "5000"}}),
      "2 of 3 at h1:5000");
  const Set openmpi = {{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "2"}};
  Set local = openmpi;
  local["OMPI_COMM_WORLD_LOCAL_SIZE"] = "2";
  EXPECT_EQ(place_text({}, local), "1 of 2 at 127.0.0.1:29500");
  EXPECT_EQ(place_text({}, openmpi).substr(0, 36), "2: rank 0's address is unknown: give");
  EXPECT_EQ(place_text({}, {{"PMI_RANK", "1"}, {"PMI_SIZE", "2"}, {"MPI_LOCALNRANKS", "2"}}),
            "1 of 2 at 127.0.0.1:29500");
  Set slurm = {
      {"SLURM_PROCID", "3"}, {"SLURM_NTASKS", "4"}, {"SLURM_STEP_NODELIST", "h[02-05],g1"}};
  EXPECT_EQ(place_text({}, slurm), "3 of 4 at h02:29500");
  slurm.insert(openmpi.begin(), openmpi.end());  // mpirun within it
  EXPECT_EQ(place_text({}, slurm), "1 of 2 at h02:29500");
  JobSettings kubernetes = flags({}, 4);
  kubernetes.master_addr = "job-0.service";
  EXPECT_EQ(place_text(kubernetes, {{"JOB_COMPLETION_INDEX", "3"}}),
            "3 of 4 at job-0.service:29500");
}

TEST(JobPlace, OfAnMpiNeedsNoAddressAndNoToken) {
  JobSettings arguments;
  arguments.comm_engine = "mpi";
  const auto place_of = [&](Set set) { return job_place(arguments, variables_of(std::move(set))); };
  const auto openmpi = place_of({{"OMPI_COMM_WORLD_RANK", "1"}, {"OMPI_COMM_WORLD_SIZE", "2"}});
  EXPECT_EQ(openmpi.engine, comm::Engine::openmpi);
  EXPECT_EQ(openmpi.rank, 1);
  EXPECT_EQ(openmpi.size, 2);
  const Set mpich = {{"PMI_RANK", "2"}, {"PMI_SIZE", "3"}};
  EXPECT_EQ(place_of(mpich).engine, comm::Engine::mpich);
  EXPECT_EQ(place_of(mpich).rank, 2);
  EXPECT_EQ(place_of(mpich).mpi_launcher, -1);
  Set by_its_launcher = mpich;
  by_its_launcher.insert({"PMI_FD", "6"});
  EXPECT_EQ(place_of(by_its_launcher).mpi_launcher, 6);
  const auto slurm = place_of({{"SLURM_PROCID", "3"},
                               {"SLURM_NTASKS", "4"},
                               {"SLURM_STEP_NODELIST", "h[0-1]"},
                               {"PMIX_RANK", "3"}});
  EXPECT_EQ(slurm.engine, comm::Engine::openmpi);
  EXPECT_EQ(slurm.size, 4);
  EXPECT_EQ(place_text(arguments, {{"RANK", "1"}, {"WORLD_SIZE", "2"}}),
            "2: --comm_engine mpi: no MPI started this process, expected a start by the mpirun of "
            "OpenMPI or MPICH, or by srun --mpi: mpirun -n 2 tutti ...");
  EXPECT_THROW(job_place(arguments, variables_of(mpich), /*joins=*/true), UserError);
}

TEST(JobPlace, SourcesThatDisagreeAreRefused) {
  EXPECT_EQ(place_text(flags(1, 2), {{"OMPI_COMM_WORLD_RANK", "0"}, {"OMPI_COMM_WORLD_SIZE", "4"}}),
            "2: --rank 1 and --world_size 2 say rank 1 of 2, but OMPI_COMM_WORLD_RANK=0 and "
            "OMPI_COMM_WORLD_SIZE=4 (of OpenMPI) say rank 0 of 4; unset the wrong ones");
  EXPECT_EQ(place_text(flags({}, 3), {{"RANK", "0"}, {"WORLD_SIZE", "2"}}),
            "2: --world_size 3, but RANK=0 and WORLD_SIZE=2 (of torchrun or tutti launch) say 2; "
            "leave the flag out");
  EXPECT_EQ(place_text(flags(1, {}), {}),
            "2: --rank alone: expected both --rank and --world_size, or neither");
  EXPECT_EQ(place_text(flags({}, 2), {}),
            "2: --world_size alone: expected both --rank and --world_size, or neither");
  EXPECT_EQ(place_text({}, {{"RANK", "2"}, {"WORLD_SIZE", "2"}}),
            "2: RANK=2 and WORLD_SIZE=2 (of torchrun or tutti launch): expected a rank from 0 to "
            "1");
  EXPECT_EQ(place_text({}, {{"RANK", "x"}, {"WORLD_SIZE", "2"}}),
            "2: RANK=x: expected a whole number of at least 0");
}

TEST(JobPlace, MayBeWrittenDownSomewhere) {
  JobSettings arguments = flags(1, 2);
  const Set set = {{"TUTTI_RENDEZVOUS", "etcd://h0/jobs/a"}, {"MASTER_ADDR", "h1"}};
  EXPECT_EQ(place_text(arguments, set), "1 of 2 by etcd://h0:2379/jobs/a");
  arguments.rendezvous = "file:///tmp/job";
  EXPECT_EQ(place_text(arguments, set), "1 of 2 by file:///tmp/job");
  for (const char* url : {"etcd://h0:99/a", "etcd://[::1]:99/a"}) {
    arguments.rendezvous = url;
    EXPECT_EQ(place_text(arguments, {}), fmt::format("1 of 2 by {}", url));
  }
  arguments.rendezvous = "etcd://[::1]/a";
  EXPECT_EQ(place_text(arguments, {}), "1 of 2 by etcd://[::1]:2379/a");
  arguments.master_addr = "h2";
  EXPECT_EQ(place_text(arguments, {}),
            "2: --rendezvous etcd://[::1]/a with --master_addr: expected one of them, because the "
            "first replaces the other");
  arguments.rendezvous.clear();  // a flag comes before the environment
  EXPECT_EQ(place_text(arguments, set), "1 of 2 at h2:29500");
}

TEST(JobPlace, NeedsAToken) {
  JobSettings arguments = flags(1, 2);
  arguments.master_addr = "h0";
  const auto text_with = [&](const std::string& token) {
    return place_text(arguments, {{"TUTTI_TOKEN", token}});
  };
  EXPECT_EQ(text_with("short"), "2: TUTTI_TOKEN: a token of 5 characters, expected at least 16");
  EXPECT_TRUE(text_with("").starts_with("2: several processes need a shared secret"));
  const test::TemporaryFolder folder;
  arguments.token_file = (folder.path() / "token").string();
  write_file_atomically(arguments.token_file, fmt::format("{}\n", kToken));
  const auto with_mode = [&](unsigned mode) {
    std::filesystem::permissions(arguments.token_file, std::filesystem::perms(mode));
    return place_text(arguments, {});
  };
  EXPECT_EQ(with_mode(0600), "1 of 2 at h0:29500");
  EXPECT_EQ(job_place(arguments, variables_of({})).token, kToken);
  EXPECT_EQ(with_mode(0400), "1 of 2 at h0:29500");
  for (const unsigned mode : {0644u, 0640u, 0602u}) {
    const std::string refused = with_mode(mode);
    EXPECT_TRUE(refused.starts_with("2: " + arguments.token_file)) << refused;
    EXPECT_NE(refused.find("chmod 600 " + arguments.token_file), std::string::npos) << refused;
  }
}

TEST(JobPlace, OfTorchrunIsBesideItsStore) {
  const auto text = [](const char* port, const char* has_store, JobSettings arguments = {}) {
    return place_text(arguments, {{"RANK", "1"},
                                  {"WORLD_SIZE", "2"},
                                  {"MASTER_ADDR", "h0"},
                                  {"MASTER_PORT", port},
                                  {"TORCHELASTIC_RUN_ID", "none"},
                                  {"TORCHELASTIC_USE_AGENT_STORE", has_store}});
  };
  EXPECT_EQ(text("29500", "True"), "1 of 2 at h0:19500");
  EXPECT_EQ(text("33011", "True"), "1 of 2 at h0:13011");
  EXPECT_EQ(text("19500", "True"), "1 of 2 at h0:29500");
  EXPECT_EQ(text("29500", "False"), "1 of 2 at h0:29500");
  JobSettings arguments;
  arguments.master_port = 29500;
  EXPECT_EQ(text("29500", "True", arguments), "1 of 2 at h0:29500");
}

TEST(JobPlace, HasPortsAndProtectionOfConnections) {
  JobSettings arguments = flags(1, 2);
  arguments.master_addr = "h0";
  const auto place = [&] { return job_place(arguments, variables_of({{"TUTTI_TOKEN", kToken}})); };
  EXPECT_EQ(place().ports.first, 0);
  EXPECT_TRUE(place().encrypts);
  arguments.comm_ports = "29600-29699";
  arguments.comm_encryption = "none";
  EXPECT_EQ(place().ports.first, 29600);
  EXPECT_EQ(place().ports.last, 29699);
  EXPECT_FALSE(place().encrypts);
  for (const char* wrong :
       {"29600", "29600-", "-29600", "0-9", "5-4", "5-5", "1-65536", "a-b", "1-2x", "1-2-3"}) {
    arguments.comm_ports = wrong;
    EXPECT_EQ(place_text(arguments, {}),
              fmt::format("2: --comm_ports {}: expected two ports from 1 to 65535, the lower one "
                          "first, as in 29600-29699",
                          wrong));
  }
  arguments.comm_ports = "1-2";
  arguments.comm_engine = "gloo";
  EXPECT_EQ(place_text(arguments, {}),
            "2: --comm_ports 1-2: --comm_engine gloo chooses ports itself, expected --comm_engine "
            "tcp");
}

TEST(JobPlace, FirstOfAListOfHosts) {
  EXPECT_EQ(first_host("h0"), "h0");
  EXPECT_EQ(first_host("h0,h1"), "h0");
  EXPECT_EQ(first_host("h[0-1]"), "h0");
  EXPECT_EQ(first_host("h[3,5-7]"), "h3");
  EXPECT_EQ(first_host("g1,h[3,5-7]"), "g1");
  EXPECT_EQ(first_host("rack[01-02]n,h1"), "rack01n");
}

}  // namespace
}  // namespace tutti::run
