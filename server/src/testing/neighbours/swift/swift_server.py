"""OpenStack Swift with its S3 interface as one process: proxy, account, container and object server on free ports.

Usage: swift_server.py FOLDER SECRET_KEY; the access key is `test:tester`.

Everything it writes is in FOLDER, which it removes at its end. Prints the port of the S3 interface when it answers, and ends when its standard input does:
whoever started it can't leave it behind, however it dies.
"""

import eventlet

eventlet.monkey_patch()

import os
import shutil
import sys

import eventlet.wsgi
from eventlet.green import socket
from swift.common import utils

folder, secret_key = sys.argv[1:]
services = ('account', 'container', 'object')


def path(*parts):
    return os.path.join(folder, *parts)


def write(name, text):
    with open(path(name), 'w') as file:
        file.write(text)


def end_with_parent():
    while True:
        eventlet.hubs.trampoline(0, read=True)
        if not os.read(0, 1024):
            shutil.rmtree(folder, ignore_errors=True)
            os._exit(0)


def listen():
    listener = socket.socket()
    listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
    listener.bind(('127.0.0.1', 0))
    listener.listen(256)
    return listener


class Cache:
    """Instead of memcached: one process needs no other to remember for it."""

    def __init__(self):
        self.values = {}

    def get(self, key, raise_on_error=False):
        return self.values.get(key)

    def set(self, key, value, **_options):
        self.values[key] = value

    def delete(self, key, **_options):
        self.values.pop(key, None)

    def incr(self, key, delta=1, **_options):
        self.values[key] = int(self.values.get(key, 0)) + delta
        return self.values[key]


def write_ring(service, port):
    builder = RingBuilder(4, 1, 1)
    builder.add_dev({'region': 1, 'zone': 1, 'ip': '127.0.0.1', 'port': port, 'device': 'disk', 'weight': 1.0})
    builder.rebalance()
    builder.get_ring().save(path(service + '.ring.gz'))


def common():
    return (
        '[DEFAULT]\nswift_dir = %s\ndevices = %s\nmount_check = false\nfallocate_reserve = 0\n'
        'log_level = WARNING\nlog_address = %s\nbind_ip = 127.0.0.1\n' % (folder, path('devices'), path('no-syslog'))
    )


def serve(service, listener):
    app = loadapp(path(service + '.conf'), global_conf={'log_name': service})
    if service == 'proxy':
        cache, inner = Cache(), app
        app = lambda environ, start_response: inner(dict(environ, **{'swift.cache': cache}), start_response)
    eventlet.spawn(
        eventlet.wsgi.server,
        listener,
        app,
        utils.NullLogger(),
        protocol=SwiftHttpProtocol,
        # The SDK wants `ETag`, not `Etag`.
        capitalize_response_headers=False,
    )


write('swift.conf', '[swift-hash]\nswift_hash_path_suffix = tests\n')
utils.SWIFT_CONF_FILE = path('swift.conf')

# These read swift.conf when they are imported.
from swift.common.http_protocol import SwiftHttpProtocol
from swift.common.ring import RingBuilder
from swift.common.wsgi import loadapp

eventlet.spawn(end_with_parent)
os.makedirs(path('devices', 'disk'), exist_ok=True)
try:
    os.setxattr(path('devices', 'disk'), b'user.clipwright', b'x')
except OSError as error:
    sys.exit('%s is on a file system without extended attributes (%s); set TMPDIR to another one' % (folder, error))

for service in services:
    listener = listen()
    write_ring(service, listener.getsockname()[1])
    write(service + '.conf', common() + '[pipeline:main]\npipeline = app\n[app:app]\nuse = egg:swift#%s\n' % service)
    serve(service, listener)

write(
    'proxy.conf',
    common()
    + '[pipeline:main]\npipeline = s3api tempauth bulk slo proxy-server\n'
    + '[app:proxy-server]\nuse = egg:swift#proxy\naccount_autocreate = true\n'
    + '[filter:s3api]\nuse = egg:swift#s3api\nlocation = us-east-1\n'
    # The bucket's own rules decide: without them the answer to the request itself has no header that lets a page read it.
    + 'cors_preflight_allow_origin = *\n'
    + '[filter:tempauth]\nuse = egg:swift#tempauth\nuser_test_tester = %s .admin\n' % secret_key
    + '[filter:bulk]\nuse = egg:swift#bulk\n'
    + '[filter:slo]\nuse = egg:swift#slo\n',
)
listener = listen()
serve('proxy', listener)
print(listener.getsockname()[1], flush=True)
while True:
    eventlet.sleep(3600)
