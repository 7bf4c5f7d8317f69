#!/usr/bin/env python3
# SPDX-License-Identifier: Apache-2.0
"""Makes a wheel of the program, the library, the plugin for JAX and the Python packages:
py3-none-manylinux_2_34.

Usage: make_wheel.py BUILD_FOLDER STATIC_FOLDER OUTPUT_FOLDER
BUILD_FOLDER is that of `./dev build`, whose objects are linked again with static libraries in the
place of shared ones: Debian's own, and those that tools/static_libraries.sh puts into
STATIC_FOLDER. What is opened at run time (OpenBLAS, curl, plugins) stays outside.
The wheel's bytes depend on nothing else: names are sorted, and dates are fixed.
Exit codes: 0 made, 1 a link failed or a symbol is too new, 2 wrong usage.
"""
import base64
import hashlib
import pathlib
import re
import shlex
import subprocess
import sys
import tempfile
import zipfile

ROOT = pathlib.Path(__file__).resolve().parent.parent
TAG = "py3-none-manylinux_2_34_x86_64"
NEWEST_GLIBC = (2, 34)
# What is linked, and the file of Debian that has its terms.
LICENCES = {"fmt": "libfmt-dev", "highway": "libhwy-dev",
            "simdjson": "libsimdjson-dev", "re2": "libre2-dev", "openssl": "libssl-dev",
            "zstd": "libzstd-dev", "snappy": "libsnappy-dev", "libyaml": "libyaml-dev",
            "utf8proc": "libutf8proc-dev", "zlib": "zlib1g-dev",
            "nlohmann-json": "nlohmann-json3-dev", "xxhash": "libxxhash-dev",
            "boost": "libboost-dev", "gcc": "gcc-12-base"}


def version():
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    return re.search(r"project\(tutti VERSION (\S+)", text).group(1)


def link_command(build, target):
    """The words of ninja's own link command."""
    commands = subprocess.run(["ninja", "-C", build, "-t", "commands", target],
                              capture_output=True, text=True, check=True).stdout.splitlines()
    command = commands[-1].removeprefix(": && ").removesuffix(" && :")
    return shlex.split(command)


def inputs_of(words):
    """The objects and libraries of a link command, and the folder of Debian's libraries."""
    folder = re.search(r"(/\S*)/libcrypto\.so", " ".join(words)).group(1)
    files = [word for word in words
             if not word.startswith("-") and re.search(r"\.(o|a|so[.\d]*)$", word)]
    return [file for file in files if not re.search(r"\blibtutti\w*\.so$", file)], folder


def link_library(build, static, folder, output):
    """libtutti.so with the program's code in it too, so that the wheel has it once."""
    program, debian = inputs_of(link_command(build, "tutti"))
    library = [word for target in ("libtutti.so", "libtutti_pjrt.so")
               for word in inputs_of(link_command(build, target))[0]]
    main_object = next(word for word in program if word.endswith("main.cpp.o"))
    renamed = folder / "main.o"
    run("objcopy", "--redefine-sym", "main=program_main", build / main_object, renamed)
    run("gcc", "-O2", "-fPIC", "-c", ROOT / "python/program_entry.c", "-o", folder / "entry.o")
    exports = folder / "exports.map"
    exports.write_text("{ global: tutti_*; GetPjrtApi; local: *; };\n")
    own, others = [], []
    for word in dict.fromkeys([*library, *program]):
        name = re.sub(r"\.so[.\d]*$", ".a", pathlib.Path(word).name)
        if word == main_object:
            own.append(renamed)
        elif ".so" in pathlib.Path(word).name:
            others.append(static / name if (static / name).exists()
                          else pathlib.Path(debian) / name)
        else:
            own.append(build / word)
    run("g++", "-shared", "-Wl,-soname,libtutti.so",
        f"-Wl,--version-script={exports}", folder / "entry.o",
        "-Wl,--start-group", *own, *others, "-Wl,--end-group", static / "old_glibc.o",
        "-Wl,--wrap=hypot", "-static-libstdc++", "-static-libgcc", "-Wl,--gc-sections",
        "-Wl,--exclude-libs,ALL", "-Wl,-s", "-pthread", "-ldl", "-lm", "-o", output)
    expect_old(output)


def link_program(folder, output):
    run("gcc", "-O2", "-s", ROOT / "python/program.c", f"-L{folder}", "-ltutti",
        "-Wl,-rpath,$ORIGIN/../lib", "-o", output)
    expect_old(output)


