// SPDX-License-Identifier: Apache-2.0
#include "storage/aws_keys.h"

#include <nlohmann/json.hpp>

#include "base/error.h"
#include "base/lines.h"
#include "base/text.h"
#include "format/json.h"
#include "http/encoding.h"
#include "storage/credentials.h"

namespace tutti::storage {
namespace {

using http::element_text;
using std::chrono::system_clock;

constexpr size_t kLargestKeyFile = 1 << 20;

const http::Retries kFewTries{.attempts = 3};

/// "2026-11-24T01:02:03Z"; any other text means now.
system_clock::time_point time_in(const std::string& text) {
  std::tm parts{};
  if (!::strptime(text.c_str(), "%Y-%m-%dT%H:%M:%S", &parts)) return system_clock::now();
  return system_clock::from_time_t(::timegm(&parts));
}

std::string_view stripped(std::string_view text) {
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.front())))
    text.remove_prefix(1);
  while (!text.empty() && std::isspace(static_cast<unsigned char>(text.back())))
    text.remove_suffix(1);
  return text;
}

/// A value in a section of one of AWS's files. Skips nested settings, which are indented.
std::optional<std::string> in_section(const Path& path, const std::string& section,
                                      const std::string& name) {
  std::error_code ignored;
  if (!std::filesystem::is_regular_file(path, ignored)) return std::nullopt;
  const std::string text = read_file(path, kLargestKeyFile);
  bool is_inside = false;
  for (size_t at = 0; at < text.size();) {
    const std::string_view line = next_line(text, at);
    if (line.empty() || line[0] == '#' || line[0] == ';' || line[0] == ' ' || line[0] == '\t')
      continue;
    if (line[0] == '[') {
      is_inside = stripped(line.substr(1, line.find(']') - 1)) == section;
    } else if (const size_t equal = line.find('='); is_inside && equal != line.npos) {
      if (stripped(line.substr(0, equal)) == name)
        return std::string(stripped(line.substr(equal + 1)));
    }
  }
  return std::nullopt;
}

/// The keys that a container's or a machine's service lends, as JSON.
Lent<AwsKey> lent_key(const std::string& text, const std::string& where) {
  const nlohmann::json answer = secret_json(text, where);
  AwsKey key{format::json_string(answer, "AccessKeyId", where),
             format::json_string(answer, "SecretAccessKey", where),
             format::json_string(answer, "Token", where)};
  return {std::move(key), time_in(format::json_string(answer, "Expiration", where))};
}

}  // namespace

nlohmann::json secret_json(const std::string& text, const std::string& where) {
  try {
    return format::parse_json(text, where);
  } catch (const UserError&) {
    io_error("{}: the answer is not JSON", where);
  }
}

AwsKey AwsKeys::get() {
  const std::lock_guard lock(guard_);
  if (!key_ || key_->is_due()) key_ = fetch();
  return key_->secret;
}

std::optional<std::string> AwsKeys::in_profile(const std::string& name) const {
  const std::string profile = variable_("AWS_PROFILE").value_or("default");
  const Path home = variable_("HOME").value_or("");
  const auto place = [&](const char* variable, const char* usual) {
    const auto given = variable_(variable);
    return given ? Path(*given) : home / ".aws" / usual;
  };
  const Path config = place("AWS_CONFIG_FILE", "config");
  if (auto value = in_section(place("AWS_SHARED_CREDENTIALS_FILE", "credentials"), profile, name))
    return value;
  return in_section(config, profile == "default" ? profile : "profile " + profile, name);
}

std::string AwsKeys::region() const {
  if (const auto region = variable_("AWS_REGION")) return *region;
  if (const auto region = variable_("AWS_DEFAULT_REGION")) return *region;
  return in_profile("region").value_or("us-east-1");
}

Lent<AwsKey> AwsKeys::fetch() const {
  if (variable_("AWS_NO_SIGN_REQUEST").value_or("") == "true") return {};
  const auto id = variable_("AWS_ACCESS_KEY_ID"), secret = variable_("AWS_SECRET_ACCESS_KEY");
  if (id && secret) return {{*id, *secret, variable_("AWS_SESSION_TOKEN").value_or("")}};
  if (id || secret)
    user_error("AWS_ACCESS_KEY_ID and AWS_SECRET_ACCESS_KEY: found one of them, expected both");
  const auto token = variable_("AWS_WEB_IDENTITY_TOKEN_FILE"), role = variable_("AWS_ROLE_ARN");
  if (token && role)
    return of_web_identity(*token, *role, variable_("AWS_ROLE_SESSION_NAME").value_or("tutti"));
  if (auto key = of_profile()) return *std::move(key);
  if (variable_("AWS_PROFILE"))
    user_error("AWS_PROFILE: the profile {} is not in AWS's files, or has no keys",
               escaped(*variable_("AWS_PROFILE")));
  if (auto key = of_container()) return *std::move(key);
  if (auto key = of_machine()) return *std::move(key);
  user_error(
      "s3://: no credentials found in AWS_ACCESS_KEY_ID, a web identity, AWS's shared files, a "
      "container's or this machine's role; create some with `aws configure`, or set "
      "AWS_NO_SIGN_REQUEST=true for a public bucket");
}

