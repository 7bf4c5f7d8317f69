// SPDX-License-Identifier: Apache-2.0
// What a process of a job remembers of meetings that were in vain. Connections that break again and
// again, as where a cable damages what it carries, would else have the processes meet for ever.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tutti::comm {

/// After so many meetings without a step between them, in which nobody left, the job ends: links
/// that lose or delay what they carry do not break a connection, so ten in turn are no accident.
inline constexpr int64_t kMostSetbacks = 10;
/// How many times in a row a newcomer's machine may make the others meet anew before they have
/// done a step with it. A second failure may be that of another process.
inline constexpr int64_t kMostAdmissions = 3;

class Setbacks {
 public:
  /// A step was finished: the connections of the group work.
  void note_step();
  /// The processes have to meet again. `who` is the process to which the connection broke, such as
  /// "rank 2 (10.0.0.3)".
  void note_failure(const std::string& who, const std::string& cause);
  /// The next group lacks a process of the one before, which may have been the reason.
  void note_departure();
  /// A process of the machine `host` was taken in.
  void note_newcomer(const std::string& host);

  /// Whether the processes had to meet again more than once since the last step was finished.
  bool had_failures() const { return since_step_ > 1; }
  /// A UserError that says to whom connections broke, where that was too often.
  void expect_few() const;
  /// The machines whose newcomers failed too often with the last note_failure(). They begin anew.
  std::vector<std::string> take_hopeless();

 private:
  int64_t since_step_ = 0;                            // failures
  int64_t failures_ = 0;                              // of them since the last departure
  std::map<std::string, int64_t> blamed_;             // how often, by process
  std::string cause_;                                 // of the last failure
  std::vector<std::string> newcomers_;                // machines, since the last step
  std::map<std::string, int64_t> failed_admissions_;  // in turn, by machine
};

}  // namespace tutti::comm
