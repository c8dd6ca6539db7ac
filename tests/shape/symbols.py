"""Nothing that can change lives outside a struct somebody owns: no mutable globals, no mutable statics.

The one exception is the terminal state that a crash has to restore.
"""
import re
import subprocess
import sys

import shape

ALLOWED = {("sane.c", "saved")}
MUTABLE = re.compile(r"\.(data(?!\.rel\.ro)|bss|tdata|tbss)|\*COM\*")
# What compilers and sanitizers add by themselves.
THEIRS = re.compile(r"^(\*?\.L|__|_GLOBAL__|\.(data|bss|asan)|(asan|ubsan|sancov)|\.str|<?anon)")

objdump, archives = sys.argv[2], sys.argv[3:]
broken, count = [], 0
for archive in archives:
    member = "?"
    for line in subprocess.run([objdump, "-t", archive], capture_output=True, text=True, check=True).stdout.splitlines():
        if ": " in line and "file format" in line:
            member = re.sub(r"\.o(bj)?$", "", line.split(":")[0].strip())
            continue
        row = re.match(r"^[0-9a-f]+ (.{7}) (\S+)\s+([0-9a-f]+)\s+(\S.*)$", line)
        if not row:
            continue
        count += 1
        flags, section, size, name = row.groups()
        name = name.replace(".hidden ", "").strip()
        if "O" not in flags or not MUTABLE.match(section) or THEIRS.match(name) or int(size, 16) == 0:
            continue
        if (member, re.sub(r"\.\d+$", "", name)) not in ALLOWED:
            broken.append(f"{member}: {name} can change ({section}): keep it in a struct that somebody owns")
shape.finish(broken, count)
