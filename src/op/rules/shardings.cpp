// SPDX-License-Identifier: Apache-2.0
#include "op/rules/shardings.h"

#include <numeric>

#include "base/text.h"
#include "ir/lexer.h"
#include "op/rules/device_mesh.h"
#include "op/rules/sharding_lexer.h"

namespace tutti::op {
namespace {

using ir::Lexer;
using ir::Token;

/// {"x", ?}p0, where "?" leaves it open whether more axes share it; those are no manual ones.
std::vector<std::string> read_axes(Lexer& lexer) {
  std::vector<std::string> names;
  lexer.expect("{");
  for (bool first = true; !lexer.take("}"); first = false) {
    if (!first) lexer.expect(",");
    if (lexer.take("?")) continue;
    names.push_back(read_name(lexer));
    if (!lexer.take(":")) continue;
    lexer.expect("(");  // a part of an axis, "x":(1)2
    const int64_t before = read_number(lexer);
    lexer.expect(")");
    names.back() += fmt::format(":({}){}", before, read_number(lexer));
  }
  if (lexer.peek().kind == Token::Kind::word) lexer.next();  // a priority
  return names;
}

// <@mesh, [{"x"}, {}], replicated={"y"}>, where mesh<["x"=2]> may take the place of @mesh
Sharding read_sharding(Lexer& lexer) {
  Sharding sharding;
  lexer.expect("<");
  const Token mesh = lexer.next();
  if (mesh.kind == Token::Kind::symbol)
    sharding.mesh.name = lexer.unescape(mesh);
  else if (mesh.text == "mesh" && lexer.take("<"))
    sharding.mesh.axes = lexer.raw_until_closing('<', '>');
  else
    lexer.error_at(mesh.offset, "expected a mesh like @mesh or mesh<[\"x\"=2]>");
  lexer.expect(",");
  lexer.expect("[");
  while (!lexer.take("]")) {
    if (!sharding.axes.empty()) lexer.expect(",");
    sharding.axes.push_back(read_axes(lexer));
  }
  std::vector<std::string> all;
  for (const auto& names : sharding.axes) all.insert(all.end(), names.begin(), names.end());
  if (lexer.take(",")) {
    lexer.expect("replicated");
    lexer.expect("=");
    for (std::string& name : read_axes(lexer)) all.push_back(std::move(name));
  }
  expect_once(lexer, std::move(all));
  lexer.expect(">");
  return sharding;
}

/// Begins to read an attribute `#name<...>`.
void expect_attribute(Lexer& lexer, std::string_view name) {
  const Token token = lexer.next();
  if (token.kind != Token::Kind::hash_word || token.text != name)
    lexer.error_at(token.offset, fmt::format("expected #{}<...>", name));
  lexer.expect("<");
}

const std::string& text_of(const Operation& op, std::string_view attribute) {
  const auto* opaque = op.attribute(attribute).get<ir::OpaqueAttribute>();
  if (!opaque) ir::operation_error(op, fmt::format("{} is no attribute of Shardy's", attribute));
  return opaque->text;
}

DeviceMesh read_mesh_text(const ir::Mesh& mesh) {
  Lexer lexer(mesh.axes, "mesh @" + mesh.name);
  DeviceMesh read;
  lexer.expect("[");
  while (!lexer.take("]")) {
    if (!read.names.empty()) lexer.expect(",");
    read.names.push_back(read_name(lexer));
    lexer.expect("=");
    read.sizes.push_back(read_number(lexer));
  }
  read.devices.resize(static_cast<size_t>(device_count(lexer, read.sizes)));
  std::iota(read.devices.begin(), read.devices.end(), 0);
  expect_once(lexer, read.names);
  if (!lexer.take(",")) {
    expect_end(lexer);
    return read;
  }
  lexer.expect("device_ids");
  lexer.expect("=");
  const size_t count = read.devices.size();
  read.devices = read_numbers(lexer, "[", "]");
  if (read.devices.size() != count)
    lexer.error(fmt::format("{} device_ids, expected {}", read.devices.size(), count));
  expect_all_devices(lexer, read.devices);
  expect_end(lexer);
  return read;
}

std::vector<Sharding> read_sharding_list(const Operation& op, std::string_view attribute) {
  Lexer lexer(text_of(op, attribute), std::string(attribute));
  expect_attribute(lexer, "sdy.sharding_per_value");
  lexer.expect("[");
  std::vector<Sharding> shardings;
  while (!lexer.take("]")) {
    if (!shardings.empty()) lexer.expect(",");
    shardings.push_back(read_sharding(lexer));
  }
  lexer.expect(">");
  expect_end(lexer);
  return shardings;
}

}  // namespace

DeviceMesh read_mesh(const Operation& op, const ir::Mesh& mesh) {
  return located(op, [&] { return read_mesh_text(mesh); });
}

std::vector<Sharding> read_shardings(const Operation& op, std::string_view attribute) {
  return located(op, [&] { return read_sharding_list(op, attribute); });
}

std::vector<std::string> read_manual_axes(const Operation& op) {
  return located(op, [&] {
    Lexer lexer(text_of(op, "manual_axes"), "manual_axes");
    expect_attribute(lexer, "sdy");
    lexer.expect("manual_axes");
    const auto names = read_axes(lexer);
    expect_once(lexer, names);
    lexer.expect(">");
    expect_end(lexer);
    return names;
  });
}

ManualShardings manual_shardings(
    const Operation& op, const std::function<const ir::Mesh*(const std::string&)>& mesh_of) {
  ManualShardings read{{},
                       read_shardings(op, "in_shardings"),
                       read_shardings(op, "out_shardings"),
                       read_manual_axes(op)};
  std::vector<Sharding> all = read.in;
  all.insert(all.end(), read.out.begin(), read.out.end());
  if (all.empty())
    ir::operation_error(op, "without operands and results there is no mesh to run on");
  const ir::Mesh& mesh = all[0].mesh;
  for (const Sharding& sharding : all)
    if (sharding.mesh.name != mesh.name || sharding.mesh.axes != mesh.axes)
      ir::operation_error(op, "its shardings are of several meshes");
  const ir::Mesh* found = mesh.name.empty() ? &mesh : mesh_of(mesh.name);
  if (!found) ir::operation_error(op, fmt::format("there is no mesh @{}", escaped(mesh.name)));
  read.mesh = read_mesh(op, *found);
  for (const Sharding& sharding : all)
    for (const auto& names : sharding.axes)
      for (const std::string& name : names) read.mesh.axis(op, name.substr(0, name.find(':')));
  for (const std::string& name : read.manual) read.mesh.axis(op, name);
  return read;
}

}  // namespace tutti::op
