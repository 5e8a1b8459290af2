"""Follows every internal link of a site that Scripts/site has made, and fails if one leads nowhere.

    links.py FOLDER BASE-PATH

A page is a file of data, which names what it links to, and a file of HTML, which loads scripts and styles.
"""

import json
import pathlib
import re
import sys
from urllib.parse import unquote

SITE, BASE = pathlib.Path(sys.argv[1]), "/" + sys.argv[2].strip("/")
anchors = {}


def values(node, keys):
    """The texts of members with one of the names, at any depth."""
    if isinstance(node, dict):
        for name, value in node.items():
            if name in keys and isinstance(value, str):
                yield value
            else:
                yield from values(value, keys)
    elif isinstance(node, list):
        for value in node:
            yield from values(value, keys)


def load(path):
    return json.loads(path.read_text(encoding="utf-8"))


def exists(link):
    """Whether a link of a page's data leads to a page, with its heading, or to a file."""
    if BASE != "/" and link.startswith(f"{BASE}/"):
        link = link.removeprefix(BASE)
    path, _, fragment = link.partition("#")
    path = unquote(path).strip("/").lower()
    if not path.startswith("documentation"):
        return (SITE / unquote(link).strip("/")).is_file()
    data = SITE / "data" / f"{path}.json"
    if not data.is_file() or not (SITE / path / "index.html").is_file():
        return False
    if data not in anchors:
        anchors[data] = set(values(load(data), {"anchor"}))
    return not fragment or unquote(fragment) in {unquote(anchor) for anchor in anchors[data]}


def main():
    broken, followed = [], 0
    for path in sorted((SITE / "data").rglob("*.json")):
        links = {link for link in values(load(path), {"url", "destination"}) if not re.match(r"[a-z][a-z+.-]*:", link)}
        followed += len(links)
        broken += [f"{path.relative_to(SITE / 'data').with_suffix('')}: {link}" for link in sorted(links) if not exists(link)]
    links = set(values(load(SITE / "index" / "index.json"), {"path"}))
    followed += len(links)
    broken += [f"the list of pages: {link}" for link in sorted(links) if not exists(link)]
    for path in SITE.rglob("*.html"):
        for link in set(re.findall(r'(?:href|src)="([^"]*)"', path.read_text(encoding="utf-8"))):
            if re.match(r"[a-z][a-z+.-]*:|#", link):
                continue
            if link.startswith("/") and not (link + "/").startswith(BASE.rstrip("/") + "/"):
                broken.append(f"{path.relative_to(SITE)}: {link} is not below {BASE}")
                continue
            file = SITE / link.removeprefix(BASE).lstrip("/") if link.startswith("/") else path.parent / link
            followed += 1
            if not (file.is_file() or (file / "index.html").is_file()):
                broken.append(f"{path.relative_to(SITE)}: {link}")
    if followed < 1000:
        sys.exit(f"links: only {followed} links were found in {SITE}")
    if broken:
        sys.exit("\n".join(f"broken link in {link}" for link in broken))
    print(f"ok      {followed} internal links lead to a page, a heading or a file")


main()
