"""Debian's rosbag as an independent reader and writer.

usage: rosbag_peer.py read FILE            prints a line of JSON a message: topic, type, md5, caller, time in ns, bytes in hex
       rosbag_peer.py write FILE COMPRESSION N   writes N messages and prints them likewise
       rosbag_peer.py reindex FILE         rosbag's own repair, in place, then read
"""
import json
import sys

import genpy
import rosbag
from geometry_msgs.msg import PoseStamped
from std_msgs.msg import String


def say(topic, kind, md5, caller, t, data):
    print(json.dumps({"topic": topic, "type": kind, "md5": md5, "caller": caller, "time": t.to_nsec(), "data": data.hex()}))


def read(path):
    with rosbag.Bag(path) as bag:
        for topic, raw, t, header in bag.read_messages(raw=True, return_connection_header=True):
            caller = header.get("callerid", b"")
            if isinstance(caller, bytes):
                caller = caller.decode()
            say(topic, raw[0], raw[2], caller, t, raw[1])


def write(path, compression, n):
    with rosbag.Bag(path, "w", compression=compression, chunk_threshold=4096) as bag:
        for i in range(n):
            t = genpy.Time(1000000000, i * 1000000)
            if i % 3 == 1:
                topic, m = "/pose", PoseStamped()
                m.header.seq, m.header.frame_id = i, "map"
            else:
                topic, m = "/chatter", String(data="%d " % i * (1 + i % 40))
            bag.write(topic, m, t, connection_header={"callerid": "/peer", "topic": topic, "type": m._type, "md5sum": m._md5sum, "message_definition": m._full_text})
    read(path)


def main():
    verb, path = sys.argv[1:3]
    if verb == "read":
        read(path)
    elif verb == "write":
        write(path, sys.argv[3], int(sys.argv[4]))
    elif verb == "reindex":
        with rosbag.Bag(path, "a", allow_unindexed=True) as bag:
            for _ in bag.reindex():
                pass
        read(path)


main()
