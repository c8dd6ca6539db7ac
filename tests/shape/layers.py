"""A layer includes itself and what its library is linked with in CMakeLists.txt, directly or through another layer."""
import re
import sys

import shape

root = sys.argv[1]
folders, uses = {}, {}
for line in shape.lines(root, "CMakeLists.txt"):
    match = re.match(r"layer\((\w+) (\S+) ?(.*)\)$", line)
    if match:
        folders[match.group(1)] = match.group(2)
        uses[match.group(1)] = [word for word in match.group(3).split() if "::" not in word and word != "m"]


def closure(layer):
    reached = {layer}
    for used in uses[layer]:
        reached |= closure(used)
    return reached


def folder_of(path):
    return path.rsplit("/", 1)[0]


broken, count = [], 0
for layer, folder in folders.items():
    allowed = {folders[name] for name in closure(layer)}
    above = [name for name in allowed if not name.startswith("core/")] if folder.startswith("core/") else []
    broken += [f"CMakeLists.txt: {folder} is linked with {name}, which lies above it" for name in above]
    for path in shape.files(root, ".c", ".h", ".inc", under=f"src/{folder}"):
        if folder_of(path) != f"src/{folder}":
            continue
        count += 1
        for number, kind, what in shape.includes(root, path):
            if kind == '"' and folder_of("./" + what).removeprefix("./") not in allowed:
                broken.append(f"src: {path}:{number}: {folder} may not include {what}; it may include {', '.join(sorted(allowed))}")
owned = {f"src/{folder}" for folder in folders.values()} | {"src"}
broken += [f"{path}: this folder is no layer of CMakeLists.txt" for path in shape.files(root, ".c", ".h", under="src") if folder_of(path) not in owned]
shape.finish(broken, count)
