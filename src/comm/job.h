// SPDX-License-Identifier: Apache-2.0
// Brings the processes of a job together.
#pragma once

#include <memory>

#include "comm/communicator.h"
#include "comm/rendezvous.h"

namespace tutti::comm {

/// Meets the other processes, connects with each by Gloo and has each prove that it has the token.
/// `limit` is the Communicator's.
std::unique_ptr<Communicator> join_job(const MeetingPlace& place, double limit);

}  // namespace tutti::comm
