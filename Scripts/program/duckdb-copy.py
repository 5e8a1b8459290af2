"""Writes three fields of tweets as CSV with DuckDB, and prints the seconds it took, without DuckDB's start.

    duckdb-copy.py THREADS INPUT OUTPUT
"""

import sys
import time

import duckdb

threads, source, target = int(sys.argv[1]), *(path.replace("'", "''") for path in sys.argv[2:])
# The types are given, so that DuckDB does not infer them.
columns = "{id: 'BIGINT', \"user\": 'STRUCT(screen_name VARCHAR)', text: 'VARCHAR'}"
start = time.perf_counter()
connection = duckdb.connect(config={"threads": threads})
connection.execute(
    f"""
    COPY (
      SELECT id, "user".screen_name AS screen_name, text
      FROM read_json('{source}', format = 'newline_delimited', columns = {columns})
    ) TO '{target}' (FORMAT csv, HEADER)
    """
)
print(time.perf_counter() - start)
