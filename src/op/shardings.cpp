// SPDX-License-Identifier: Apache-2.0
#include "op/shardings.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "base/checked.h"
#include "base/text.h"
#include "ir/lexer.h"

namespace tutti::op {
namespace {

using ir::Lexer;
using ir::Token;

constexpr int64_t kMostDevices = 1 << 16;

int64_t read_number(Lexer& lexer) {
  const Token token = lexer.next();
  const char* const end = token.text.data() + token.text.size();
  int64_t value = 0;
  const auto [stop, failure] = std::from_chars(token.text.data(), end, value);
  if (token.kind != Token::Kind::integer || failure != std::errc() || stop != end || value < 0)
    lexer.error_at(token.offset, "expected a number");
  return value;
}

std::string read_name(Lexer& lexer) {
  const Token token = lexer.next();
  if (token.kind != Token::Kind::string)
    lexer.error_at(token.offset, fmt::format("expected the name of an axis in quotes, found '{}'",
                                             escaped(token.text, 60)));
  return lexer.unescape(token);
}

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

// <@mesh, [{"x"}, {}], replicated={"y"}>, where mesh<["x"=2]> may stand for @mesh
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
  while (lexer.take(",")) {
    lexer.next();
    lexer.expect("=");
    read_axes(lexer);
  }
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

}  // namespace

size_t DeviceMesh::axis(const Operation& op, const std::string& name) const {
  const auto found = std::find(names.begin(), names.end(), name);
  if (found == names.end())
    ir::operation_error(op, fmt::format("the mesh has no axis \"{}\"; it has {}", escaped(name),
                                        escaped(fmt::format("{}", fmt::join(names, ", ")), 200)));
  return static_cast<size_t>(found - names.begin());
}

Shape DeviceMesh::place_of(int64_t device) const {
  int64_t left = std::find(devices.begin(), devices.end(), device) - devices.begin();
  Shape place(sizes.size());
  for (size_t axis = sizes.size(); axis-- > 0; left /= sizes[axis])
    place[axis] = left % sizes[axis];
  return place;
}

int64_t DeviceMesh::device_at(const Shape& place) const {
  return devices[static_cast<size_t>(ir::flat_index(place, sizes))];
}

DeviceMesh read_mesh(const ir::Mesh& mesh) {
  Lexer lexer(mesh.axes, "mesh @" + mesh.name);
  DeviceMesh read;
  int64_t count = 1;
  lexer.expect("[");
  while (!lexer.take("]")) {
    if (!read.names.empty()) lexer.expect(",");
    read.names.push_back(read_name(lexer));
    lexer.expect("=");
    read.sizes.push_back(read_number(lexer));
    count = checked_multiply(count, read.sizes.back(), "a mesh");
  }
  if (count < 1 || count > kMostDevices)
    lexer.error(fmt::format("a mesh of {} devices, expected 1 to {}", count, kMostDevices));
  read.devices.resize(static_cast<size_t>(count));
  std::iota(read.devices.begin(), read.devices.end(), 0);
  if (!lexer.take(",")) return read;
  lexer.expect("device_ids");
  lexer.expect("=");
  lexer.expect("[");
  for (size_t i = 0; i < read.devices.size(); i++) {
    if (i) lexer.expect(",");
    read.devices[i] = read_number(lexer);
  }
  lexer.expect("]");
  std::vector<int64_t> sorted = read.devices;
  std::sort(sorted.begin(), sorted.end());
  for (size_t i = 0; i < sorted.size(); i++)
    if (sorted[i] != static_cast<int64_t>(i))
      lexer.error(fmt::format("device_ids are not the numbers from 0 to {}", count - 1));
  return read;
}

std::vector<Sharding> read_shardings(const Operation& op, std::string_view attribute) {
  Lexer lexer(text_of(op, attribute), std::string(attribute));
  expect_attribute(lexer, "sdy.sharding_per_value");
  lexer.expect("[");
  std::vector<Sharding> shardings;
  while (!lexer.take("]")) {
    if (!shardings.empty()) lexer.expect(",");
    shardings.push_back(read_sharding(lexer));
  }
  return shardings;
}

std::vector<std::string> read_manual_axes(const Operation& op) {
  Lexer lexer(text_of(op, "manual_axes"), "manual_axes");
  expect_attribute(lexer, "sdy");
  lexer.expect("manual_axes");
  return read_axes(lexer);
}

}  // namespace tutti::op
