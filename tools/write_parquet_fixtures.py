#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes the Parquet files of the tests, with pyarrow and as Hugging Face's `datasets` does.

Usage: write_parquet_fixtures.py tables FOLDER         tests/format/parquet
       write_parquet_fixtures.py squad SQUAD.json OUTPUT.parquet [SHARDS]
       write_parquet_fixtures.py odd FOLDER            tests/task/squad_parquet
"""
import json
import pathlib
import sys

import pyarrow
import pyarrow.parquet

ROWS_OF_A_GROUP = 1000  # as of a data set on the hub

ANSWERS = pyarrow.struct(
    [("text", pyarrow.list_(pyarrow.string())), ("answer_start", pyarrow.list_(pyarrow.int32()))]
)
SQUAD = pyarrow.schema(
    [(name, pyarrow.string()) for name in ("id", "title", "context", "question")]
    + [("answers", ANSWERS)]
)


def squad_rows(articles):
    for article in articles:
        for paragraph in article["paragraphs"]:
            for question in paragraph["qas"]:
                answers = question["answers"]
                yield {
                    "id": question["id"],
                    "title": article["title"],
                    "context": paragraph["context"],
                    "question": question["question"],
                    "answers": {
                        "text": [answer["text"] for answer in answers],
                        "answer_start": [answer["answer_start"] for answer in answers],
                    },
                }


def write_squad(source, target, shards):
    articles = json.loads(pathlib.Path(source).read_text(encoding="utf-8"))["data"]
    table = pyarrow.Table.from_pylist(list(squad_rows(articles)), schema=SQUAD)
    size = -(-len(table) // shards)
    for i in range(shards):
        name = target if shards == 1 else target.replace(".", f"-{i:05}-of-{shards:05}.")
        part = table.slice(i * size, size)
        pyarrow.parquet.write_table(part, name, row_group_size=ROWS_OF_A_GROUP)


def write_odd(folder):
    """Rows that the reader of SQuAD refuses or counts, a file each."""

    def row(name, **changes):
        answers = {"text": ["two"], "answer_start": [4]}
        plain = {"id": name, "title": "T", "context": "one two", "question": "which?"}
        return {**plain, "answers": answers, **changes}

    def write(name, rows, schema=SQUAD):
        table = pyarrow.Table.from_pylist(rows, schema=schema)
        pyarrow.parquet.write_table(table, folder / f"{name}.parquet")

    answers = [
        {"text": ["two", "one"], "answer_start": [1, -1]},
        {"text": [], "answer_start": []},
        None,
    ]
    write("misplaced", [row(f"q{i}", answers=answer) for i, answer in enumerate(answers)])
    write("blind", [row("a", answers=answers[1]), row("b", answers=None)])
    write("twice", [row("a"), row("b"), row("a")])
    write("null_id", [row("a"), row(None)])
    write("null_context", [row("a"), row("b", context=None)])
    write("uneven", [row("a", answers={"text": ["one", "two"], "answer_start": [0]})])
    write("no_question", [row("a")], SQUAD.remove(SQUAD.get_field_index("question")))
    binary = SQUAD.set(SQUAD.get_field_index("context"), pyarrow.field("context", pyarrow.binary()))
    write("not_utf8", [row("a"), row("b", context=b"one \xff")], binary)


def table_row(i):
    return {
        "key": f"row {i}",
        "colour": None if i % 7 == 0 else ("red", "green", "blue")[i % 3],
        "count": None if i % 5 == 0 else i * i - 50,
        "big": i * 10**12 - 1,
        "tags": None if i % 11 == 0 else [f"t{i * j % 5}" for j in range(i % 4)],
        "point": None if i % 13 == 0 else {"xs": list(range(i % 3)), "y": i},
        "holes": [i, None] if i == 50 else [i],
        "deep": [[i]],
        "flag": i % 2 == 0,
    }


TABLE = pyarrow.schema(
    [
        pyarrow.field("key", pyarrow.string(), nullable=False),
        ("colour", pyarrow.string()),
        ("count", pyarrow.int32()),
        pyarrow.field("big", pyarrow.int64(), nullable=False),
        ("tags", pyarrow.list_(pyarrow.string())),
        ("point", pyarrow.struct([("xs", pyarrow.list_(pyarrow.int32())), ("y", pyarrow.int64())])),
        ("holes", pyarrow.list_(pyarrow.int32())),
        ("deep", pyarrow.list_(pyarrow.list_(pyarrow.int32()))),
        ("flag", pyarrow.bool_()),
    ]
)


def write_tables(folder):
    """One table of 100 rows in groups of 40, in the ways of writing it."""
    table = pyarrow.Table.from_pylist([table_row(i) for i in range(100)], schema=TABLE)

    def write(name, **options):
        pyarrow.parquet.write_table(
            table,
            folder / f"{name}.parquet",
            row_group_size=40,
            write_batch_size=8,
            data_page_size=64,
            **options,
        )

    write("snappy")
    write("uncompressed", compression="none")
    write("zstd", compression="zstd")
    write("gzip", compression="gzip")
    write("pages_v2", data_page_version="2.0")
    write("plain", use_dictionary=False)
    write("plain_v2", use_dictionary=False, data_page_version="2.0", compression="none")
    write("old", version="1.0", use_compliant_nested_type=False)
    write("delta", use_dictionary=False, column_encoding={"key": "DELTA_BYTE_ARRAY"})
    write_conversations(folder / "conversations.parquet")
    write_tool_calls(folder / "tool_calls.parquet")


def write_conversations(path):
    turns = [("One?", "Yes."), ("Two?", "\u00e9")]
    message = pyarrow.struct([("content", pyarrow.string()), ("role", pyarrow.string())])
    schema = pyarrow.schema(
        [("messages", pyarrow.list_(message)), ("score", pyarrow.float64())]
    )
    rows = [
        {
            "messages": [
                {"content": question, "role": "user"},
                {"content": answer, "role": "assistant"},
            ],
            "score": i + 0.5,
        }
        for i, (question, answer) in enumerate(turns)
    ]
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), path)


def write_tool_calls(path):
    """Lists in lists, of which some are null, empty, or have nulls."""
    call = pyarrow.struct(
        [("name", pyarrow.string()), ("arguments", pyarrow.list_(pyarrow.string()))]
    )
    message = pyarrow.struct(
        [(name, pyarrow.string()) for name in ("role", "content")]
        + [("tool_calls", pyarrow.list_(call))]
    )

    def row(*messages):
        keys = ("role", "content", "tool_calls")
        return {"messages": [dict(zip(keys, message)) for message in messages]}

    calls = [{"name": "get", "arguments": ["a", "b"]}, {"name": "set", "arguments": []}]
    rows = [
        row(("user", "w?", None), ("assistant", None, calls), ("tool", "3", [])),
        row(("user", "x", [{"name": None, "arguments": None}])),
    ]
    schema = pyarrow.schema([("messages", pyarrow.list_(message))])
    pyarrow.parquet.write_table(pyarrow.Table.from_pylist(rows, schema=schema), path)


def main():
    command, arguments = sys.argv[1], sys.argv[2:]
    if command == "squad":
        write_squad(arguments[0], arguments[1], int(arguments[2]) if len(arguments) > 2 else 1)
    else:
        {"tables": write_tables, "odd": write_odd}[command](pathlib.Path(arguments[0]))


if __name__ == "__main__":
    main()
