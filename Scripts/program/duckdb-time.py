"""Does what a command of streammap does with DuckDB, and prints the seconds it took, without DuckDB's start.

    duckdb-time.py TASK THREADS INPUT OUTPUT WORKLOAD

rows: writes fields of the workload, or of the elements of its records, as CSV, with types that are given, so that DuckDB
does not infer them. where: the same for the records of a condition. schema: infers the types from all records, and writes
the names of the columns.
"""

import json
import pathlib
import sys
import time

import duckdb

HERE = pathlib.Path(__file__).resolve().parent
sys.path[:0] = [str(HERE), str(HERE.parent / "peers")]

from rows import FILTERED  # noqa: E402
from workloads import duckdb_query  # noqa: E402


def rows(source, workload):
    if workload == "baskets":
        columns = "{id: 'BIGINT', items: 'STRUCT(sku VARCHAR, quantity BIGINT, price DOUBLE)[]'}"
        return f"""
            SELECT id, item.sku AS sku, item.quantity AS quantity, item.price AS price
            FROM (SELECT id, unnest(items) AS item
                  FROM read_json('{quoted(source)}', format = 'newline_delimited', columns = {columns}))
        """
    if workload != "tweets":
        return duckdb_query(source, workload)
    columns = "{id: 'BIGINT', \"user\": 'STRUCT(screen_name VARCHAR)', text: 'VARCHAR'}"
    return f"""
        SELECT id, "user".screen_name AS screen_name, text
        FROM read_json('{quoted(source)}', format = 'newline_delimited', columns = {columns})
    """


def where(source, workload):
    fields = FILTERED[workload]
    # Only the columns of the rows and of the condition are read.
    condition = fields.where.replace("==", "=")
    needed = [*fields.kinds, condition.split()[0]]
    return f"{duckdb_query(source, workload, *fields.kinds, only=needed)} WHERE {condition}"


def quoted(path):
    return path.replace("'", "''")


def main():
    task, threads, source, target, workload = sys.argv[1:]
    start = time.perf_counter()
    connection = duckdb.connect(config={"threads": int(threads)})
    if task == "schema":
        found = connection.execute(
            f"DESCRIBE SELECT * FROM read_json('{quoted(source)}', format = 'newline_delimited', sample_size = -1)")
        names = [name for name, *_ in found.fetchall()]
    else:
        query = {"rows": rows, "where": where}[task](source, workload)
        connection.execute(f"COPY ({query}) TO '{quoted(target)}' (FORMAT csv, HEADER)")
    print(time.perf_counter() - start)
    if task == "schema":
        pathlib.Path(target).write_text("".join(json.dumps({"path": name}) + "\n" for name in names))


main()
