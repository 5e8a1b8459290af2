"""The mutants of C: of the expressions that are assigned, returned or tested inside of functions."""

import platform
import re

OPERATORS = {
    "<": "<=",
    "<=": "<",
    ">": ">=",
    ">=": ">",
    "==": "!=",
    "!=": "==",
    "&&": "||",
    "||": "&&",
    "+": "-",
    "-": "+",
    "*": "+",
    "&": "|",
    "|": "&",
    "^": "|",
    "<<": ">>",
    ">>": "<<",
    "~": "",
    "!": "",
}
TOKEN = re.compile(
    r"(?P<skip>\s+|//[^\n]*|/\*.*?\*/|^#(?:[^\n]*\\\n)*[^\n]*)|(?P<number>0x[0-9A-Fa-f]+[uUlL]*|\d+[uUlL]*)|(?P<word>\w+)"
    r"|(?P<text>\"(?:\\.|[^\"])*\"|'(?:\\.|[^'])*')|(?P<sign><<=|>>=|->|\+\+|--|[-+*/%&|^<>=!]=|&&|\|\||<<|>>|.)",
    re.DOTALL | re.MULTILINE,
)
ASSIGNMENTS = {"=", "+=", "-=", "*=", "/=", "|=", "&=", "^=", "<<=", ">>="}


OTHER_PROCESSOR = "__(?:x86_64|SSE2)__" if platform.machine() != "x86_64" else "__aarch64__"
# Code of other processors: up to the next branch of the condition, and with the branches that follow an #elif, which are for
# neither.
OTHER = re.compile(
    rf"^#if defined\({OTHER_PROCESSOR}\).*?(?=^#(?:else|elif|endif))|^#elif defined\({OTHER_PROCESSOR}\).*?(?=^#endif)",
    re.DOTALL | re.MULTILINE,
)


def tokens(text):
    text = OTHER.sub(lambda match: re.sub(r"[^\n]", " ", match[0]), text)
    return [(m.lastgroup, m.group(), m.start(), m.end()) for m in TOKEN.finditer(text) if m.lastgroup != "skip"]


def find(file, text):
    """Returns the mutants, with the keys of find.swift. The text is decoded as Latin-1, so that its
    offsets are those of bytes."""
    found, all_tokens, depth, index = [], tokens(text), 0, 0
    function = False
    while index < len(all_tokens):
        word = all_tokens[index][1]
        if word == "{":
            if depth == 0:
                # The body of a function, not of a type or a table.
                function = index > 0 and all_tokens[index - 1][1] == ")"
            depth += 1
        elif word == "}":
            depth -= 1
        elif function and depth:
            if word in ASSIGNMENTS or word == "return":
                found += expression(file, text, all_tokens, index + 1, {",", ";"} if word != "return" else {";"})
            elif word in ("if", "while") and all_tokens[index + 1][1] == "(":
                found += expression(file, text, all_tokens, index + 2, {")"})
        index += 1
    return found


def expression(file, text, all_tokens, first, ends):
    """Returns the mutants of the expression that begins at a token."""
    last, depth = first, 0
    while depth or all_tokens[last][1] not in ends:
        depth += (all_tokens[last][1] in "([{") - (all_tokens[last][1] in ")]}")
        if depth < 0:
            return []
        last += 1
    part = all_tokens[first:last]
    # An initialiser, a compound literal, or an assignment inside of the expression.
    if not part or any(word in "{}" or word in ASSIGNMENTS or word in ("++", "--") for _, word, _, _ in part):
        return []
    found, before = [], None
    for place, (kind, word, start, end) in enumerate(part):
        pointer = word == "*" and place + 1 < len(part) and part[place + 1][1] in (")", "const")
        operand = before is not None and (before[0] in ("number", "word") or before[1] in (")", "]"))
        binary = word not in ("~", "!") and operand
        if kind == "number":
            digits = word.rstrip("uUlL")
            value = int(digits, 0)
            largest = value >= 127 and value & (value + 1) == 0
            found.append(("constant", start, end, f"{value - 1 if largest else value + 1}{word[len(digits) :]}"))
        elif kind == "sign" and word in OPERATORS and not pointer and (binary or word in ("~", "!")):
            found.append(("operator", start, end, OPERATORS[word]))
        before = (kind, word)
    whole = (part[0][2], part[-1][3])
    return [
        {
            "file": file,
            "start": whole[0],
            "end": whole[1],
            "at": start,
            "to": end,
            "with": new,
            "rule": rule,
            "isStatement": False,
            "root": whole[0],
        }
        for rule, start, end, new in found
    ]
