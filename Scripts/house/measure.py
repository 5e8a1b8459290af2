"""Size metrics of the library, run by `Scripts/check-house`."""

import collections
import io
import pathlib
import re
import subprocess
import sys
import tarfile
import tempfile

HERE = pathlib.Path(".")
LIBRARY = "Sources/StreamMap"
PUBLIC_TYPE = re.compile(r"^ *(?:@\w+(?:\([^)]*\))? +)*(?:public|open) +(?:final +|indirect +)*(?:struct|class|enum|protocol|actor) +(?!_)(\w+)", re.M)
PUBLIC = re.compile(r"^ *(?:@\w+(?:\([^)]*\))? +)*(?:public|open) ", re.M)

# The files that a byte of a JSON Lines record passes from the file to a field with the index engine, in order. Each has a
# word that an earlier file uses.
WAY = [
    ("Streams/JSONLines+ForEach.swift", None),
    ("Streams/RecordStream.swift", "RecordStream"),
    ("Bytes/ByteSource.swift", "ByteSource"),
    ("Records/LineFramer.swift", "framer"),
    ("Syntax/Structure/StructuralIndex.swift", "StructuralIndex"),
    ("Streams/RecordReader.swift", "RecordReader"),
    ("Streams/RecordCounter.swift", "RecordCounter"),
    ("Streams/RecordCutting.swift", "RecordCutting"),
    ("Streams/RecordParser.swift", "RecordParser"),
    ("Reading/RecordSource.swift", "RecordSource"),
    ("Reading/Index/IndexWalker.swift", "walker"),
    ("Reading/Index/IndexWalker+Members.swift", "membersInOrder"),
    ("Reading/Index/MemberPredictor.swift", "expected"),
    ("Reading/Machine/Machine+Steps.swift", "enterPlain"),
    ("Paths/Matcher.swift", "matcher"),
    ("Models/Storing/ModelStore+Scalars.swift", "store"),
    ("Models/Instances/ScopeState.swift", "markSeen"),
    ("Syntax/Text/SmallString.swift", "SmallString"),
    ("Models/Fields/FieldAccess.swift", "put"),
    ("Reading/RecordDecoder.swift", "model"),
]


def code(path):
    return re.sub(r"//.*", "", path.read_text())


def measure(root):
    library = root / LIBRARY
    paths = sorted(library.rglob("*.swift"))
    texts = [code(path) for path in paths]
    listed = (root / "Scripts" / "check-unsafe").read_text().splitlines()
    folder, most = collections.Counter(path.parent for path in paths).most_common(1)[0]
    return {
        "files / folder boundaries one byte crosses, index engine": way(library, root == HERE),
        "lines of `Sources/StreamMap`": sum(text.count("\n") for text in texts),
        "files": len(paths),
        "files on the unsafe allow-list in the library": sum(line.startswith(LIBRARY + "/") for line in listed),
        "public types of `StreamMap`": sum(len(PUBLIC_TYPE.findall(text)) for text in texts),
        "public declarations": sum(len(PUBLIC.findall(text)) for text in texts),
        "largest folder, files side by side": f"{most} ({folder.relative_to(library)})",
    }


def way(library, is_now):
    missing = [name for name, _ in WAY if not (library / name).exists()]
    if missing and is_now:
        sys.exit(f"check-house: WAY lists {missing[0]}, which does not exist")
    if missing:
        return "–"
    boundaries = 0
    for (path, _), (following, word) in zip(WAY, WAY[1:]):
        boundaries += path.split("/")[0] != following.split("/")[0]
        earlier = [library / name for name, _ in WAY[: WAY.index((following, word))]]
        if not any(re.search(rf"\b{word}\b", code(name)) for name in earlier):
            sys.exit(f"check-house: no file before {following} in WAY names {word}")
    return f"{len(WAY)} / {boundaries}"


def main():
    now = measure(HERE)
    before = {}
    if sys.argv[1:]:
        archive = subprocess.run(["git", "archive", sys.argv[1]], check=True, capture_output=True).stdout
        with tempfile.TemporaryDirectory() as folder, tarfile.open(fileobj=io.BytesIO(archive)) as tar:
            tar.extractall(folder, filter="data")
            before = measure(pathlib.Path(folder))
    header = f"| | {sys.argv[1]} | now |\n|---|--:|--:|" if before else "| | now |\n|---|--:|"
    print(header)
    for name, value in now.items():
        print(f"| {name} | {before[name]} | {value} |" if before else f"| {name} | {value} |")


if __name__ == "__main__":
    main()
