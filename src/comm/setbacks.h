// SPDX-License-Identifier: Apache-2.0
// A process's memory of failed meetings. Without it, connections that keep breaking, for example
// because a cable damages data, would make the processes regroup forever.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

namespace tutti::comm {

/// The job ends after this many meetings in a row in which nobody left and no step was finished.
/// Lost or delayed packets do not break a connection, so ten in a row are no accident.
inline constexpr int64_t kMostSetbacks = 10;
/// How often in a row a newcomer's machine may make the others regroup before they finish a step
/// with it. A second failure may be another process's.
inline constexpr int64_t kMostAdmissions = 3;

class Setbacks {
 public:
  /// A step was finished, so the group's connections work.
  void note_step();
  /// The processes must regroup. `who` is the process to which the connection broke, such as "rank
  /// 2 (10.0.0.3)".
  void note_failure(const std::string& who, const std::string& cause);
  /// The next group lacks a process of the previous one, which may have been the reason.
  void note_departure();
  /// A process on machine `host` joined.
  void note_newcomer(const std::string& host);

  /// Whether the processes had to regroup more than once since the last finished step.
  bool had_failures() const { return since_step_ > 1; }
  /// Throws a UserError that names the processes to which connections broke, if that was too often.
  void expect_few() const;
  /// The machines whose newcomers failed too often, as of the last note_failure(). Resets their
  /// counts.
  std::vector<std::string> take_hopeless();

 private:
  int64_t since_step_ = 0;                            // failures
  int64_t failures_ = 0;                              // since the last departure
  std::map<std::string, int64_t> blamed_;             // how often, by process
  std::string cause_;                                 // of the last failure
  std::vector<std::string> newcomers_;                // machines, since the last step
  std::map<std::string, int64_t> failed_admissions_;  // in a row, by machine
};

}  // namespace tutti::comm
