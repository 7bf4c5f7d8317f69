// SPDX-License-Identifier: Apache-2.0
// The pages: the runs of a folder, curves of one or several, the devices; and the runs' figures for
// Prometheus. They only show: no request changes anything.
#pragma once

#include <functional>
#include <nlohmann/json_fwd.hpp>
#include <string>

#include "serve/message.h"
#include "serve/run_folder.h"

namespace tutti::serve {

/// What `tutti devices --json` says; null while it is being found out.
using DevicesNow = std::function<nlohmann::ordered_json()>;

class Site {
 public:
  Site(RunFolder folder, DevicesNow devices)
      : folder_(std::move(folder)), devices_(std::move(devices)) {}

  /// The answer to a request that access.h lets pass.
  Response answer(const Request& request);

 private:
  Response runs_page();
  Response curves_page(const Request& request);
  Response devices_page() const;
  Response figures();

  RunFolder folder_;
  DevicesNow devices_;
};

}  // namespace tutti::serve
