# SPDX-License-Identifier: Apache-2.0
"""Watches which processes write into a folder, and in which order."""

import contextlib
import ctypes
import os
import pathlib
import select
import struct
import subprocess
import threading

# Of <sys/fanotify.h>.
FAN_UNLIMITED_QUEUE, FAN_MARK_ADD, FAN_MARK_FILESYSTEM, FAN_MODIFY = 0x10, 0x1, 0x100, 0x2
AT_FDCWD = -100
EVENT = struct.Struct("=IBBHQii")  # length, version, reserved, its own length, mask, file, process
REMOVED = " (deleted)"
# What one process alone writes: an event file, and a checkpoint until it is whole, when it takes
# the place of the same bytes in one act.
OWN = ("/events.out.tfevents.", "/.unfinished-")


@contextlib.contextmanager
def file_system_of_its_own(folder):
    """Nothing else is written there, so that all of it can be watched. Needs root."""
    subprocess.run(["mount", "-t", "tmpfs", "tmpfs", str(folder)], check=True)
    try:
        yield
    finally:
        subprocess.run(["umount", "--lazy", str(folder)], check=True)


class Writers:
    """The processes that write into a folder of this file system, until it is left."""

    def __init__(self, folder):
        self.folder = str(folder)
        self.begins = {}   # by process: when the last one of that number began
        self.order = []    # of processes, by their first write
        self.returns = []  # writes by a process after another one had begun: (process, path)
        library = ctypes.CDLL(None, use_errno=True)
        self.queue = library.fanotify_init(FAN_UNLIMITED_QUEUE, os.O_RDONLY | os.O_CLOEXEC)
        if self.queue < 0 or library.fanotify_mark(
                self.queue, FAN_MARK_ADD | FAN_MARK_FILESYSTEM, ctypes.c_uint64(FAN_MODIFY),
                AT_FDCWD, os.fsencode(folder.parent)) < 0:
            raise OSError(ctypes.get_errno(), "fanotify: " + os.strerror(ctypes.get_errno()))
        self.ends = threading.Event()
        self.thread = threading.Thread(target=self.read)

    def __enter__(self):
        self.thread.start()
        return self

    def __exit__(self, *_):
        self.ends.set()
        self.thread.join()
        os.close(self.queue)

    def read(self):
        while True:
            ready = select.select([self.queue], [], [], 0.1)[0]
            if not ready:
                if self.ends.is_set():
                    return
                continue
            events = os.read(self.queue, 1 << 16)
            for at in range(0, len(events), EVENT.size):
                *_, descriptor, process = EVENT.unpack_from(events, at)
                path = os.readlink(f"/proc/self/fd/{descriptor}")
                os.close(descriptor)
                # What is removed already harms nobody. Nor does a process that was stopped while it
                # wrote what it alone writes, and ends that.
                if (path.startswith(self.folder + "/") and not path.endswith(REMOVED)
                        and not any(own in path for own in OWN)):
                    self.note(process, path)

    def named(self, number):
        """A process by its number and when it began: a long watch sees numbers again."""
        with contextlib.suppress(OSError):  # it is gone
            stat = pathlib.Path(f"/proc/{number}/stat").read_text()
            self.begins[number] = stat.rpartition(")")[2].split()[19]
        return f"{number} of {self.begins.get(number)}"

    def note(self, number, path):
        process = self.named(number)
        if process not in self.order:
            self.order.append(process)
        elif process != self.order[-1]:
            self.returns.append((process, path))
