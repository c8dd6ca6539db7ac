"""The judgement and the terminal engine are pure: values in, values out. Their libraries call nothing that reaches out."""
import re
import subprocess
import sys

import shape

REACHES_OUT = re.compile(
    r"^(f?open(at)?(64)?|creat|p?read(v|64)?|p?write(v|64)?|f?stat(at|x)?(64)?|l?stat(64)?|access|faccessat|readlink(at)?|realpath"
    r"|mkdir(at)?|unlink(at)?|rename(at2?)?|link(at)?|symlink(at)?|socket|connect|bind|send\w*|recv\w*|poll|select|ioctl"
    r"|v?fork|exec\w+|posix_spawn\w*|kill|wait\w*|pipe2?|dup[23]?|getenv|secure_getenv|setenv|time|clock_gettime|gettimeofday"
    r"|getrandom|rand\w*|random|sleep|nanosleep|usleep|printf|puts|putchar|fputs|fprintf|vfprintf|perror|exit|_exit|setlocale)$")

nm, archives = sys.argv[2], sys.argv[3:]
broken, count = [], 0
for archive in archives:
    member = "?"
    for line in subprocess.run([nm, "-u", archive], capture_output=True, text=True, check=True).stdout.splitlines():
        if line.endswith(":"):
            member = line[:-1]
        match = re.match(r"^\s+U (\w+)", line)
        if match:
            count += 1
            if REACHES_OUT.match(match.group(1)):
                broken.append(f"{archive.rsplit('/', 1)[-1]}: {member} calls {match.group(1)}")
shape.finish(broken, count)
