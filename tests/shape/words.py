"""What never stands in a file of this project: places of one machine, notes to oneself, invisible characters."""
import re
import sys

import shape

TEXT = (".c", ".h", ".inc", ".md", ".txt", ".py", ".sh", ".json", ".yml", ".cmake", ".steps", ".frame", "run", "check")
NEVER = {
    r"(?<![\w.])/(work|root)/": "a path of one machine",
    r"\bfacts/\w+\.md|\.\./shared\b|\badr/00": "a document that is not in the repository",
    r"\b(TODO|FIXME|HACK)\b": "a note to oneself: do it, or file it",
    r"registry\.npmjs|deb\.debian\.org|pypi\.org|proxy\.golang": "a host that packages come from",
    r"[\u200b-\u200f\u202a-\u202e\u2066-\u2069\ufeff]": "an invisible character",
    r"\r$|[ \t]+$": "white space at the end of a line",
}
# Outside strings: what a test feeds to the program is up to the test.
IN_CODE = {
    r"(^|[;{}\s])//": "a // comment: /* stays */",
    r"[\U0001f300-\U0001faff\u2705\u274c\u2728]": "an emoji",
}
# Bytes that tests feed to the program, and frames it printed, are what they are.
EXEMPT = ("tests/data/", "tests/shape/words.py", "screenshots/", "tests/walk/")

root = sys.argv[1]
rules = [(re.compile(pattern), says, TEXT) for pattern, says in NEVER.items()]
rules += [(re.compile(pattern), says, (".c", ".h", ".inc")) for pattern, says in IN_CODE.items()]
broken, count = [], 0
for path in shape.files(root, *TEXT):
    if path.startswith(EXEMPT):
        continue
    count += 1
    for number, line in enumerate(shape.lines(root, path), 1):
        code = re.sub(r'"(\\.|[^"\\])*"', '""', line) if path.endswith((".c", ".h")) else line
        for pattern, says, suffixes in rules:
            text = code if suffixes is not TEXT else line
            if path.endswith(suffixes) and pattern.search(text):
                broken.append(f"{path}:{number}: {says}: {line.strip()[:100]}")
shape.finish(broken, count)
