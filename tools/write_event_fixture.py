#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Writes tests/format/tfevents: an event file of TensorBoard's own writer, for its reader's test.

Usage: write_event_fixture.py FOLDER, with the Python package tensorboard (2.21.0 was used).
Exit codes: 0 done, 2 wrong usage.
"""
import pathlib
import sys

from tensorboard.compat.proto import event_pb2, summary_pb2, tensor_pb2, types_pb2
from tensorboard.summary.writer.record_writer import RecordWriter


def event(step, seconds, *values):
    return event_pb2.Event(step=step, wall_time=seconds, summary=summary_pb2.Summary(value=values))


def scalar(tag, value):
    return summary_pb2.Summary.Value(tag=tag, simple_value=value)


def tensor(tag, **content):
    return summary_pb2.Summary.Value(tag=tag, tensor=tensor_pb2.TensorProto(**content))


def events():
    yield event_pb2.Event(wall_time=100.0, file_version="brain.Event:2")
    yield event(1, 101.0, scalar("train/loss", 2.5), scalar("train/learning_rate", 0.5))
    yield event(2, 102.5, scalar("train/loss", float("nan")))
    yield event(300, 103.0, tensor("eval/float", dtype=types_pb2.DT_FLOAT, float_val=[0.25]))
    yield event(300, 103.0, tensor("eval/double", dtype=types_pb2.DT_DOUBLE,
                                   tensor_content=b"\0\0\0\0\0\0\xf8\x3f"))
    yield event(300, 103.0, tensor("eval/two", dtype=types_pb2.DT_FLOAT, float_val=[1.0, 2.0]),
                tensor("text", dtype=types_pb2.DT_STRING, string_val=[b"words"]))
    yield event(1 << 40, 104.0, scalar("train/loss", -1.0))


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    with open(folder / "events.out.tfevents.0000000100.tensorboard", "wb") as file:
        writer = RecordWriter(file)
        for one in events():
            writer.write(one.SerializeToString())


if __name__ == "__main__":
    main()
