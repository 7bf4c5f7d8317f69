// SPDX-License-Identifier: Apache-2.0
// `tutti doctor --distributed`: finds problems that prevent a job's processes from training
// together.
#include <algorithm>
#include <chrono>
#include <nlohmann/json.hpp>

#include "app/machine/doctor.h"
#include "app/process/environment.h"
#include "base/text.h"
#include "comm/job.h"
#include "comm/link_rate.h"
#include "comm/network.h"
#include "comm/reachability.h"
#include "run/job_place.h"

namespace tutti::app {
namespace {

constexpr std::string_view kWhat = "what each process found";

double seconds_of_clock() {
  return std::chrono::duration<double>(std::chrono::system_clock::now().time_since_epoch()).count();
}

Finding check_host_name() {
  const std::string name = comm::host_name();
  const auto addresses = comm::addresses_of(name);
  if (addresses.empty())
    return {"name", Status::warning, escaped(name) + " has no address",
            "add it to /etc/hosts or DNS if others must find this machine by its name"};
  const bool is_local = std::all_of(addresses.begin(), addresses.end(), [](const auto& address) {
    return address.starts_with("127.") || address == "::1";
  });
  return {"name", Status::ok,
          fmt::format("{} is {}{}", escaped(name), fmt::join(addresses, ", "),
                      is_local ? ", which only this machine can use" : "")};
}

Finding check_interfaces() {
  std::string found;
  for (const comm::Interface& one : comm::interfaces()) {
    if (one.is_loopback) continue;
    found += fmt::format("{}{} {}", found.empty() ? "" : ", ", one.name, one.address);
    if (one.megabits > 0) found += fmt::format(" ({} Mb/s)", one.megabits);
  }
  if (found.empty())
    return {"interfaces", Status::warning, "this machine is not connected to others",
            "connect it if the job has processes on other machines"};
  return {"interfaces", Status::ok, found};
}

Finding check_first_rank(const comm::MeetingPlace& place) {
  if (place.registry) return {"rank 0", Status::ok, "is registered at " + place.name()};
  const auto addresses = comm::addresses_of(place.host);
  if (addresses.empty())
    return {"rank 0", Status::error, escaped(place.host) + " has no address",
            "give --master_addr as a name or an address that every process can reach"};
  return {"rank 0", Status::ok,
          fmt::format("{} is {}, port {}", escaped(place.host), fmt::join(addresses, ", "),
                      place.port)};
}

/// The texts of each process, and whether all are rank 0's.
Finding compare(const char* name, const std::vector<std::string>& texts, const char* advice) {
  for (size_t rank = 1; rank < texts.size(); rank++)
    if (texts[rank] != texts[0])
      return {name, Status::warning,
              fmt::format("rank 0 has {}, rank {} has {}", texts[0], rank, texts[rank]), advice};
  return {name, Status::ok, fmt::format("{} on all {}", texts[0], texts.size())};
}

Finding check_clocks(comm::Communicator& communicator) {
  constexpr double kMost = 1;  // second
  communicator.barrier("the clocks' comparison", comm::kNoLimit);
  const auto texts =
      communicator.all_gather(fmt::format("{:.3f}", seconds_of_clock()), kWhat, comm::kNoLimit);
  double worst = 0;
  size_t of = 0;
  for (size_t rank = 1; rank < texts.size(); rank++) {
    const double difference =
        std::strtod(texts[rank].c_str(), nullptr) - std::strtod(texts[0].c_str(), nullptr);
    if (std::abs(difference) >= std::abs(worst)) worst = difference, of = rank;
  }
  const std::string found = fmt::format("at most {:+.3f} s from rank 0's (rank {})", worst, of);
  if (std::abs(worst) <= kMost) return {"clocks", Status::ok, found};
  return {"clocks", Status::warning, found,
          "set them by NTP: times in logs and of files do not match"};
}

std::vector<Finding> check_links(comm::Communicator& communicator, const std::string& host,
                                 const comm::PortRange& ports) {
  std::vector<Finding> findings;
  const std::vector<double> rates = comm::link_rates(communicator, host, ports);
  for (size_t rank = 1; rank < rates.size(); rank++)
    findings.push_back({fmt::format("link 0-{}", rank), Status::ok,
                        fmt::format("{:.3f} Gb/s each way, both at once", rates[rank] * 8 / 1e9)});
  return findings;
}

/// Checks that each process can ping each other one at any time.
Finding check_doors(comm::Communicator& communicator, const comm::MeetingPlace& place,
                    const std::string& host) {
  const auto exchange = [&](const std::string& mine) {
    return communicator.all_gather(mine, kWhat, comm::kNoLimit);
  };
  comm::Door door(host, place.ports, place.token, comm::kNoLimit,
                  {[](int64_t, const std::string&) {}, [](double) {}, nullptr});
  const comm::ProcessGroup group = comm::first_group(exchange, door.self(), place.rank);
  door.set_group(group);
  communicator.barrier("the look at doors", comm::kNoLimit);
  const std::string problem = comm::unreached_pair(group, door.self().id, place.token, {}, exchange,
                                                   comm::after(comm::kConnectLimit));
  if (!problem.empty())
    return {"doors", Status::error, problem, "open the ports, or a job will refuse to begin"};
  return {"doors", Status::ok, "each process takes connections of all others"};
}

/// The findings of all processes together, in each of them.
std::vector<Finding> look_together(comm::Communicator& communicator,
                                   const comm::MeetingPlace& place, const comm::Hosts& hosts,
                                   const std::string& device) {
  std::vector<Finding> findings = {{comm::is_mpi(place.engine) ? "MPI" : "token", Status::ok,
                                    fmt::format("{} processes have it", communicator.size())}};
  findings.push_back(
      compare("devices", communicator.all_gather(device, kWhat, comm::kNoLimit),
              "different instruction sets give different bits; for CPUs, set ONEDNN_MAX_CPU_ISA on "
              "all to one that all have"));
  findings.push_back(check_clocks(communicator));
  if (comm::has_survivors(place.engine))
    findings.push_back(check_doors(communicator, place, hosts.own));
  for (Finding& finding : check_links(communicator, hosts.first, place.ports))
    findings.push_back(std::move(finding));
  return findings;
}

}  // namespace

std::vector<Finding> check_job(const run::JobSettings& arguments, const std::string& device) {
  std::vector<Finding> findings = {check_host_name(), check_interfaces()};
  comm::MeetingPlace place;
  try {
    place = run::job_place(arguments, environment_variable);
    if (place.size == 1) {
      findings.push_back(
          {"processes", Status::ok,
           "only this one; for more, start the command like the job: with tutti launch, mpirun or "
           "srun, or with --rank, --world_size and --master_addr"});
      return findings;
    }
    if (!comm::is_mpi(place.engine)) findings.push_back(check_first_rank(place));
    comm::Hosts hosts{"", place.host};
    const auto communicator = comm::join_job(place, arguments.collective_timeout, &hosts);
    nlohmann::ordered_json own = nlohmann::ordered_json::array();
    for (const Finding& finding : findings) own.push_back(json_of(finding));
    const auto texts = communicator->all_gather(own.dump(), kWhat, comm::kNoLimit);
    findings = look_together(*communicator, place, hosts, device);
    communicator->finish();
    if (place.rank > 0) return {};
    for (size_t rank = 0; rank < texts.size(); rank++)
      for (const auto& json : nlohmann::ordered_json::parse(texts[rank])) {
        Finding finding = finding_of(json);
        finding.name = fmt::format("rank {}: {}", rank, finding.name);
        findings.push_back(std::move(finding));
      }
  } catch (const UserError& error) {
    findings.push_back({"job", Status::error, error.what(), "fix this, on every machine"});
  }
  return findings;
}

}  // namespace tutti::app
