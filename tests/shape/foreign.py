"""Each foreign library is known to one file, which translates its errors into ours."""
import re
import sys

import shape

OWNERS = {
    r"git2(/.*)?\.h": "src/core/workspace/git.c",
    r"json-c/.*|json\.h": "src/core/base/json.c",
    r"openssl/.*": "src/core/base/digest.c",
    r"(n?cursesw?/)?(n?curses|term|termcap|panel|menu|form)\.h": "src/ui/tui/terminfo.c",
}

root = sys.argv[1]
broken, count = [], 0
for path in shape.files(root, ".c", ".h", ".inc", under="src"):
    count += 1
    for number, kind, what in shape.includes(root, path):
        for pattern, owner in OWNERS.items():
            if kind == "<" and re.fullmatch(pattern, what) and path != owner:
                broken.append(f"{path}:{number}: only {owner} may include {what}")
shape.finish(broken, count)
