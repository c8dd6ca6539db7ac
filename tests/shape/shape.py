"""shape — what the scripts of this folder share: the files of the project, and how a broken rule is said."""
import os
import re
import sys

SKIPPED = {".git", "build", ".cache", "node_modules", "__pycache__", ".harnery", ".harnery-workspaces"}
INCLUDE = re.compile(r'^\s*#\s*include\s*([<"])([^>"]+)[>"]')


def files(root, *suffixes, under=""):
    """Paths relative to root, sorted, of files whose name ends in one of suffixes."""
    found = []
    for folder, folders, names in os.walk(os.path.join(root, under)):
        folders[:] = sorted(f for f in folders if f not in SKIPPED and not f.startswith("build-"))
        found += [os.path.relpath(os.path.join(folder, name), root) for name in names if name.endswith(suffixes or "")]
    return sorted(found)


def lines(root, path):
    with open(os.path.join(root, path), encoding="utf-8") as f:
        return f.read().splitlines()


def includes(root, path):
    """(line number, '<' or '"', what) of every include."""
    for number, line in enumerate(lines(root, path), 1):
        match = INCLUDE.match(line)
        if match:
            yield number, match.group(1), match.group(2)


def finish(broken, looked_at):
    """Print what is broken and end the script; a script that looked at nothing is broken too."""
    if not looked_at:
        broken = broken + ["nothing was looked at: this test is blind"]
    for one in broken:
        print(one)
    print(f"{looked_at} looked at, {len(broken)} broken")
    sys.exit(1 if broken else 0)
