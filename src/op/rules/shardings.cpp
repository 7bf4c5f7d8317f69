// SPDX-License-Identifier: Apache-2.0
#include "op/rules/shardings.h"

#include <algorithm>
#include <charconv>
#include <numeric>

#include "base/checked.h"
#include "base/text.h"
#include "ir/lexer.h"
#include "op/rules/collective.h"

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

std::vector<int64_t> read_numbers(Lexer& lexer, std::string_view open, std::string_view close) {
  std::vector<int64_t> numbers;
  lexer.expect(open);
  while (!lexer.take(close)) {
    if (!numbers.empty()) lexer.expect(",");
    numbers.push_back(read_number(lexer));
  }
  return numbers;
}

/// How many devices a grid of some sizes has.
int64_t device_count(const Lexer& lexer, const Shape& sizes) {
  int64_t count = 1;
  for (const int64_t size : sizes) count = checked_multiply(count, size, "a mesh");
  if (count < 1 || count > kMostDevices)
    lexer.error(fmt::format("a mesh of {} devices, expected 1 to {}", count, kMostDevices));
  return count;
}

bool is_permutation(std::vector<int64_t> numbers, size_t count) {
  std::sort(numbers.begin(), numbers.end());
  for (size_t i = 0; i < numbers.size(); i++)
    if (numbers[i] != static_cast<int64_t>(i)) return false;
  return numbers.size() == count;
}

void expect_all_devices(const Lexer& lexer, const std::vector<int64_t>& devices) {
  if (!is_permutation(devices, devices.size()))
    lexer.error(fmt::format("the devices are not the numbers from 0 to {}", devices.size() - 1));
}

void expect_end(const Lexer& lexer) {
  if (lexer.peek().kind != Token::Kind::end)
    lexer.error(fmt::format("expected nothing more, found '{}'", escaped(lexer.peek().text, 60)));
}

void expect_once(const Lexer& lexer, std::vector<std::string> names) {
  std::sort(names.begin(), names.end());
  const auto twice = std::adjacent_find(names.begin(), names.end());
  if (twice != names.end())
    lexer.error(fmt::format("axis \"{}\" occurs twice", escaped(*twice, 60)));
}