std::optional<Lent<AwsKey>> AwsKeys::of_profile() const {
  const auto id = in_profile("aws_access_key_id"), secret = in_profile("aws_secret_access_key");
  if (id && secret)
    return Lent<AwsKey>{{*id, *secret, in_profile("aws_session_token").value_or("")}};
  const auto role = in_profile("role_arn"), token = in_profile("web_identity_token_file");
  if (role && token)
    return of_web_identity(*token, *role, in_profile("role_session_name").value_or("tutti"));
  for (const char* unknown : {"sso_session", "sso_start_url", "credential_process", "role_arn"})
    if (in_profile(unknown))
      user_error(
          "AWS's profile has {}, which Tutti does not use; expected keys: "
          "`eval $(aws configure export-credentials --format env)` gives them",
          unknown);
  return std::nullopt;
}

Lent<AwsKey> AwsKeys::of_web_identity(const Path& token_file, const std::string& role,
                                      const std::string& session) const {
  const auto endpoint = variable_("AWS_ENDPOINT_URL_STS");
  const auto any = endpoint ? endpoint : variable_("AWS_ENDPOINT_URL");
  const std::string url = any ? *any + "/" : fmt::format("https://sts.{}.amazonaws.com/", region());
  const std::string token(stripped(read_file(token_file, kLargestKeyFile)));
  const std::string body = canonical_query({{"Action", "AssumeRoleWithWebIdentity"},
                                            {"Version", "2011-06-15"},
                                            {"RoleArn", role},
                                            {"RoleSessionName", session},
                                            {"WebIdentityToken", token}});
  const http::Answer answer = http_.ask(
      "a role's keys by web identity",
      [&] {
        return http::Request{
            "POST", url, {{"content-type", "application/x-www-form-urlencoded"}}, body, {}};
      },
      kFewTries);
  if (!answer.is_good())
    io_error("{}: AssumeRoleWithWebIdentity of {} was refused: {} {}", url, escaped(role),
             answer.status, escaped(element_text(answer.body, "Code")));
  AwsKey key{element_text(answer.body, "AccessKeyId"), element_text(answer.body, "SecretAccessKey"),
             element_text(answer.body, "SessionToken")};
  return {std::move(key), time_in(element_text(answer.body, "Expiration"))};
}

std::optional<Lent<AwsKey>> AwsKeys::of_container() const {
  const auto relative = variable_("AWS_CONTAINER_CREDENTIALS_RELATIVE_URI");
  const auto full = variable_("AWS_CONTAINER_CREDENTIALS_FULL_URI");
  if (!relative && !full) return std::nullopt;
  const std::string url = relative ? "http://169.254.170.2" + *relative : *full;
  http::Request request{"GET", url, {}, {}, {}};
  if (const auto token = variable_("AWS_CONTAINER_AUTHORIZATION_TOKEN"))
    request.headers.emplace_back("authorization", *token);
  if (const auto file = variable_("AWS_CONTAINER_AUTHORIZATION_TOKEN_FILE"))
    request.headers.emplace_back("authorization", stripped(read_file(*file, kLargestKeyFile)));
  const http::Answer answer = http::Client(kNearby).ask(
      "the container's keys", [&] { return request; }, kFewTries);
  if (!answer.is_good()) io_error("the container's keys: the server answered {}", answer.status);
  return lent_key(answer.body, "the container's keys");
}

std::optional<Lent<AwsKey>> AwsKeys::of_machine() const {
  if (variable_("AWS_EC2_METADATA_DISABLED").value_or("") == "true") return std::nullopt;
  const std::string base =
      variable_("AWS_EC2_METADATA_SERVICE_ENDPOINT").value_or("http://169.254.169.254");
  const http::Client near(kNearby);
  http::Answer token;
  try {  // once: most machines are not at AWS
    token = near.send({"PUT",
                       base + "/latest/api/token",
                       {{"x-aws-ec2-metadata-token-ttl-seconds", "21600"}},
                       {},
                       {}});
  } catch (const http::Failure&) {
    return std::nullopt;
  }
  if (!token.is_good()) return std::nullopt;
  const auto ask = [&](const std::string& path) {
    const http::Request request{"GET",
                                base + "/latest/meta-data/iam/security-credentials/" + path,
                                {{"x-aws-ec2-metadata-token", token.body}},
                                {},
                                {}};
    return near.ask(
        "the machine's role", [&] { return request; }, kFewTries);
  };
  const http::Answer roles = ask("");
  if (!roles.is_good()) return std::nullopt;
  const std::string role(stripped(roles.body.substr(0, roles.body.find('\n'))));
  const http::Answer key = ask(role);
  if (!key.is_good())
    io_error("the machine's role {}: the server answered {}", escaped(role), key.status);
  return lent_key(key.body, "the machine's role");
}

}  // namespace tutti::storage
