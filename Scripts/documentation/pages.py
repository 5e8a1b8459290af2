"""Writes the catalogues that Scripts/site converts.

    pages.py FOLDER BASE-PATH MODULE...

The pages of the repository have links to files, as GitHub shows them. In the catalogues, a link to a page of the site is
DocC's, and a link to another file leads to the repository (STREAMMAP_REPOSITORY) or is plain text. A link to a file or a
heading that does not exist is an error. README.md, the measured tables and the README of the Python package become pages of
a catalogue named Guide.
"""

import os
import pathlib
import re
import shutil
import sys

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
BASE = sys.argv[2].rstrip("/")
REPOSITORY = os.environ.get("STREAMMAP_REPOSITORY", "").rstrip("/")
GUIDE = {"README.md": "Guide", "Benchmarks/RESULTS.md": "Results", "Python/README.md": "Python"}
# A block of code, a span of code, or a link. Code has no links, but the text of a link can have code.
TOKEN = re.compile(
    r"^```.*?^```$|`[^`\n]*`|(?<!!)\[((?:[^\[\]]|\[[^\]]*\])*)\]\(([^()\s]+)\)", re.DOTALL | re.MULTILINE
)
PICTURE = re.compile(r"<picture>.*?<img alt=\"(.*?)\".*?</picture>", re.DOTALL)
failures = []


def catalogue(module):
    """The catalogue of a module in the repository. Some have none."""
    dialect = module.removesuffix("Dialect")
    folder = f"Dialects/{dialect}/{dialect}.docc" if dialect != module else f"{module}/{module}.docc"
    return ROOT / "Sources" / folder


def slug(heading):
    """GitHub's anchor of a heading."""
    return re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-")


def headings(path):
    """The headings of a page by GitHub's anchors. Lines in code are none."""
    text = re.sub(r"^```.*?^```$", "", path.read_text(encoding="utf-8"), flags=re.DOTALL | re.MULTILINE)
    return {slug(heading): heading for heading in re.findall(r"^#+ (.*)$", text, re.MULTILINE)}


def converted(path, homes, module):
    """The text of a page with the links of the site."""

    def link(match):
        label, target = match.groups()
        if target is None or re.match(r"[a-z]+:", target):
            return match[0]
        file, _, anchor = target.partition("#")
        destination = (path.parent / file).resolve() if file else path
        if not destination.exists():
            failures.append(f"{path.relative_to(ROOT)}: there is no {target}")
            return label
        fragment = ""
        if anchor:
            heading = headings(destination).get(anchor)
            if heading is None:
                failures.append(f"{path.relative_to(ROOT)}: {target} has no such heading")
                return label
            fragment = "#" + re.sub(r"[`']", "", heading).replace(" ", "-")
        name = str(destination.relative_to(ROOT))
        if name in homes:
            home, page = homes[name]
            if destination == path:
                return f"[{label}](doc:{fragment})"
            if home == module and not (fragment and page == home):
                return f"[{label}](doc:{page}{fragment})"
            route = home if page == home else f"{home}/{page}"
            # DocC resolves no heading of another catalogue, and none of a catalogue's root.
            return f"[{label}]({BASE}/documentation/{route.lower()}{fragment})" if fragment else f"[{label}](doc:/{route})"
        return f"[{label}]({REPOSITORY}/blob/main/{name})" if REPOSITORY else label

    return TOKEN.sub(link, path.read_text(encoding="utf-8"))


def section(text, title):
    """The text below a heading of the second level."""
    return text.split(f"\n## {title}\n", 1)[1].split("\n## ", 1)[0]


def main():
    folder, modules = pathlib.Path(sys.argv[1]), sys.argv[3:]
    homes = {name: ("Guide", page) for name, page in GUIDE.items()}
    for module in modules:
        for path in catalogue(module).glob("*.md"):
            homes[str(path.relative_to(ROOT))] = (module, path.stem)

    for module in modules:
        target = folder / f"{module}.docc"
        target.mkdir(parents=True)
        for path in catalogue(module).glob("*"):
            if path.suffix == ".md":
                (target / path.name).write_text(converted(path, homes, module), encoding="utf-8")
            else:
                shutil.copy(path, target)

    guide = folder / "Guide.docc"
    guide.mkdir()
    for scheme, suffix in (("light", ""), ("dark", "~dark")):
        shutil.copy(ROOT / ".github" / f"speed-{scheme}.svg", guide / f"speed{suffix}.svg")
    pages = {page: converted(ROOT / name, homes, "Guide") for name, page in GUIDE.items()}
    readme = PICTURE.sub(r"![\1](speed)", pages["Guide"])
    pages["Tasks"] = f"# Tasks\n\nFind the API and the article for a task.\n\n## Overview\n{section(readme, 'Which API')}"
    # The module has the name of the project, too.
    readme = readme.replace("# StreamMap\n", "# Getting started\n\n@Metadata {\n  @TechnologyRoot\n}\n", 1)
    # Not as topics: the list of pages beside a page would then take the topic, which has no children, for the module.
    products = "\n".join(f"- <doc:/{module}>" for module in modules)
    topics = "\n".join(f"- <doc:{page}>" for page in ("Tasks", "Results", "Python"))
    pages["Guide"] = f"{readme}\n## Products\n\n{products}\n\n## Topics\n\n### Pages\n\n{topics}\n"
    pages["Python"] = pages["Python"].replace("# streammap\n", "# Python\n", 1)
    for page, text in pages.items():
        (guide / f"{page}.md").write_text(text, encoding="utf-8")
    if failures:
        sys.exit("\n".join(f"site: {failure}" for failure in failures))


main()
