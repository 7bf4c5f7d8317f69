# SPDX-License-Identifier: Apache-2.0
import re
import unittest
import xml.etree.ElementTree

from tree import ROOT, tree

import draw_layers

CMAKE = """
part(core "compiler and runtime")
layer(base "errors" LINKS fmt::fmt)
layer(ir "types and text" USES base)
layer(op "operations" USES ir base)
layer(comm "processes" USES base)
layer(train "the loop" USES op comm)
part(shell "commands")
layer(app "the command line" USES train)
"""
SVG = "{http://www.w3.org/2000/svg}"


def shapes(picture, name, kind):
    return [shape for shape in xml.etree.ElementTree.fromstring(picture).iter(SVG + name)
            if kind in shape.get("class", "").split()]


class DrawLayers(unittest.TestCase):
    def test_what_follows_from_other_lines_is_left_out(self):
        _, _, uses, problems = draw_layers.parse(CMAKE)
        self.assertEqual([], problems)
        self.assertEqual({"base": [], "ir": ["base"], "op": ["ir"], "comm": ["base"],
                          "train": ["op", "comm"], "app": ["train"]}, draw_layers.reduced(uses))

    def test_a_layer_stands_above_those_that_it_uses(self):
        uses = draw_layers.reduced(draw_layers.parse(CMAKE)[2])
        row = draw_layers.rows_of(list(uses)[:-1], uses)
        self.assertEqual({"base": 0, "ir": 1, "op": 2, "train": 3, "comm": 2}, row)

    def test_boxes_and_lines_of_tutti_are_apart(self):
        parts, _, uses, _ = draw_layers.parse((ROOT / "src/CMakeLists.txt").read_text())
        uses = draw_layers.reduced(uses)
        for layers in parts.values():
            layout = draw_layers.Layout(layers, uses)
            self.assertTrue(all(layout.fits(node) for node in layout.unit))
            for user, used in layout.edges:
                self.assertGreater(layout.row[user], layout.row[used])
            layout.unit[layers[0]] = layout.unit[layers[-1]]
            layout.row[layers[0]] = layout.row[layers[-1]]
            self.assertFalse(layout.fits(layers[0]))

    def test_the_picture_has_a_box_a_layer_and_an_arrow_a_use_in_a_part(self):
        picture = draw_layers.draw(CMAKE)
        self.assertEqual(6, len(shapes(picture, "rect", "box")))
        self.assertEqual(5, len(shapes(picture, "path", "line")))
        self.assertEqual(["".join(text.itertext())
                          for text in shapes(picture, "text", "other")], ["uses train"])

    def test_it_is_no_wider_than_a_page(self):
        picture = draw_layers.draw((ROOT / "src/CMakeLists.txt").read_text())
        self.assertLessEqual(float(re.search(r' width="([\d.]+)"', picture).group(1)), 1000)

    def test_ports_keep_apart_and_stay_near(self):
        self.assertEqual([0, 40], draw_layers.spread([0, 40], 18))
        self.assertEqual([-9, 9, 40], draw_layers.spread([0, 0, 40], 18))
        self.assertEqual([-13, 5, 23], draw_layers.spread([0, 5, 10], 18))

    def test_what_does_not_fit_into_a_box_or_says_nothing_is_refused(self):
        for wrong, expected in ((CMAKE.replace("processes", "processes " * 6), "does not fit"),
                                (CMAKE.replace('"operations" ', ""), "layer op does not say"),
                                (CMAKE.replace("part(core", "# part("), "in no part"),
                                ("project(x)", "expected a part() line")):
            with self.assertRaisesRegex(ValueError, re.escape(expected)):
                draw_layers.draw(wrong)

    def test_check_names_a_picture_that_is_not_current(self):
        with tree({"src/CMakeLists.txt": CMAKE}) as root:
            self.assertEqual(1, draw_layers.main(["--check", str(root)]))
            self.assertEqual(0, draw_layers.main([str(root)]))
            self.assertEqual(0, draw_layers.main(["--check", str(root)]))
            (root / "src/CMakeLists.txt").write_text(CMAKE.replace("USES op comm", "USES op"))
            self.assertEqual(1, draw_layers.main(["--check", str(root)]))
            self.assertEqual(2, draw_layers.main([str(root / "src")]))


if __name__ == "__main__":
    unittest.main()
