// SPDX-License-Identifier: Apache-2.0
// Lists which credentials this machine has and where they were found, never their values.
#pragma once

#include <nlohmann/json_fwd.hpp>

namespace tutti::app {

/// {"S3": "found in AWS_ACCESS_KEY_ID", "Google Cloud Storage": "not found", ...}. Sends no network
/// requests, so it omits keys lent by the machine's own service.
nlohmann::ordered_json credential_report();

}  // namespace tutti::app
