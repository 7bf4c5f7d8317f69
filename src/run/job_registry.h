// SPDX-License-Identifier: Apache-2.0
// Opens the registry in which the processes of a job find each other, given by --rendezvous.
#pragma once

#include <memory>
#include <string>

#include "comm/registry.h"

namespace tutti::run {

/// `url` is "file:///FOLDER/NAME" or "etcd://HOST:PORT/NAME". Throws a UserError for anything else.
std::shared_ptr<comm::Registry> open_registry(const std::string& url, const std::string& token);

}  // namespace tutti::run
