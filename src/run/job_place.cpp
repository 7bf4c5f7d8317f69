// SPDX-License-Identifier: Apache-2.0
#include "run/job_place.h"

#include <charconv>

#include "base/text.h"
#include "run/job_registry.h"
#include "run/job_token.h"
#include "run/launcher_variables.h"

namespace tutti::run {
namespace {

constexpr int kDefaultPort = 29500;  // torchrun's

/// The engine of --comm_engine; of the MPIs, the one whose launcher started this process.
comm::Engine engine_of(const JobSettings& settings, const Variables& variables) {
  if (settings.comm_engine == "nccl") return comm::Engine::nccl;
  if (settings.comm_engine == "rccl") return comm::Engine::rccl;
  if (settings.comm_engine == "gloo") return comm::Engine::gloo;
  if (settings.comm_engine != "mpi") return comm::Engine::tcp;
  if (variables("OMPI_COMM_WORLD_SIZE") || variables("PMIX_RANK")) return comm::Engine::openmpi;
  if (variables("PMI_SIZE")) return comm::Engine::mpich;
  user_error(
      "--comm_engine mpi: no MPI started this process, expected a start by the mpirun of OpenMPI "
      "or MPICH, or by srun --mpi: mpirun -n 2 tutti ...");
}

/// The descriptor of MPICH's launcher; -1 if there is none.
int launcher_of(comm::Engine mpi, const Variables& variables) {
  const auto number = mpi == comm::Engine::mpich ? variables("PMI_FD") : std::nullopt;
  return number ? static_cast<int>(number_in("PMI_FD", *number, 0)) : -1;
}

/// The rank among this machine's processes, if a launcher reports it.
int64_t local_rank_of(const Variables& variables) {
  for (const char* name :
       {"LOCAL_RANK", "OMPI_COMM_WORLD_LOCAL_RANK", "MPI_LOCALRANKID", "SLURM_LOCALID"})
    if (const auto rank = variables(name)) return number_in(name, *rank, 0);
  return 0;
}

/// Rank 0's address, if a launcher reports it.
std::string host_of(const JobSettings& settings, const Variables& variables, int64_t size) {
  if (!settings.master_addr.empty()) return settings.master_addr;
  if (const auto host = variables("MASTER_ADDR")) return *host;
  if (const auto list = variables("SLURM_STEP_NODELIST")) return first_host(*list);
  if (processes_of_machine(variables) == size) return "127.0.0.1";
  user_error(
      "rank 0's address is unknown: give --master_addr HOST, the name or address of its machine, "
      "or set MASTER_ADDR; or give --rendezvous URL, where the processes find each other");
}

constexpr int kLargestPort = 65535;

/// torchrun's agent uses MASTER_PORT for its own store. All processes compute another port from it,
/// below the ports that systems assign to connections.
int port_beside_store(int port) {
  const int last_digits = port % 10'000;
  return port >= 20'000 ? 10'000 + last_digits : 20'000 + last_digits;
}

int port_of_job(const JobSettings& settings, const Variables& variables) {
  if (settings.master_port) return static_cast<int>(*settings.master_port);
  const auto port = variables("MASTER_PORT");
  if (!port) return kDefaultPort;
  const auto number = static_cast<int>(number_in("MASTER_PORT", *port, 1, kLargestPort));
  const bool has_store = variables("TORCHELASTIC_USE_AGENT_STORE").value_or("") == "True";
  return has_store ? port_beside_store(number) : number;
}

/// The range of --comm_ports.
comm::PortRange ports_of(const JobSettings& settings) {
  const std::string& text = settings.comm_ports;
  if (text.empty()) return {};
  if (settings.comm_engine != "tcp")
    user_error("--comm_ports {}: --comm_engine {} chooses ports itself, expected --comm_engine tcp",
               escaped(text), settings.comm_engine);
  comm::PortRange ports;
  const char* const end = text.data() + text.size();
  const auto first = std::from_chars(text.data(), end, ports.first);
  const auto last = first.ec == std::errc() && first.ptr != end && *first.ptr == '-'
                        ? std::from_chars(first.ptr + 1, end, ports.last)
                        : std::from_chars_result{text.data(), std::errc::invalid_argument};
  if (last.ec != std::errc() || last.ptr != end || ports.first < 1 || ports.last > kLargestPort ||
      ports.first >= ports.last)
    user_error(
        "--comm_ports {}: expected two ports from 1 to {}, the lower one first, as in "
        "29600-29699",
        escaped(text), kLargestPort);
  return ports;
}

/// Where the processes find the leader; empty: at a known address.
std::string rendezvous_of(const JobSettings& settings, const Variables& variables) {
  const bool has_address = !settings.master_addr.empty() || settings.master_port;
  if (has_address && !settings.rendezvous.empty())
    user_error(
        "--rendezvous {} with {}: expected one of them, because the first replaces the other",
        escaped(settings.rendezvous, 1000),
        settings.master_addr.empty() ? "--master_port" : "--master_addr");
  if (has_address || !settings.rendezvous.empty()) return settings.rendezvous;
  return variables("TUTTI_RENDEZVOUS").value_or("");
}

}  // namespace

std::string first_host(const std::string& list) {
  const size_t bracket = list.find('['), comma = list.find(',');
  if (bracket == std::string::npos || comma < bracket) return list.substr(0, comma);
  const size_t end = list.find_first_of("-,]", bracket);
  const size_t close = list.find(']', bracket);
  if (end == std::string::npos || close == std::string::npos) return list;
  const size_t next = list.find(',', close);
  const std::string rest =
      list.substr(close + 1, next == std::string::npos ? next : next - close - 1);
  return list.substr(0, bracket) + list.substr(bracket + 1, end - bracket - 1) + rest;
}

int64_t processes_of_machine(const Variables& variables) {
  for (const char* name : {"LOCAL_WORLD_SIZE", "OMPI_COMM_WORLD_LOCAL_SIZE", "MPI_LOCALNRANKS"})
    if (const auto count = variables(name)) return number_in(name, *count, 1);
  return 1;
}

int64_t rank_in_job(const JobSettings& settings, const Variables& variables) {
  const std::vector<RankSource> sources = sources_of(settings, variables);
  return sources.empty() ? 0 : sources.front().rank;
}

comm::MeetingPlace job_place(const JobSettings& settings, const Variables& variables, bool joins) {
  const comm::Engine engine = engine_of(settings, variables);
  const comm::PortRange ports = ports_of(settings);
  if (joins && !comm::has_survivors(engine))
    user_error("--join: processes of --comm_engine {} end together, expected --comm_engine tcp",
               settings.comm_engine);
  const std::vector<RankSource> sources = sources_of(settings, variables);
  if (joins && (sources.empty() || sources.front().size == 1))
    user_error(
        "--join: expected --rank and --world_size of a process that the job began with, at least 2 "
        "processes, and --master_addr or --rendezvous");
  if (sources.empty()) {
    if (settings.rank || settings.world_size.value_or(1) > 1)
      user_error("{} alone: expected both --rank and --world_size, or neither",
                 settings.rank ? "--rank" : "--world_size");
    return {};
  }
  const RankSource& first = sources.front();
  for (const RankSource& other : sources)
    if (other.rank != first.rank || other.size != first.size)
      user_error("{} say rank {} of {}, but {} say rank {} of {}; unset the wrong ones", first.text,
                 first.rank, first.size, other.text, other.rank, other.size);
  const auto expect_size = [&](const std::optional<int64_t>& given, int64_t found,
                               const char* flag) {
    if (given && *given != found)
      user_error("{} {}, but {} say {}; leave the flag out", flag, *given, first.text, found);
  };
  expect_size(settings.world_size, first.size, "--world_size");
  expect_size(settings.rank, first.rank, "--rank");
  if (first.rank >= first.size)
    user_error("{}: expected a rank from 0 to {}", first.text, first.size - 1);
  if (first.size == 1) return {};
  comm::MeetingPlace place;
  place.rank = first.rank;
  place.size = first.size;
  place.local_rank = local_rank_of(variables);
  place.engine = engine;
  if (comm::is_mpi(engine)) {
    place.host = settings.master_addr;
    place.mpi_launcher = launcher_of(engine, variables);
    return place;
  }
  place.token = token_of(settings, variables);
  const std::string rendezvous = rendezvous_of(settings, variables);
  if (rendezvous.empty()) {
    place.host = host_of(settings, variables, first.size);
    place.port = port_of_job(settings, variables);
  } else {
    place.registry = open_registry(rendezvous, place.token);
  }
  place.limit = settings.rendezvous_timeout;
  place.ports = ports;
  place.encrypts = settings.comm_encryption == "aes_gcm";
  place.joins = joins;
  return place;
}

}  // namespace tutti::run
