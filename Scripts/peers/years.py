"""The years of the measured releases, which the programs themselves do not tell."""

import re

YEARS = {
    "Swift 6.3.1": 2026,
    "simdjson 3.0.1": 2022,
    "simdjson 5.0.2": 2026,
    "yyjson 0.10.0": 2024,
    "yyjson 0.12.0": 2025,
    "RapidJSON 1.1.0": 2016,
    "DuckDB 2.0.1": 2026,
    "Polars 2.1.0": 2026,
    "msgspec 0.22.0": 2026,
    "orjson 3.13.0": 2026,
    "pyarrow 26.0.1": 2026,
    "fastsimdjson 0.8.0": 2026,
    "jq 1.6": 2018,
    "jq 1.8.0": 2025,
    "GNU coreutils 9.1": 2022,
    "zlib 1.2.13": 2022,
    "zstd 1.5.4": 2023,
}
KNOWN = {name.lower(): year for name, year in YEARS.items()}


def dated(version):
    """A version with the year of its release if it is known: simdjson 5.0.2 (2026; haswell, clang 21)."""
    found = re.fullmatch(r"(.+? \d[\w.]*)(?: \((.*)\))?", version)
    year = found and KNOWN.get(found[1].lower())
    if not year:
        return version
    return f"{found[1]} ({year}{f'; {found[2]}' if found[2] else ''})"
