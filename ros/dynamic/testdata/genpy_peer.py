#!/usr/bin/python3
"""What Debian's genmsg and genpy make of our definitions and bytes.

usage: genpy_peer.py DEFINITIONS WORKDIR < cases > answers

A case is "type hex-bytes". The answers are lines of JSON:
  {"kind": "sum", "name", "md5", "text"}            every message and service, MD5 and full text by genmsg
  {"kind": "debian", "name", "md5"}                 every message and service that Debian ships in the same packages
  {"kind": "echo", "name", "sent", "bytes", "json"} every case, decoded and encoded again by genpy, and its values
  {"kind": "made", "name", "bytes", "json"}         messages with random content that genpy made
"""
import base64
import glob
import io
import json
import math
import os
import random
import shutil
import struct
import subprocess
import sys

import genmsg
import genmsg.gentools
import genmsg.msg_loader
import genpy
import genpy.generate_initpy
import genpy.generator

definitions, work = sys.argv[1:]
source, classes = os.path.join(work, "src"), os.path.join(work, "py")


def say(**answer):
    print(json.dumps(answer))


def overlay():
    """Lays the definitions out as Debian's tools want them, actions expanded by genaction."""
    for pkg in sorted(os.listdir(definitions)):
        for kind in ("msg", "srv", "action"):
            for f in sorted(glob.glob(os.path.join(definitions, pkg, kind, "*"))):
                to = os.path.join(source, pkg, "srv" if kind == "srv" else "msg")
                os.makedirs(to, exist_ok=True)
                if kind == "action":
                    subprocess.run(["/usr/bin/python3", "/usr/lib/actionlib_msgs/genaction.py", f, "-o", to], check=True, stdout=subprocess.DEVNULL)
                else:
                    shutil.copy(f, to)


def sums(root, kind, packages, text):
    """Has genmsg compute the sums of all definitions below root/PACKAGE/{msg,srv}."""
    search = {p: [os.path.join(root, p, "msg")] for p in os.listdir(root) if os.path.isdir(os.path.join(root, p, "msg"))}
    for pkg in packages:
        for f in sorted(glob.glob(os.path.join(root, pkg, "msg", "*.msg")) + glob.glob(os.path.join(root, pkg, "srv", "*.srv"))):
            name = pkg + "/" + os.path.splitext(os.path.basename(f))[0]
            context = genmsg.msg_loader.MsgContext.create_default()
            load = genmsg.msg_loader.load_msg_from_file if f.endswith(".msg") else genmsg.msg_loader.load_srv_from_file
            spec = load(context, f, name)
            genmsg.msg_loader.load_depends(context, spec, search)
            answer = {"kind": kind, "name": name, "service": f.endswith(".srv"), "md5": genmsg.gentools.compute_md5(context, spec)}
            if text and f.endswith(".msg"):
                answer["text"] = genmsg.gentools.compute_full_text(context, spec)
            say(**answer)


def generate():
    """Has genpy write its classes, as its scripts do, but in one process: they take half a minute to start."""
    search = {pkg: [os.path.join(source, pkg, "msg")] for pkg in os.listdir(source)}
    for pkg in sorted(os.listdir(source)):
        for kind, generator in (("msg", genpy.generator.MsgGenerator()), ("srv", genpy.generator.SrvGenerator())):
            files = sorted(glob.glob(os.path.join(source, pkg, kind, "*." + kind)))
            if files:
                out = os.path.join(classes, pkg, kind)
                os.makedirs(out, exist_ok=True)
                if generator.generate_messages(pkg, files, out, search):
                    sys.exit("genpy could not generate " + pkg)
                genpy.generate_initpy.write_modules(out)
        open(os.path.join(classes, pkg, "__init__.py"), "w").close()


loaded = {}


def class_of(name):
    """The genpy class of a message, also of one side of a service."""
    if name not in loaded:
        pkg, short = name.split("/")
        try:
            cls = getattr(__import__(pkg + ".msg", fromlist=["*"]), short)
        except (ImportError, AttributeError):
            cls = getattr(__import__(pkg + ".srv", fromlist=["*"]), short)
        assert cls.__module__.startswith(pkg + ".") and classes in sys.modules[cls.__module__].__file__, "not of the overlay"
        loaded[name] = cls
    return loaded[name]


def element(typ):
    """Takes "type[n]" apart: element type, and None, -1 for any length, or n."""
    if "[" not in typ:
        return typ, None
    base, n = typ[:-1].split("[")
    return base, int(n) if n else -1


LIMITS = {"int8": (-128, 127), "byte": (-128, 127), "uint8": (0, 255), "char": (0, 255), "int16": (-2**15, 2**15 - 1), "uint16": (0, 2**16 - 1),
          "int32": (-2**31, 2**31 - 1), "uint32": (0, 2**32 - 1), "int64": (-2**63, 2**63 - 1), "uint64": (0, 2**64 - 1)}


def make(typ, rng, depth=0):
    """A random value of a type."""
    base, n = element(typ)
    if n is not None:
        if n < 0:
            n = rng.randrange(4 if depth < 4 else 2)
        if base in ("uint8", "char"):
            return bytes(rng.randrange(256) for _ in range(n))
        return [make(base, rng, depth) for _ in range(n)]
    if base in LIMITS:
        return rng.randint(*LIMITS[base])
    if base == "bool":
        return rng.random() < 0.5
    if base in ("float32", "float64"):
        v = rng.gauss(0, 1000)
        return struct.unpack("<f", struct.pack("<f", v))[0] if base == "float32" else v
    if base == "string":
        return "".join(rng.choice("abc é\"\\\n€") for _ in range(rng.randrange(6)))
    if base == "time":
        return genpy.Time(rng.randrange(2**32), rng.randrange(10**9))
    if base == "duration":
        return genpy.Duration(rng.randrange(-2**31, 2**31 - 1), rng.randrange(10**9))
    cls = class_of(base if "/" in base else "std_msgs/" + base)
    m = cls()
    for slot, t in zip(m.__slots__, cls._slot_types):
        setattr(m, slot, make(t, rng, depth + 1))
    return m


def tree(v, typ):
    """A value in rosbridge's conventions."""
    base, n = element(typ)
    if n is not None:
        if base in ("uint8", "char"):
            return base64.b64encode(bytes(v)).decode()
        return [tree(e, base) for e in v]
    if isinstance(v, genpy.rostime.TVal):
        return {"secs": v.secs, "nsecs": v.nsecs}
    if isinstance(v, genpy.Message):
        return {slot: tree(getattr(v, slot), t) for slot, t in zip(v.__slots__, v._slot_types)}
    if isinstance(v, float) and not math.isfinite(v):
        return None
    return bool(v) if base == "bool" else v


def pack(m):
    b = io.BytesIO()
    m.serialize(b)
    return b.getvalue()


def main():
    overlay()
    packages = sorted(os.listdir(source))
    sums(source, "sum", packages, True)
    sums("/usr/share", "debian", packages, False)
    generate()
    sys.path.insert(0, classes)
    names = []
    for line in sys.stdin:
        name, sent = (line.split() + [""])[:2]
        m = class_of(name)()
        m.deserialize(bytes.fromhex(sent))
        say(kind="echo", name=name, sent=sent, bytes=pack(m).hex(), json=tree(m, name))
        if name not in names:
            names.append(name)
    for name in names:
        rng = random.Random(name)
        for _ in range(3):
            m = make(name, rng)
            say(kind="made", name=name, bytes=pack(m).hex(), json=tree(m, name))


main()
