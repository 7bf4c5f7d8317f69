#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Draws the layers of src/CMakeLists.txt: docs/architecture/layers.svg.

Each part is a panel, its layers are rows of boxes, and an arrow goes from a layer to one that it
uses. What follows from other arrows is left out. What a layer uses of another part stands in its
box. Usage: draw_layers.py [--check] [ROOT]; --check writes nothing.
Exit codes: 0 written or current, 1 the file is not current, or the lines are wrong, 2 no such tree.
"""
import argparse
import math
import pathlib
import random
import re
import sys
from xml.sax.saxutils import escape

import check_layers

PICTURE = pathlib.Path("docs/architecture/layers.svg")
ABOUT = re.compile(r'"([^"\n]*)"')
BOX, HEIGHT, GAP, PITCH = 140, 68, 16, 100  # width and height of a box; between boxes; of rows
MARGIN, TITLE, BETWEEN = 16, 46, 20        # of a panel; its head; between panels
LEGEND = 44
CHARACTERS = 22                            # of a line in a box
UNIT = (BOX + GAP) / 2                     # boxes stand at whole units, and so do lines beside them

LIGHT = {"page": "#ffffff", "text": "#1c2430", "soft": "#55606f", "box": "#ffffff",
         "line": "#7d8796", "hues": ("#2563c9", "#0e7f6a", "#b4590a"),
         "tints": ("#eef4fd", "#eaf7f3", "#fdf3e7")}
DARK = {"page": "#12161c", "text": "#e8ecf2", "soft": "#a5afbd", "box": "#1d242e",
        "line": "#8b96a6", "hues": ("#79aef8", "#56c9ae", "#f0a35a"),
        "tints": ("#172130", "#142521", "#292017")}


def colours(scheme):
    """The rules of a scheme. No custom properties, which some viewers of SVG do not know."""
    rules = [f".page {{ fill: {scheme['page']}; }}", f".box {{ fill: {scheme['box']}; }}",
             f".name {{ fill: {scheme['text']}; }}", f".about {{ fill: {scheme['soft']}; }}",
             f".line {{ stroke: {scheme['line']}; }}", f".head {{ fill: {scheme['line']}; }}"]
    for i, (hue, tint) in enumerate(zip(scheme["hues"], scheme["tints"])):
        rules += [f".hue{i} {{ fill: {hue}; }}", f".edge{i} {{ stroke: {hue}; }}",
                  f".tint{i} {{ fill: {tint}; }}"]
    return "\n  ".join(rules)


STYLE = f"""
  svg {{ font-family: system-ui, -apple-system, "Segoe UI", Roboto, "Liberation Sans",
        sans-serif; }}
  .box {{ stroke-width: 1.5; }}
  .name {{ font-size: 15px; font-weight: 600; }}
  .about {{ font-size: 11px; }}
  .other {{ font-size: 10.5px; font-style: italic; }}
  .title {{ font-size: 17px; font-weight: 700; }}
  .line {{ fill: none; stroke-width: 1.4; }}
  {colours(LIGHT)}
  @media (prefers-color-scheme: dark) {{
  {colours(DARK)}
  }}
