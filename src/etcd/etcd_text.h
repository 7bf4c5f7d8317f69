// SPDX-License-Identifier: Apache-2.0
// A text that several machines share as a key of etcd, under a lease: when the process that wrote
// it dies or is cut off, etcd removes it.
#pragma once

#include <memory>
#include <string>

#include "comm/registry.h"

namespace tutti::etcd {

/// `endpoint` is "host:2379", where etcd's JSON gateway (v3) answers. The text is forgotten
/// `lease_seconds` after its process was last heard of. Nothing is asked of etcd yet.
std::unique_ptr<comm::SharedText> shared_key(const std::string& endpoint, const std::string& key,
                                             int64_t lease_seconds = 10);

}  // namespace tutti::etcd
