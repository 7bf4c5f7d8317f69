// SPDX-License-Identifier: Apache-2.0
// A text that several machines share as an etcd key with a lease: etcd removes it when the process
// that wrote it dies or is cut off.
#pragma once

#include <memory>
#include <string>

#include "comm/registry.h"

namespace tutti::etcd {

/// `endpoint` is "host:2379", where etcd's JSON gateway (v3) answers. The text expires
/// `lease_seconds` after its process last renewed it. Sends no request to etcd yet.
std::unique_ptr<comm::SharedText> shared_key(const std::string& endpoint, const std::string& key,
                                             int64_t lease_seconds = 10);

}  // namespace tutti::etcd
