"""No function is longer than 60 lines and no C file longer than 500; both are to be split by job, not by length."""
import sys

import shape

FUNCTION_LINES, FILE_LINES = 60, 500


def functions(text):
    """(first line, length) of every block that opens and closes in column 0: in this project those are functions."""
    start = None
    for number, line in enumerate(text, 1):
        if line == "{":
            start = number
        elif line == "}" and start:
            yield start, number - start + 1
            start = None


root = sys.argv[1]
broken, count = [], 0
for path in shape.files(root, ".c", ".h", under="src") + shape.files(root, ".c", ".h", under="tests"):
    text = shape.lines(root, path)
    count += 1
    if len(text) > FILE_LINES:
        broken.append(f"{path}: {len(text)} lines, more than {FILE_LINES}")
    broken += [f"{path}:{at}: a function of {n} lines, more than {FUNCTION_LINES}" for at, n in functions(text) if n > FUNCTION_LINES]
shape.finish(broken, count)