def run(*words):
    subprocess.run([str(word) for word in words], check=True)


def expect_old(file):
    newest = newest_symbol(file)
    if newest > NEWEST_GLIBC:
        sys.exit(f"{file.name} needs glibc {newest[0]}.{newest[1]}, more than {TAG} promises")


def newest_symbol(file):
    """The newest version of glibc that a file names."""
    names = subprocess.run(["objdump", "-T", file], capture_output=True, text=True,
                           check=True).stdout
    return max(tuple(map(int, found)) for found in re.findall(r"GLIBC_(\d+)\.(\d+)", names))


METADATA = """Metadata-Version: 2.4
Name: tutti
Version: {version}
Summary: Fine-tune language models from one program on any accelerator
License-Expression: Apache-2.0
{licences}Requires-Python: >=3.9
Classifier: Operating System :: POSIX :: Linux
Classifier: Programming Language :: C++
Classifier: Programming Language :: Python :: 3
Classifier: Topic :: Scientific/Engineering :: Artificial Intelligence
Provides-Extra: arrays
Requires-Dist: numpy; extra == "arrays"
Description-Content-Type: text/markdown

"""


def licence_files():
    """Name → text: Tutti's own, and those of what is linked."""
    files = {"LICENSE": (ROOT / "LICENSE").read_bytes()}
    for name, package in LICENCES.items():
        file = pathlib.Path("/usr/share/doc") / package / "copyright"
        if not file.exists():
            sys.exit(f"{file} is missing: install {package}")
        files[f"{name}.txt"] = file.read_bytes()
    return files


def write_wheel(path, files):
    """`files`: name → (bytes, whether it may be run)."""
    info = f"tutti-{version()}.dist-info"
    record = []
    with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED, compresslevel=9) as wheel:
        def add(name, content, mode):
            entry = zipfile.ZipInfo(name, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = (0o100000 | mode) << 16
            entry.compress_type = zipfile.ZIP_DEFLATED
            wheel.writestr(entry, content)

        for name in sorted(files):
            content, is_program = files[name]
            add(name, content, 0o755 if is_program else 0o644)
            digest = base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=")
            record.append(f"{name},sha256={digest.decode()},{len(content)}\n")
        record.append(f"{info}/RECORD,,\n")
        add(f"{info}/RECORD", "".join(record).encode(), 0o644)


def main():
    if len(sys.argv) != 4:
        print(__doc__, file=sys.stderr)
        return 2
    build, static, output = (pathlib.Path(word).resolve() for word in sys.argv[1:])
    output.mkdir(parents=True, exist_ok=True)
    info = f"tutti-{version()}.dist-info"
    files = {str(path.relative_to(ROOT / "python")): (path.read_bytes(), False)
             for package in ("tutti", "jax_plugins")
             for path in (ROOT / "python" / package).rglob("*")
             if path.suffix == ".py" or path.name == "py.typed"}
    with tempfile.TemporaryDirectory() as folder:
        folder = pathlib.Path(folder)
        link_library(build, static, folder, folder / "libtutti.so")
        link_program(folder, folder / "tutti")
        files["tutti/lib/libtutti.so"] = ((folder / "libtutti.so").read_bytes(), True)
        files["tutti/bin/tutti"] = ((folder / "tutti").read_bytes(), True)
    texts = licence_files()
    for name, text in texts.items():
        files[f"{info}/licenses/{name}"] = (text, False)
    licences = "".join(f"License-File: {name}\n" for name in sorted(texts))
    description = (ROOT / "python" / "README.md").read_text(encoding="utf-8")
    files[f"{info}/METADATA"] = (
        (METADATA.format(version=version(), licences=licences) + description).encode(), False)
    files[f"{info}/WHEEL"] = (f"Wheel-Version: 1.0\nGenerator: tutti\nRoot-Is-Purelib: false\n"
                              f"Tag: {TAG}\n".encode(), False)
    files[f"{info}/entry_points.txt"] = (
        b"[console_scripts]\ntutti = tutti.__main__:main\n\n"
        b"[jax_plugins]\ntutti = jax_plugins.tutti\n", False)
    wheel = output / f"tutti-{version()}-{TAG}.whl"
    write_wheel(wheel, files)
    print(wheel)
    return 0


if __name__ == "__main__":
    sys.exit(main())
