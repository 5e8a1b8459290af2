#!/usr/bin/env python3
"""Compares `streammap select --where` with the semantics of filters, written again in Python.

    compare-filters.py PROGRAM [EXPRESSIONS] [SEED]

Each random expression is evaluated on a hundred random records. An expression is a tree here, and is written as text for
the program. Numbers are compared as decimals, strings by their code points, and of two equal names the first counts.
"""

import json
import random
import subprocess
import sys
import tempfile
from decimal import Decimal

RECORDS = 100
PATHS = ["a", "b", "c.d", "c.e", "items[1].n", "['x y']", "$.f"]
STRINGS = ["", "en", "english", "de", "é", "日本", "a\"b", "it's", "back\\slash", "\U0001f600", "x\u0000y", "zz"]
NUMBERS = [
    "0", "-0", "1", "1.0", "10e-1", "-1", "2", "1000", "1e3", "9007199254740993", "9007199254740992",
    "123456789012345678901234567890", "1.23456789012345678901234567890e29", "0.1", "1e400", "-1E-400",
]

seed = int(sys.argv[3]) if len(sys.argv) > 3 else random.randrange(1 << 32)
rng = random.Random(seed)


def literal():
    kind = rng.randrange(5)
    if kind < 2:
        return ("string", rng.choice(STRINGS))
    if kind < 4:
        return ("number", rng.choice(NUMBERS))
    return ("bool", rng.random() < 0.5)


def quoted(text):
    quote = rng.choice("\"'")
    result = ""
    for character in text:
        if character in (quote, "\\"):
            result += "\\" + character
        elif ord(character) < 32 or rng.random() < 0.05:
            units = character.encode("utf-16-be")
            result += "".join(f"\\u{units[i] << 8 | units[i + 1]:04x}" for i in range(0, len(units), 2))
        else:
            result += character
    return quote + result + quote


def shown(value):
    kind, content = value
    return {"string": quoted, "number": str, "bool": lambda b: "true" if b else "false"}[kind](content)


def condition():
    path = rng.choice(PATHS)
    kind = rng.randrange(10)
    if kind < 5:
        value = literal()
        operator = rng.choice(["==", "!="] if value[0] == "bool" else ["==", "!=", "<", "<=", ">", ">="])
        return ("compare", path, operator, value)
    if kind < 6:
        return ("in", path, [literal() for _ in range(rng.randrange(1, 4))])
    if kind < 8:
        return ("null", path, rng.random() < 0.5)
    return (rng.choice(["starts with", "contains"]), path, rng.choice(STRINGS))


def tree(depth):
    if depth == 0 or rng.random() < 0.3:
        return condition()
    kind = rng.randrange(5)
    if kind == 0:
        return ("not", tree(depth - 1))
    return (("and", "or")[kind % 2], tree(depth - 1), tree(depth - 1))


def word(text):
    return text if rng.random() < 0.8 else text.upper()


def text_of(node):
    kind = node[0]
    space = rng.choice([" ", "  ", "\t", "\n "])
    tight = rng.choice(["", " "])
    if kind == "compare":
        return f"{node[1]}{tight}{node[2]}{tight}{shown(node[3])}"
    if kind == "in":
        return f"{node[1]} {word('in')}{tight}({', '.join(map(shown, node[2]))})"
    if kind == "null":
        return f"{node[1]}{space}{word('is')} {word('not') + ' ' if node[2] else ''}{word('null')}"
    if kind in ("starts with", "contains"):
        return f"{node[1]} {word(kind)}{space}{quoted(node[2])}"
    if kind == "not":
        return f"{word('not')}{space}({text_of(node[1])})"
    # Parentheses are left out where precedence allows that.
    parts = []
    for child in node[1:]:
        inner = text_of(child)
        if child[0] in ("and", "or") and (child[0] != kind or rng.random() < 0.5) and not (kind == "or" and child[0] == "and"):
            inner = f"({inner})"
        parts.append(inner)
    return f"{parts[0]}{space}{word(kind)}{space}{parts[1]}"


# Records, whose numbers are text until they are written.


def scalar():
    kind = rng.randrange(7)
    if kind < 3:
        return json.dumps(rng.choice(STRINGS), ensure_ascii=rng.random() < 0.5)
    if kind < 6:
        return rng.choice(NUMBERS)
    return rng.choice(["true", "false", "null"])


def value():
    kind = rng.randrange(12)
    if kind == 0:
        return "{}"
    if kind == 1:
        return f"[{scalar()}]"
    return scalar()


