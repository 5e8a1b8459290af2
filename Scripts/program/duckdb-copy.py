"""Writes fields of a workload as CSV with DuckDB, and prints the seconds it took, without DuckDB's start.

    duckdb-copy.py THREADS INPUT OUTPUT WORKLOAD

Of tweets, the three fields that the other commands write; of logs, all ten.
"""

import pathlib
import sys
import time

import duckdb

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parents[1] / "peers"))

from workloads import duckdb_query  # noqa: E402

threads, workload = int(sys.argv[1]), sys.argv[4]
source, target = (path.replace("'", "''") for path in sys.argv[2:4])
# The types are given, so that DuckDB does not infer them.
columns = "{id: 'BIGINT', \"user\": 'STRUCT(screen_name VARCHAR)', text: 'VARCHAR'}"
query = f"""
    SELECT id, "user".screen_name AS screen_name, text
    FROM read_json('{source}', format = 'newline_delimited', columns = {columns})
"""
if workload != "tweets":
    query = duckdb_query(sys.argv[2], workload)
start = time.perf_counter()
connection = duckdb.connect(config={"threads": threads})
connection.execute(f"COPY ({query}) TO '{target}' (FORMAT csv, HEADER)")
print(time.perf_counter() - start)
