"""Makes Python and C++ classes of packages of definitions with Debian's generators.

usage: overlay.py [--python] DEFINITIONS OUT PACKAGE...
With --python there are no C++ classes, which take long.
Leaves OUT/py for PYTHONPATH and OUT/include for CPLUS_INCLUDE_PATH.
"""
import glob
import os
import subprocess
import sys

import genmsg.template_tools

cpp = sys.argv[1] != "--python"
if not cpp:
    del sys.argv[1]
definitions, out, packages = sys.argv[1], sys.argv[2], sys.argv[3:]
search = {}
for share in glob.glob("/usr/share/*/msg"):
    search.setdefault(os.path.basename(os.path.dirname(share)), []).append(share)
messages = {}
for package in packages:
    work = os.path.join(out, "msg", package)
    os.makedirs(work)
    for action in glob.glob(os.path.join(definitions, package, "action", "*.action")):
        subprocess.check_call([sys.executable, "/usr/lib/actionlib_msgs/genaction.py", action, "-o", work], stdout=subprocess.DEVNULL)
    for msg in glob.glob(os.path.join(definitions, package, "msg", "*.msg")):
        os.symlink(os.path.abspath(msg), os.path.join(work, os.path.basename(msg)))
    search[package] = [work]
    messages[package] = sorted(glob.glob(os.path.join(work, "*.msg")))
paths = [p + ":" + d for p, dirs in search.items() for d in dirs]
includes = [a for path in paths for a in ("-I", path)]
for package in packages:
    root = os.path.join(out, "py", package)
    os.makedirs(root)
    open(os.path.join(root, "__init__.py"), "w").close()
    services = sorted(glob.glob(os.path.join(definitions, package, "srv", "*.srv")))
    for kind, files in ("msg", messages[package]), ("srv", services):
        if not files:
            continue
        target = os.path.join(root, kind)
        os.makedirs(target)
        tool = [sys.executable, "/usr/lib/genpy/gen%s_py.py" % kind]
        subprocess.check_call(tool + ["-p", package, "-o", target] + includes + files)
        subprocess.check_call(tool + ["--initpy", "-p", package, "-o", target])
    if not cpp:
        continue
    header = os.path.join(out, "include", package)
    os.makedirs(header)
    for msg in messages[package]:
        genmsg.template_tools.generate_from_file(
            msg, package, header, "/usr/share/gencpp", paths, {"msg.h.template": "@NAME@.h"}, {"srv.h.template": "@NAME@.h"})
