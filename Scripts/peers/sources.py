"""Fetches the sources of peers from source distributions of PyPI, and builds jq of them: Scripts/peers/setup.

    sources.py NAME...     of simdjson, yyjson and jq

Each source distribution has a pinned checksum. Its address is looked up in the index that pip uses.
"""

import dataclasses
import hashlib
import html
import io
import json
import os
import re
import shutil
import ssl
import subprocess
import sys
import tarfile
import tempfile
import urllib.parse
import urllib.request

from building import BUILD, Unavailable


@dataclasses.dataclass
class Source:
    """Files of a source distribution, and the folder in .build/peers that has them."""

    folder: str
    package: str
    version: str
    sha256: str
    # Paths in the distribution.
    files: tuple

    @property
    def place(self):
        return BUILD / self.folder

    @property
    def archive(self):
        return f"{self.package}-{self.version}.tar.gz"


SOURCES = {
    # Its release 0.8.0 has the amalgamated simdjson 5.0.2.
    "simdjson": Source(
        "simdjson-5.0.2", "fastsimdjson", "0.8.0",
        "df415e19cec497fc495ead9ee82b9527ff0335dde2fa54eeb6f6a7a60a7b11f6",
        ("vendor/simdjson.h", "vendor/simdjson.cpp"),
    ),
    "yyjson": Source(
        "yyjson-0.10.0", "yyjson", "4.0.6",
        "fcd4dc15c1e39a30bf9fa85d56903029111506860fc3080ab0d81c6c6dacaa8c",
        ("yyjson/yyjson.h", "yyjson/yyjson.c"),
    ),
    "jq": Source(
        "jq-1.8.0", "jq", "1.9.1",
        "fa138b9062a854908cfccd7fbb2375a77c44612c7212172834990b2f9664a7b7",
        ("deps/jq-1.8.0.tar.gz",),
    ),
}  # fmt: skip
JQ = SOURCES["jq"].place / "jq"


def sources(name):
    """The folder with the sources of a peer."""
    source = SOURCES[name]
    if not source.place.exists():
        raise Unavailable(f"Scripts/peers/setup could not fetch {source.archive} from PyPI")
    return source.place


def index():
    """The address of the package index of pip."""
    if found := os.environ.get("PIP_INDEX_URL"):
        return found
    command = [sys.executable, "-m", "pip", "config", "get", "global.index-url"]
    found = subprocess.run(command, capture_output=True, text=True).stdout.strip()
    return found or "https://pypi.org/simple"


def get(address):
    request = urllib.request.Request(
        address, headers={"Accept": "application/vnd.pypi.simple.v1+json, text/html;q=0.5, */*;q=0.1"})
    context = ssl.create_default_context(cafile=os.environ.get("PIP_CERT"))
    with urllib.request.urlopen(request, timeout=120, context=context) as answer:
        return answer.read(), answer.headers.get_content_type()


def address(source):
    """The address of a source distribution, from a page of the index in JSON or HTML."""
    page = f"{index().rstrip('/')}/{source.package}/"
    content, kind = get(page)
    if kind.endswith("json"):
        found = {one["filename"]: one["url"] for one in json.loads(content)["files"]}
    else:
        links = map(html.unescape, re.findall(r'href="([^"#]+)', content.decode()))
        found = {link.rpartition("/")[2]: link for link in links}
    if source.archive not in found:
        raise Unavailable(f"{page} has no {source.archive}")
    return urllib.parse.urljoin(page, found[source.archive])


def fetch(source):
    """Unpacks the files of a source distribution, unless they are there."""
    if source.place.exists():
        return
    print(f"peers: fetching {source.archive} from PyPI", flush=True)
    content, _ = get(address(source))
    if hashlib.sha256(content).hexdigest() != source.sha256:
        raise Unavailable(f"{source.archive} has another checksum than the pinned one")
    BUILD.mkdir(parents=True, exist_ok=True)
    # The folder appears when it is complete.
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        with tarfile.open(fileobj=io.BytesIO(content)) as archive:
            for path in source.files:
                one = archive.extractfile(f"{source.archive.removesuffix('.tar.gz')}/{path}")
                with open(os.path.join(folder, os.path.basename(path)), "wb") as file:
                    shutil.copyfileobj(one, file)
        shutil.copytree(folder, source.place)


def build_jq():
    """Builds the program jq as its makefile does, without the library for regular expressions and without assertions."""
    source = SOURCES["jq"]
    if JQ.exists():
        return
    print(f"peers: building {source.folder}", flush=True)
    with tempfile.TemporaryDirectory(dir=BUILD) as folder:
        with tarfile.open(source.place / os.path.basename(source.files[0])) as archive:
            archive.extractall(folder)
        inner = os.path.join(folder, source.folder)
        options = ["--disable-docs", "--disable-maintainer-mode", "--disable-shared", "--without-oniguruma"]
        for command in (["./configure", "--quiet", *options, "CFLAGS=-O2 -DNDEBUG"], ["make", "-s"]):
            try:
                done = subprocess.run(command, cwd=inner, capture_output=True, text=True)
            except OSError as error:
                raise Unavailable(f"{source.folder}: {error}") from None
            if done.returncode:
                raise Unavailable(f"{source.folder}: {command[0]} failed: {done.stderr.strip()[-300:]}")
        shutil.copy(os.path.join(inner, "jq"), JQ)


def main():
    for name in sys.argv[1:]:
        try:
            fetch(SOURCES[name])
            if name == "jq":
                build_jq()
        except (Unavailable, OSError, ValueError, KeyError, tarfile.TarError) as reason:
            print(f"peers: {SOURCES[name].folder} could not be fetched: {reason}", file=sys.stderr)


if __name__ == "__main__":
    main()