/// Reads, an error in the text being one of the operation.
template <typename Read>
auto located(const Operation& op, const Read& read) -> decltype(read()) {
  try {
    return read();
  } catch (const UserError& error) {
    ir::operation_error(op, error.what());
  }
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

std::optional<TileSharding> read_tile_text(const Operation& op, int64_t rank) {
  const std::string text = op.string_attribute("mhlo.sharding");
  Lexer lexer(text, "mhlo.sharding");
  lexer.expect("{");
  if (!lexer.take("devices")) return std::nullopt;
  lexer.expect("=");
  TileSharding read;
  DeviceMesh& mesh = read.mesh;
  mesh.sizes = read_numbers(lexer, "[", "]");
  for (size_t axis = 0; axis < mesh.sizes.size(); axis++)
    mesh.names.push_back(std::to_string(axis));
  if (static_cast<int64_t>(mesh.sizes.size()) < rank)
    lexer.error(fmt::format("the tiles have fewer axes than a value of rank {}", rank));
  for (int64_t axis = 0; axis < rank; axis++) read.sharding.axes.push_back({std::to_string(axis)});
  const int64_t count = device_count(lexer, mesh.sizes);
  if (lexer.take("<")) {  // the numbers from 0 on, in a shape, transposed
    lexer.expect("=");
    const Shape shape = read_numbers(lexer, "[", "]");
    if (device_count(lexer, shape) != count)
      lexer.error(fmt::format("the tiles are {}, the devices {}", count, ir::str(shape)));
    std::vector<int64_t> order(shape.size());
    std::iota(order.begin(), order.end(), 0);
    if (lexer.take("T")) order = read_numbers(lexer, "(", ")");
    if (!is_permutation(order, shape.size())) lexer.error("T(...) is no permutation of the axes");
    Shape turned;
    for (const int64_t axis : order) turned.push_back(shape[static_cast<size_t>(axis)]);
    ir::for_each_index(turned, [&](int64_t, const Shape& index) {
      Shape from(shape.size());
      for (size_t axis = 0; axis < order.size(); axis++)
        from[static_cast<size_t>(order[axis])] = index[axis];
      mesh.devices.push_back(ir::flat_index(from, shape));
    });
  } else {
    for (int64_t i = 0; i < count; i++) {
      if (i) lexer.expect(",");
      mesh.devices.push_back(read_number(lexer));
    }
    expect_all_devices(lexer, mesh.devices);
  }
  return read;
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

std::optional<TileSharding> read_tiles(const Operation& op, int64_t rank) {
  return located(op, [&] { return read_tile_text(op, rank); });
}

std::optional<TileSharding> tiles_of(const Operation& op, bool cuts) {
  const Operation* told = cuts ? op.operand(0)->owner : &op;
  if (!told || told->name() != op.name() || !told->attributes.find("mhlo.sharding"))
    ir::operation_error(op, "expected @Sharding with mhlo.sharding as what makes its operand");
  return read_tiles(*told, told->result_type().rank());
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

std::vector<int64_t> MeshDevice::group() const {
  std::vector<int64_t> members;
  ir::for_each_index(mesh_.sizes, [&](int64_t at, const Shape& other) {
    bool near = true;
    for (size_t axis = 0; axis < other.size(); axis++)
      near = near && (other[axis] == place_[axis] || is_manual(axis));
    if (near) members.push_back(mesh_.devices[static_cast<size_t>(at)]);
  });
  return members;
}

Array MeshDevice::part(const Operation& op, Array whole, const Sharding& sharding) const {
  for (size_t axis = 0; axis < sharding.axes.size(); axis++) {
    int64_t count = 1, index = 0;
    for (const size_t shared : shared_by(sharding, axis)) {
      count *= mesh_.sizes[shared];
      index = index * mesh_.sizes[shared] + place_[shared];
    }
    const int64_t size = whole.type.shape[axis];
    if (size % count != 0)
      ir::operation_error(
          op, fmt::format("axis {} of {} has no {} equal parts", axis, whole.type.str(), count));
    if (count > 1) whole = part_of(whole, static_cast<int64_t>(axis), count, index);
  }
  return whole;
}

Array MeshDevice::whole(const std::map<int64_t, const Array*>& parts,
                        const Sharding& sharding) const {
  return joined(parts, sharding, 0, place_);
}

bool MeshDevice::is_manual(size_t axis) const {
  return std::find(manual_.begin(), manual_.end(), axis) != manual_.end();
}

std::vector<size_t> MeshDevice::shared_by(const Sharding& sharding, size_t axis) const {
  std::vector<size_t> axes;
  for (const std::string& name : sharding.axes[axis])
    for (const size_t manual : manual_)
      if (mesh_.names[manual] == name) axes.push_back(manual);
  return axes;
}

Array MeshDevice::joined(const std::map<int64_t, const Array*>& parts, const Sharding& sharding,
                         size_t axis, Shape place) const {
  if (axis == sharding.axes.size()) return *parts.at(mesh_.device_at(place));
  const std::vector<size_t> shared = shared_by(sharding, axis);
  Shape sizes(shared.size());
  for (size_t i = 0; i < shared.size(); i++) sizes[i] = mesh_.sizes[shared[i]];
  std::vector<Array> neighbours;
  ir::for_each_index(sizes, [&](int64_t, const Shape& index) {
    for (size_t i = 0; i < shared.size(); i++) place[shared[i]] = index[i];
    neighbours.push_back(joined(parts, sharding, axis + 1, place));
  });
  if (neighbours.size() == 1) return std::move(neighbours[0]);
  std::vector<const Array*> pointers;
  for (const Array& neighbour : neighbours) pointers.push_back(&neighbour);
  return concatenated(pointers, static_cast<int64_t>(axis));
}

Array gathered(const Operation& op, ir::Process& process, const MeshDevice& device, Array part,
               const Sharding& sharding) {
  const std::vector<int64_t> group = device.group();
  std::vector<int64_t> processes;
  for (const int64_t member : group)
    processes.push_back(process.replica() * process.grid().partitions + member);
  const auto messages = exchange_messages(
      op, process, processes, fmt::format("{} with device {}", op.name(), group.front()),
      std::make_shared<const std::vector<Array>>(1, std::move(part)));
  std::map<int64_t, const Array*> parts;
  for (size_t i = 0; i < group.size(); i++) parts[group[i]] = &(*messages[i])[0];
  return device.whole(parts, sharding);
}

}  // namespace tutti::op
