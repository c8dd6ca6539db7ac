"""Each header compiles alone: it includes what it uses."""
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import shape

root, compiler = sys.argv[1:3]
FLAGS = ["-std=c17", "-D_GNU_SOURCE", f"-I{root}/src", "-Wall", "-Wextra", "-Wpedantic", "-Werror", "-fsyntax-only", "-xc", "-"]


def compile_alone(path):
    source = f'#include "{path.removeprefix("src/")}"\nextern int shape_unused;\n'
    done = subprocess.run([compiler, *FLAGS], input=source, capture_output=True, text=True, check=False)
    return f"{path}: does not compile alone:\n{done.stderr}" if done.returncode else None


headers = shape.files(root, ".h", under="src")
with ThreadPoolExecutor(2) as pool:
    broken = [said for said in pool.map(compile_alone, headers) if said]
shape.finish(broken, len(headers))