"""


# ---- what is drawn

def parse(cmake):
    """Parts → layers; each part's and layer's words; layer → what it uses."""
    text = check_layers.strip_cmake_comments(cmake)
    words, uses, problems = {}, {}, list(check_layers.parse_layers(cmake)[2])
    for kind, pattern in (("part", check_layers.PART), ("layer", check_layers.LAYER)):
        for match in pattern.finditer(text):
            name, used = check_layers.name_and_uses(match.group(1))
            about = ABOUT.search(match.group(1))
            if not about:
                problems.append(f"src/CMakeLists.txt: {kind} {name} does not say what it is: "
                                f'{kind}({name} "what it is for" ...)')
            words[kind, name] = about.group(1) if about else ""
            if kind == "layer":
                uses[name] = used
    return check_layers.parts_of(text), words, uses, problems


def below(layer, uses):
    """All layers that one uses, directly or through others."""
    return set(uses[layer]).union(*(below(used, uses) for used in uses[layer]))


def reduced(uses):
    """The same without what follows from other lines."""
    return {layer: [used for used in used_layers
                    if not any(used in below(other, uses) for other in used_layers)]
            for layer, used_layers in uses.items()}


# ---- where it is drawn: a row for each depth

def rows_of(layers, uses):
    """Layer → row, from 0 at the bottom. A layer that could be in several is in an empty one."""
    row = {}
    for layer in layers:
        row[layer] = max((row[used] + 1 for used in uses[layer] if used in row), default=0)
    for layer in reversed(layers):
        users = [row[user] for user in layers if layer in uses[user]]
        used = [row[other] for other in uses[layer] if other in row]
        if users and len(used) <= len(users):
            places = range(row[layer], min(users))
            counts = {at: sum(1 for other in layers if other != layer and row[other] == at)
                      for at in places}
            row[layer] = min(places, key=lambda at: (counts[at], -at))
    return row


class Layout:
    """The layers of a part: boxes at (unit, row), and the bends of lines that pass rows."""

    def __init__(self, layers, uses):
        self.row = rows_of(layers, uses)
        self.boxes = list(layers)
        self.edges = [(user, used) for user in layers for used in uses[user] if used in self.row]
        self.bends, self.chains = {}, {}
        for user, used in self.edges:
            between = range(self.row[user] - 1, self.row[used], -1)
            chain = [user] + [(user, used, at) for at in between] + [used]
            self.bends.update({bend: bend[2] for bend in chain[1:-1]})
            self.chains[user, used] = chain
        self.rows = 1 + max(self.row.values())
        self.members = [[box for box in self.boxes if self.row[box] == at]
                        for at in range(self.rows)]
        self.columns = max(map(len, self.members))
        self.unit = {}
        for row in self.members:
            for i, box in enumerate(row):
                self.unit[box] = 2 * i + self.columns - len(row)
        self.unit.update({bend: -1 for bend in self.bends})
        self.segments = {}
        for chain in self.chains.values():
            for a, b in zip(chain, chain[1:]):
                self.segments.setdefault(self.row_of(a), []).append((a, b))
        self.improve()

    def row_of(self, node):
        return self.row[node] if node in self.row else self.bends[node]

    def fits(self, node):
        """Boxes of a row do not overlap, and no line passes through one."""
        for other in self.unit:
            apart = abs(self.unit[other] - self.unit[node])
            if other == node or self.row_of(other) != self.row_of(node):
                continue
            boxes = (other in self.row) + (node in self.row)
            if apart < boxes:
                return False
        return True

    def cost(self):
        """Small for short, straight lines that do not cross, and for rows around the middle."""
        unit, total = self.unit, 0.0
        for segments in self.segments.values():
            ends = [(unit[a], unit[b]) for a, b in segments]
            for i, (top, bottom) in enumerate(ends):
                shift = abs(top - bottom)
                straight = segments[i][0] in self.bends and segments[i][1] in self.bends
                total += shift + 0.3 * shift * shift + (3 * shift if straight else 0)
                total += sum(6 for other in ends[:i]
                             if (top - other[0]) * (bottom - other[1]) < 0)
        for row in self.members:
            total += 0.4 * abs(sum(unit[box] for box in row) / len(row) - (self.columns - 1))
        lanes = [(unit[bend], row) for bend, row in self.bends.items()]
        return total + len(lanes) - len(set(lanes))

    def moved(self, chance, nodes):
        """A random step: two neighbours of a row change places, or one of them moves."""
        node = nodes[int(chance() * len(nodes))]
        most = 2 * (self.columns - 1)
        if node not in self.row:
            return {node: int(chance() * (most + 3)) - 1}
        if chance() < 0.5:
            row = self.members[self.row[node]]
            other = row[int(chance() * len(row))]
            return {node: self.unit[other], other: self.unit[node]}
        return {node: int(chance() * (most + 1))}

    def improve(self, steps=12000, seed=7):
        """Simulated annealing; random() gives the same numbers in every Python."""
        chance = random.Random(seed).random
        nodes = sorted(self.unit, key=str)
        now = best = self.cost()
        kept = dict(self.unit)
        for step in range(steps):
            heat = 6 * (1 - step / steps) ** 2 + 1e-9
            before, change = self.unit, self.moved(chance, nodes)
            self.unit = {**before, **change}
            cost = self.cost() if all(map(self.fits, change)) else math.inf
            if cost > now and chance() >= math.exp((now - cost) / heat):
                self.unit = before
                continue
            now = cost
            if now < best - 1e-9:
                best, kept = now, self.unit
        self.unit = kept

    def width(self):
        return self.columns * BOX + (self.columns - 1) * GAP + 2 * MARGIN

    def height(self):
        return TITLE + (self.rows - 1) * PITCH + HEIGHT + MARGIN


# ---- the picture

def wrapped(text):
    """One line, or two of about the same length."""
    words = text.split()
    cuts = [[" ".join(words[:at]), " ".join(words[at:])] for at in range(1, len(words))]
    lines = [text] if len(text) <= CHARACTERS or not cuts else min(
        cuts, key=lambda cut: max(map(len, cut)))
    if max(map(len, lines)) > CHARACTERS:
        raise ValueError(f"src/CMakeLists.txt: '{text}' does not fit into a box: expected at most "
                         f"two lines of {CHARACTERS} characters")
    return lines


def spread(wanted, apart):
    """Places in this order, at least `apart` from each other, as near to the wanted as can be."""
    blocks = []  # [sum, count] of wanted places less what the order adds
    for i, place in enumerate(wanted):
        blocks.append([place - i * apart, 1])
        while len(blocks) > 1 and blocks[-2][0] / blocks[-2][1] > blocks[-1][0] / blocks[-1][1]:
            total, count = blocks.pop()
            blocks[-1] = [blocks[-1][0] + total, blocks[-1][1] + count]
    level = [total / count for total, count in blocks for _ in range(count)]
    return [place + i * apart for i, place in enumerate(level)]


def number(value):
    return f"{value:.1f}".rstrip("0").rstrip(".")


class Panel:
    """A part: its layout at (left, top), stretched to a height."""

    def __init__(self, hue, part, about, layout, corner, height):
        self.hue, self.part, self.about, self.layout = hue, part, about, layout
        self.left, self.top = corner
        self.high = height
        spare = height - layout.height()
        self.pitch = PITCH + spare / (layout.rows - 1) if layout.rows > 1 else PITCH

    def x(self, node):
        lane = 0
        if node in self.layout.bends:  # lines that pass at one unit keep apart
            same = sorted({bend[:2] for bend in self.layout.bends
                           if self.layout.unit[bend] == self.layout.unit[node]})
            lane = 5 * (same.index(node[:2]) - (len(same) - 1) / 2)
        return self.left + MARGIN + BOX / 2 + self.layout.unit[node] * UNIT + lane

    def y(self, row):  # the upper edge of a row's boxes
        return self.top + TITLE + (self.layout.rows - 1 - row) * self.pitch

    def ports(self):
        """(edge, box) → where the edge meets the box: side by side, in the order of their ends."""
        found = {}
        for box in self.layout.boxes:
            for end, step in ((0, 1), (-1, -2)):
                edges = [edge for edge in self.layout.edges if edge[end] == box]
                ends = sorted((self.x(self.layout.chains[edge][step]), edge) for edge in edges)
                middle = self.x(box)
                wanted = [min(max(x, middle - 44), middle + 44) for x, _ in ends]
                for place, (_, edge) in zip(spread(wanted, 18), ends):
                    found[edge, box] = place
        return found

    def draw(self, words, others, hue_of):
        yield (f'<rect class="tint{self.hue}" x="{number(self.left)}" y="{number(self.top)}" '
               f'width="{number(self.layout.width())}" height="{number(self.high)}" rx="12"/>')
        yield (f'<text class="title hue{self.hue}" x="{number(self.left + MARGIN)}" '
               f'y="{number(self.top + 29)}">'
               f'{escape(self.part)}<tspan class="about" dx="8" style="font-size: 13px; '
               f'font-weight: 400">{escape(self.about)}</tspan></text>')
        ports = self.ports()
        for edge in self.layout.edges:
            yield self.draw_edge(edge, ports)
        for box in self.layout.boxes:
            yield from self.draw_box(box, words["layer", box], others[box], hue_of)

    def draw_edge(self, edge, ports):
        user, used = edge
        points = [(ports[edge, user], self.y(self.layout.row[user]) + HEIGHT)]
        for bend in self.layout.chains[edge][1:-1]:
            top = self.y(bend[2])
            points += [(self.x(bend), top), (self.x(bend), top + HEIGHT)]
        end = (ports[edge, used], self.y(self.layout.row[used]))
        points.append((end[0], end[1] - 7))
        path = f"M{number(points[0][0])} {number(points[0][1])}"
        for i, ((x, y), (to_x, to_y)) in enumerate(zip(points, points[1:])):
            if i % 2:  # past the boxes of a row
                path += f"V{number(to_y)}"
            else:
                bend = (to_y - y) * 0.55
                path += (f"C{number(x)} {number(y + bend)} {number(to_x)} {number(to_y - bend)} "
                         f"{number(to_x)} {number(to_y)}")
        head = f"M{number(end[0])} {number(end[1] - 1)}l-4.5 -8h9z"
        return (f'<path class="line" d="{path}"/><path class="head" d="{head}"/>')

    def draw_box(self, box, about, others, hue_of):
        x, y = self.x(box), self.y(self.layout.row[box])
        yield (f'<rect class="box edge{self.hue}" x="{number(x - BOX / 2)}" y="{number(y)}" '
               f'width="{BOX}" height="{HEIGHT}" rx="7"/>')
        lines = wrapped(about)
        at = y + (HEIGHT - 16 - 13 * (len(lines) + bool(others))) / 2 + 12
        yield (f'<text class="name" text-anchor="middle" x="{number(x)}" '
               f'y="{number(at)}">{box}</text>')
        at += 2
        for line in lines:
            at += 13
            yield (f'<text class="about" text-anchor="middle" x="{number(x)}" '
                   f'y="{number(at)}">{escape(line)}</text>')
        if others:
            names = ", ".join(f'<tspan class="hue{hue_of[other]}">{other}</tspan>'
                              for other in others)
            yield (f'<text class="about other" text-anchor="middle" x="{number(x)}" '
                   f'y="{number(at + 13)}">uses {names}</text>')


def panels_of(parts, words, uses):
    """The first part on the left; the others on the right, each above those that it may use."""
    layouts = [Layout(layers, uses) for layers in parts.values()]
    first, rest = layouts[0], layouts[1:]
    high = sum(layout.height() for layout in rest) + BETWEEN * (len(rest) - 1)
    total = max(first.height(), high)
    names = list(parts)
    panels = [Panel(0, names[0], words["part", names[0]], first, (6, 6), total)]
    left, bottom = 6 + first.width() + BETWEEN, 6 + total
    gaps = sum(layout.rows - 1 for layout in rest) or 1
    for hue, layout in enumerate(rest, 1):
        own = layout.height() + (total - high) * (layout.rows - 1) / gaps
        bottom -= own
        panels.append(Panel(hue, names[hue], words["part", names[hue]], layout, (left, bottom),
                            own))
        bottom -= BETWEEN
    width = left - BETWEEN + 6 + (BETWEEN + max(layout.width() for layout in rest) if rest else 0)
    return panels, width, total + 12


def draw(cmake):
    """The picture of such lines; ValueError says what is wrong with them."""
    parts, words, uses, problems = parse(cmake)
    if "" in parts or not parts:
        problems.append("src/CMakeLists.txt: expected a part() line above the first layer() line")
    if problems:
        raise ValueError("\n".join(problems))
    uses = reduced(uses)
    panels, width, height = panels_of(parts, words, uses)
    hue_of = {layer: hue for hue, layers in enumerate(parts.values()) for layer in layers}
    others = {layer: [used for used in uses[layer] if hue_of[used] != hue_of[layer]]
              for layer in uses}
    lines = [f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {number(width)} '
             f'{number(height + LEGEND)}" width="{number(width)}" '
             f'height="{number(height + LEGEND)}" role="img" aria-labelledby="title">',
             '<title id="title">The layers of Tutti and what each of them uses</title>',
             "<!-- Written by tools/draw_layers.py from src/CMakeLists.txt -->",
             f"<style>{STYLE}</style>", '<rect class="page" width="100%" height="100%" rx="12"/>']
    for panel in panels:
        lines += panel.draw(words, others, hue_of)
    for i, text in enumerate((
            "An arrow goes from a layer to one that it uses; it may also use whatever that one "
            "uses. Arrows that follow from others are left out.",
            "“uses …” names what a layer uses of another part.")):
        lines.append(f'<text class="about" style="font-size: 12px" x="22" '
                     f'y="{number(height + 14 + 17 * i)}">{text}</text>')
    return "\n".join(lines + ["</svg>", ""])


def main(words=None):
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--check", action="store_true", help="only say whether it is current")
    parser.add_argument("root", nargs="?", type=pathlib.Path,
                        default=pathlib.Path(__file__).resolve().parents[1])
    arguments = parser.parse_args(words)
    source = arguments.root / "src/CMakeLists.txt"
    if not source.is_file():
        print(f"draw_layers: {arguments.root} has no src/CMakeLists.txt", file=sys.stderr)
        return 2
    try:
        picture = draw(source.read_text(encoding="utf-8"))
    except ValueError as error:
        print(error, file=sys.stderr)
        return 1
    path = arguments.root / PICTURE
    if not arguments.check:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(picture, encoding="utf-8")
    elif not path.is_file() or path.read_text(encoding="utf-8") != picture:
        print(f"{PICTURE}: it does not show src/CMakeLists.txt as it is now: run "
              "tools/draw_layers.py", file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
