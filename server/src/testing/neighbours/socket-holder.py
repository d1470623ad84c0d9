"""Listens as systemd does for a service: it holds a socket that it takes no connection from, and gives it to each process that it starts.

Usage: socket-holder.py PROGRAM ARGS...; prints its port, then obeys `start` and `stop` (SIGTERM, and waits; prints the exit code).
"""

import os
import signal
import socket
import sys

held = socket.socket()
held.bind(('127.0.0.1', 0))
held.listen(128)
os.dup2(held.fileno(), 3)
print(held.getsockname()[1], flush=True)

child = 0
for line in sys.stdin:
    if line == 'start\n':
        child = os.fork()
        if child == 0:
            os.set_inheritable(3, True)
            os.environ.update(LISTEN_PID=str(os.getpid()), LISTEN_FDS='1')
            os.execv(sys.argv[1], sys.argv[1:])
    elif child:
        os.kill(child, signal.SIGTERM)
        _, status = os.waitpid(child, 0)
        child = 0
        print(os.waitstatus_to_exitcode(status), flush=True)
if child:
    os.kill(child, signal.SIGKILL)