def record():
    if rng.random() < 0.01:
        return rng.choice(["[1]", "7", '"en"', "null"])
    members = []
    for name in ("a", "b", "x y", "f", "a"):
        if rng.random() < 0.7:
            members.append(f"{json.dumps(name)}: {value()}")
    if rng.random() < 0.8:
        inner = ", ".join(f'"{name}": {value()}' for name in "de" if rng.random() < 0.7)
        members.append(f'"c": {rng.choice(["{" + inner + "}"] * 4 + [scalar()])}')
    if rng.random() < 0.8:
        items = ", ".join(f'{{"n": {value()}}}' for _ in range(rng.randrange(4)))
        members.append(f'"items": [{items}]')
    rng.shuffle(members)
    return "{" + ", ".join(members) + "}"


def first_counts(pairs):
    result = {}
    for name, content in pairs:
        result.setdefault(name, content)
    return result


def read(line):
    return json.loads(line, parse_int=Decimal, parse_float=Decimal, object_pairs_hook=first_counts)


STEPS = {
    "a": ["a"], "b": ["b"], "c.d": ["c", "d"], "c.e": ["c", "e"], "items[1].n": ["items", 1, "n"], "['x y']": ["x y"],
    "$.f": ["f"],
}


def at(content, path):
    for step in STEPS[path]:
        if isinstance(step, int):
            if not isinstance(content, list) or len(content) <= step:
                return None
        elif not isinstance(content, dict) or step not in content:
            return None
        content = content[step]
    return content


def kind_of(content):
    if isinstance(content, bool):
        return "bool"
    if isinstance(content, Decimal):
        return "number"
    return "string" if isinstance(content, str) else "other"


def compared(content, operator, value):
    """True, False, or None for unknown."""
    if content is None or kind_of(content) != value[0]:
        return None
    other = Decimal(value[1]) if value[0] == "number" else value[1]
    if value[0] == "string":
        content, other = content.encode("utf-8", "surrogatepass"), other.encode()
    return {
        "==": content == other, "!=": content != other, "<": content < other, "<=": content <= other,
        ">": content > other, ">=": content >= other,
    }[operator]


def evaluated(node, content):
    kind = node[0]
    if kind == "compare":
        return compared(at(content, node[1]), node[2], node[3])
    if kind == "in":
        results = [compared(at(content, node[1]), "==", value) for value in node[2]]
        return True if True in results else None if None in results else False
    if kind == "null":
        return (at(content, node[1]) is None) != node[2]
    if kind in ("starts with", "contains"):
        found = at(content, node[1])
        if not isinstance(found, str):
            return None
        return found.startswith(node[2]) if kind == "starts with" else node[2] in found
    if kind == "not":
        result = evaluated(node[1], content)
        return None if result is None else not result
    results = [evaluated(child, content) for child in node[1:]]
    deciding = kind == "or"
    return deciding if deciding in results else None if None in results else not deciding


def main():
    program, expressions = sys.argv[1], int(sys.argv[2]) if len(sys.argv) > 2 else 1000
    kept = 0
    with tempfile.NamedTemporaryFile("w", suffix=".jsonl") as file:
        for number in range(expressions):
            node = tree(rng.randrange(5))
            text = text_of(node)
            lines = [record() for _ in range(RECORDS)]
            file.seek(0)
            file.truncate()
            file.write("\n".join(lines) + "\n")
            file.flush()
            engine = rng.choice(["index", "index", "index", "yajl"])
            options = ["--engine", engine, "--jobs", "1", "--where", text, "--input", "lines"]
            # Without the notes on filters that cannot be true.
            options += ["--on-error", "skip", "--quiet"]
            done = subprocess.run([program, "select", *options, "$", file.name], capture_output=True, text=True)
            expected = [line for line in lines if evaluated(node, read(line)) is True]
            found = [read(line) for line in done.stdout.splitlines()]
            if done.returncode or done.stderr or found != [read(line) for line in expected]:
                print(f"compare-filters: seed {seed}, expression {number}, engine {engine}: {text}\n{done.stderr}")
                for line in lines:
                    wanted = evaluated(node, read(line)) is True
                    if wanted != (read(line) in found):
                        print(f"  {'not ' if wanted else ''}kept: {line}")
                        break
                sys.exit(1)
            kept += len(expected)
    print(f"{expressions} filters on {expressions * RECORDS} records agree with Python, {kept} kept; seed {seed}")


main()
