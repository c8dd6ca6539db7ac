"""docs/map.md has a line for every source file, and names none that is not there."""
import os
import re
import sys

import shape

root = sys.argv[1]
if not os.path.exists(os.path.join(root, "docs/map.md")):
    sys.exit("docs/map.md is missing")
text = "\n".join(shape.lines(root, "docs/map.md"))
sources = shape.files(root, ".c", ".h", under="src")
broken = []
for path in sources:
    stem = os.path.splitext(path.removeprefix("src/"))[0]
    if not re.search(rf"(?<![\w/]){re.escape(stem)}(\.[ch])?(?![\w/])", text):
        broken.append(f"docs/map.md: no line names {stem}")
for named in re.findall(r"`((?:core|ui|adapters)/[\w/]+\.[ch])`", text):
    if not os.path.exists(os.path.join(root, "src", named)):
        broken.append(f"docs/map.md: {named} is not there")
shape.finish(broken, len(sources))
