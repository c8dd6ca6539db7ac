"""docs/map.md names every folder of the sources, and no file that is not there."""
import glob
import os
import re
import sys

import shape

root = sys.argv[1]
text = "\n".join(shape.lines(root, "docs/map.md"))
folders = sorted({os.path.dirname(path) for path in shape.files(root, ".c", under="src")} - {"src"})
broken = [f"docs/map.md: no line names {folder}" for folder in folders if not re.search(rf"\b{folder}\b|(?<=\s){folder[4:]}\b", text)]
named = re.findall(r"`([\w./*-]+\.(?:[ch]|md|py|sh|json))`", text)
for name in named:
    if not glob.glob(os.path.join(root, name)) and not glob.glob(os.path.join(root, "src", name)):
        broken.append(f"docs/map.md: {name} is not there")
shape.finish(broken, len(folders) + len(named))
