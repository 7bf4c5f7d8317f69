// SPDX-License-Identifier: Apache-2.0
// Writes files of jax.export, in the version of its schema that JAX 0.10 has (11).
#include <algorithm>

#include "format/flatbuffer.h"
#include "portable/jax_export.h"

namespace tutti::portable {
namespace {

using ir::ElementType;

/// JAX's numbers of element types.
struct DtypeCode {
  ElementType element;
  uint32_t code;
};
constexpr DtypeCode kDtypes[] = {
    {ElementType::i1, 0},           {ElementType::i8, 1},           {ElementType::i16, 2},
    {ElementType::i32, 3},          {ElementType::i64, 4},          {ElementType::ui8, 5},
    {ElementType::ui16, 6},         {ElementType::ui32, 7},         {ElementType::ui64, 8},
    {ElementType::f16, 9},          {ElementType::f32, 10},         {ElementType::f64, 11},
    {ElementType::complex_f32, 12}, {ElementType::complex_f64, 13}, {ElementType::bf16, 14},
    {ElementType::i4, 15},          {ElementType::ui4, 16}};

enum ExportField : size_t {
  kVersion = 0,
  kName = 1,
  kArgumentTree = 2,
  kResultTree = 4,
  kPlatformNames = 9,
  kOrderedEffects = 10,
  kUnorderedEffects = 11,
  kDisabledChecks = 12,
  kArtifact = 13,
  kCallingConvention = 14,
  kKept = 15,
  kUsesGlobalConstants = 16,
  kDevices = 18,
  kArrays = 19,
  kMeshes = 20,
  kNamedShardings = 21,
  kArgumentArrays = 22,
  kResultArrays = 23,
  kArgumentShardings = 24,
  kResultShardings = 25
};
enum TreeKind : uint32_t { kLeaf = 0, kTuple = 2, kDictionary = 4 };
constexpr size_t kTreeKind = 0, kTreeChildren = 1;
constexpr size_t kArrayKind = 0, kArrayShape = 1, kArrayDtype = 2, kArrayMemory = 3;
constexpr uint32_t kOnDevice = 1, kStoredVersion = 3, kConventionOfOneDevice = 9;

class Export {
 public:
  std::string write(const ir::Module& module, std::string_view artifact,
                    std::string_view platform) {
    const ir::Function& main = module.get("main");
    std::vector<ir::Type> arguments;
    for (const auto& argument : main.body.arguments) arguments.push_back(argument->type);
    const size_t count = arguments.size(), results = main.result_types.size();
    root_ = out_.table({kVersion,           kName,           kArgumentTree,
                        kResultTree,        kPlatformNames,  kOrderedEffects,
                        kUnorderedEffects,  kDisabledChecks, kArtifact,
                        kCallingConvention, kKept,           kUsesGlobalConstants,
                        kDevices,           kArrays,         kMeshes,
                        kNamedShardings,    kArgumentArrays, kResultArrays,
                        kArgumentShardings, kResultShardings});
    out_.set_number(root_, kVersion, kStoredVersion);
    out_.set_number(root_, kCallingConvention, kConventionOfOneDevice);
    out_.set_number(root_, kDevices, 1);
    refer(kName, out_.text(module.name.empty() ? "main" : module.name));
    write_trees(count, results);
    const size_t platforms = out_.list(1);
    refer(kPlatformNames, platforms);
    out_.set_entry(platforms, 0, out_.text(platform));
    for (const size_t field :
         {kOrderedEffects, kUnorderedEffects, kDisabledChecks, kMeshes, kNamedShardings})
      refer(field, out_.list(0));
    refer(kArtifact, out_.list_of_bytes(artifact));
    std::vector<uint16_t> kept(count);
    for (size_t i = 0; i < count; i++) kept[i] = static_cast<uint16_t>(i);
    refer(kKept, out_.numbers(kept));
    write_arrays(arguments, main.result_types);
    refer(kArgumentShardings, out_.numbers(std::vector<uint32_t>(count, 0)));
    refer(kResultShardings, out_.numbers(std::vector<uint32_t>(results, 0)));
    return out_.take(root_);
  }

 private:
  void refer(size_t field, size_t place) { out_.set_reference(root_, field, place); }

  size_t tree(TreeKind kind, size_t leaves) {
    const size_t table = out_.table({kTreeKind, kTreeChildren});
    out_.set_number(table, kTreeKind, kind);
    const size_t children = out_.list(leaves);
    out_.set_reference(table, kTreeChildren, children);
    for (size_t i = 0; i < leaves; i++) {
      const size_t leaf = out_.table({kTreeKind});
      out_.set_number(leaf, kTreeKind, kLeaf);
      out_.set_entry(children, i, leaf);
    }
    return table;
  }

  /// Arguments are positional, and a keyword dictionary is empty; one result is alone.
  void write_trees(size_t arguments, size_t results) {
    const size_t taken = out_.table({kTreeKind, kTreeChildren});
    refer(kArgumentTree, taken);
    out_.set_number(taken, kTreeKind, kTuple);
    const size_t parts = out_.list(2);
    out_.set_reference(taken, kTreeChildren, parts);
    out_.set_entry(parts, 0, tree(kTuple, arguments));
    out_.set_entry(parts, 1, tree(kDictionary, 0));
    refer(kResultTree, results == 1 ? tree(kLeaf, 0) : tree(kTuple, results));
  }

  void write_arrays(const std::vector<ir::Type>& arguments, const std::vector<ir::Type>& results) {
    std::vector<uint32_t> taken(arguments.size()), made(results.size());
    const size_t arrays = out_.list(taken.size() + made.size());
    refer(kArrays, arrays);
    for (size_t i = 0; i < taken.size() + made.size(); i++) {
      const bool is_taken = i < taken.size();
      const size_t index = is_taken ? i : i - taken.size();
      (is_taken ? taken : made)[index] = static_cast<uint32_t>(i);
      out_.set_entry(arrays, i, array(is_taken ? arguments[index] : results[index]));
    }
    refer(kArgumentArrays, out_.numbers(taken));
    refer(kResultArrays, out_.numbers(made));
  }

  size_t array(const ir::Type& type) {
    const auto* code = std::find_if(std::begin(kDtypes), std::end(kDtypes), [&](const auto& entry) {
      return entry.element == type.element;
    });
    if (!type.is_tensor() || !type.is_static() || code == std::end(kDtypes))
      user_error(
          "@main takes or returns a {}: a file of jax.export has arrays of known sizes and "
          "of NumPy's types, bfloat16 or 4-bit integers",
          type.str());
    const size_t table = out_.table({kArrayKind, kArrayShape, kArrayDtype, kArrayMemory});
    out_.set_number(table, kArrayDtype, code->code);
    out_.set_number(table, kArrayMemory, kOnDevice);
    const size_t shape = out_.list(type.shape.size());
    out_.set_reference(table, kArrayShape, shape);
    for (size_t axis = 0; axis < type.shape.size(); axis++)
      out_.set_entry(shape, axis, out_.text(std::to_string(type.shape[axis])));
    return table;
  }

  format::FlatWriter out_;
  size_t root_ = 0;
};

}  // namespace

std::string write_jax_export(const ir::Module& module, std::string_view artifact,
                             std::string_view platform) {
  return Export().write(module, artifact, platform);
}

}  // namespace tutti::portable
