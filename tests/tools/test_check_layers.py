# SPDX-License-Identifier: Apache-2.0
import unittest

from tree import tree

import check_layers

CMAKE = """
# layer(ghost USES base)
layer(base LINKS fmt::fmt)
layer(ir USES base)
layer(op USES ir)
layer(kernel USES op LINKS
      DNNL::dnnl)
"""


def problems(files, cmake=CMAKE):
    with tree({"src/CMakeLists.txt": cmake, **files}) as root:
        return check_layers.check(root)


class CheckLayers(unittest.TestCase):
    def test_a_layer_may_include_itself_and_what_it_uses_through_others(self):
        self.assertEqual([], problems({
            "src/kernel/gemm.cpp": '#include "kernel/gemm.h"\n#include "base/error.h"\n'
                                   '#include <vector>\n#include "hwy/highway.h"\n',
            "src/op/ops.def": '#include "ir/module.h"\n',
            "src/main.cpp": '#include "kernel/gemm.h"\n',
        }))

    def test_an_upward_include_is_named_with_file_and_line(self):
        found = problems({"src/ir/deep/module.cpp": '\n  #  include "op/add.h"\n'})
        self.assertEqual(1, len(found))
        self.assertIn("src/ir/deep/module.cpp:2", found[0])
        self.assertIn('ir may not include "op/add.h"; it may include base, ir', found[0])

    def test_siblings_that_do_not_use_each_other_are_apart(self):
        self.assertEqual(1, len(problems(
            {"src/two/a.cpp": '#include "one/b.h"\n'},
            "layer(base)\nlayer(one USES base)\nlayer(two USES base)\n")))

    def test_includes_are_rooted_at_src(self):
        found = problems({"src/ir/module.cpp": '#include "module.h"\n#include "../op/add.h"\n'})
        self.assertEqual(2, len(found))
        self.assertIn("not rooted at src/", found[0])

    def test_a_folder_without_a_layer_line_is_a_problem(self):
        self.assertIn("no layer() line", problems({"src/ghost/a.h": ""})[0])

    def test_a_layer_uses_only_layers_above_it(self):
        found = problems({}, "layer(ir USES base)\nlayer(base USES ir)\n")
        self.assertEqual(1, len(found))
        self.assertIn("layer ir uses base", found[0])

    PARTS = """
part(core "compiler and runtime")
layer(base "errors" LINKS fmt::fmt)
layer(ir "types USES text" USES base)
part(shell "commands")
layer(app "the command line" USES ir)
"""

    def test_what_a_layer_is_about_is_no_layer(self):
        self.assertEqual([], problems({"src/app/a.cpp": '#include "ir/b.h"\n'}, self.PARTS))
        found = problems({"src/ir/a.cpp": '#include "app/b.h"\n'}, self.PARTS)
        self.assertEqual(1, len(found), found)
        self.assertIn("ir may not include", found[0])

    def test_the_core_uses_no_other_part(self):
        found = problems({}, self.PARTS.replace("USES base)", "USES base app)"))
        self.assertEqual(2, len(found), found)
        self.assertIn("layer ir uses app, which no line above declares", found[0])
        self.assertIn("layer ir of core uses app of shell; it may use no other part", found[1])

    def test_a_part_uses_those_above_it(self):
        found = problems({}, self.PARTS.replace("USES ir)", "USES ir c_api)") +
                         'part(last "more")\nlayer(c_api "C")\n')
        self.assertIn("layer app of shell uses c_api of last; it may use core", found[-1])

    def test_where_there_are_parts_each_layer_is_in_one(self):
        found = problems({}, "layer(first)\n" + self.PARTS + 'part(empty "nothing")\n')
        self.assertEqual(2, len(found), found)
        self.assertIn("layer first is in no part", found[0])
        self.assertIn("part empty has no layer", found[1])

    FOLDERS = """
layer(base)
layer(op USES base)
folder(op/low)
folder(op/low/lower)
folder(op/middle USES op/low)
folder(op/high USES op op/middle)
"""

    def folder_problems(self, files):
        there = {f"src/op/{name}/x.h": "" for name in ("low", "low/lower", "middle", "high")}
        return problems({**there, **files}, self.FOLDERS)

    def test_a_folder_includes_itself_what_it_uses_and_other_layers(self):
        self.assertEqual([], self.folder_problems({
            "src/op/middle/a.cpp": '#include "op/low/x.h"\n#include "op/middle/x.h"\n'
                                   '#include "base/error.h"\n',
            "src/op/high/a.cpp": '#include "op/low/x.h"\n#include "op/ops.h"\n',
            "src/op/a.cpp": '#include "op/high/x.h"\n#include "op/low/lower/x.h"\n',
            "src/op/other/a.cpp": '#include "op/high/x.h"\n',
        }))

    def test_a_folder_may_not_include_what_it_does_not_use(self):
        found = self.folder_problems({
            "src/op/low/a.cpp": '#include "op/middle/x.h"\n#include "op/ops.h"\n'
                                '#include "op/low/lower/x.h"\n'})
        self.assertEqual(3, len(found))
        self.assertIn('src/op/low/a.cpp:1: op/low may not include "op/middle/x.h"', found[0])
        self.assertIn("it may include op/low", found[0])

    def test_a_folder_uses_only_folders_above_it(self):
        found = problems({"src/op/a/x.h": "", "src/op/b/x.h": ""},
                         "layer(op)\nfolder(op/a USES op/b)\nfolder(op/b)\n")
        self.assertEqual(1, len(found))
        self.assertIn("folder op/a uses op/b", found[0])

    def test_a_folder_is_there_and_in_a_layer(self):
        found = problems({"src/op/x.h": ""}, "layer(op)\nfolder(op/a)\nfolder(ghost/b)\n")
        self.assertEqual(3, len(found))
        self.assertIn("folder ghost/b is in no layer", found[0])
        self.assertIn("there is no folder op/a", found[1])

    def test_a_circle_of_units_has_a_limit(self):
        def ring(layer, size):
            return {f"src/{layer}/u{i}.h": f'#include "{layer}/u{(i + 1) % size}.h"\n'
                    for i in range(size)}
        self.assertEqual([], problems(ring("ir", 5)))
        found = problems(ring("ir", 6))
        self.assertEqual(1, len(found), found)
        self.assertIn("src/ir: a circle of 6 units, over 5: move what they share", found[0])
        self.assertIn("ir/u0, ir/u1, ir/u2", found[0])

    def test_a_header_and_its_source_are_one_unit(self):
        files = {f"src/ir/u{i}.h": f'#include "ir/u{i + 1}.h"\n' for i in range(5)}
        self.assertEqual([], problems({**files, "src/ir/u5.h": ""}))
        files |= {"src/ir/u5.h": "", "src/ir/u5.cpp": '#include "ir/u0.h"\n'}
        self.assertEqual(1, len(problems(files)))

    def test_a_tree_without_layers_is_a_problem(self):
        self.assertIn("no layer() line found", problems({}, "project(x)\n")[0])


if __name__ == "__main__":
    unittest.main()
