"""Recipes for what reads Arrow."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

import pytest

import streammap_json as streammap

ROWS = [{"id": i, "author": f"name {i % 7}", "tags": [str(i), None]} for i in range(5_000)]


@pytest.fixture
def tweets(write: Callable[..., str]) -> streammap.Scan:
    lines = [
        json.dumps({"id": r["id"], "user": {"name": r["author"]}, "tags": r["tags"]}) for r in ROWS
    ]
    columns = {"id": "int64", "author": "user.name: string", "tags": "list(string)"}
    return streammap.scan(write(*lines), columns, batch_rows=512)


@pytest.fixture
def broken(write: Callable[..., str]) -> streammap.Scan:
    return streammap.scan(write('{"id":1}', '{"id":', name="broken.jsonl"), {"id": "int64"})


def test_duckdb_queries_a_scan(tweets: streammap.Scan) -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    count = "select author, count(*) as n, sum(id) from tweets group by all order by n desc, author"
    first = duckdb.sql(count).fetchall()
    assert first[0] == ("name 0", 715, sum(range(0, 5_000, 7)))
    assert len(first) == 7
    # Another query reads the inputs again.
    assert duckdb.sql(count).fetchall() == first
    assert duckdb.sql("select max(len(tags)) from tweets where id > 4990").fetchall() == [(2,)]


def test_duckdb_reads_a_scan_twice_in_one_query(tweets: streammap.Scan) -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    join = "select count(*) from tweets a join tweets b on a.id = b.id + 1"
    assert duckdb.sql(join).fetchall() == [(4_999,)]
    both = "select count(*) from (select id from tweets union all select id from tweets)"
    assert duckdb.sql(both).fetchall() == [(10_000,)]
    relation = duckdb.sql("select * from tweets")
    assert [len(relation.fetchall()), len(relation.fetchall())] in ([5_000, 5_000], [5_000, 0])


ORDERS = [
    '{"id":1,"items":[{"sku":"pen"},{"sku":"ink","price":3.5},{"price":9.0}],"n":{"x":1,"y":null}}',
    '{"id":2,"items":[],"n":{}}',
    '{"id":3}',
]
UNNESTED = [(1, "pen", None), (1, "ink", 3.5), (1, None, 9.0)]


@pytest.fixture
def orders(write: Callable[..., str]) -> streammap.Scan:
    columns = {
        "id": "int64",
        "items": "list(struct(sku:string,price:double))",
        "n": "map(int64)",
    }
    return streammap.scan(write(*ORDERS), columns)


def test_duckdb_unnests_structs(orders: streammap.Scan) -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    rows = duckdb.sql("select id, unnest(items, recursive := true) from orders").fetchall()
    assert rows == UNNESTED
    assert duckdb.sql("select n['x'] from orders where id = 1").fetchall() == [(1,)]


def test_polars_unnests_structs(orders: streammap.Scan) -> None:
    polars: Any = pytest.importorskip("polars")
    frame = polars.DataFrame(orders).explode("items").unnest("items")["id", "sku", "price"]
    assert frame.filter(polars.col("id") == 1).rows() == UNNESTED


def test_pandas_unnests_structs(orders: streammap.Scan) -> None:
    pandas: Any = pytest.importorskip("pandas")
    frame = orders.to_arrow().to_pandas().explode("items", ignore_index=True).dropna(subset="items")
    members = pandas.json_normalize(frame["items"].tolist())
    assert frame["id"].tolist() == [1, 1, 1]
    assert members["sku"].fillna("").tolist() == ["pen", "ink", ""]
    assert members["price"].fillna(-1).tolist() == [-1, 3.5, 9.0]


def test_duckdb_stops_early(tweets: streammap.Scan) -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    assert duckdb.sql("select id from tweets limit 3").fetchall() == [(0,), (1,), (2,)]


def test_duckdb_reports_the_location_of_an_error(broken: streammap.Scan) -> None:
    duckdb: Any = pytest.importorskip("duckdb")
    with pytest.raises(duckdb.Error, match=r"broken\.jsonl:2:7"):
        duckdb.sql("select sum(id) from broken").fetchall()


def test_polars_makes_a_frame(tweets: streammap.Scan) -> None:
    polars: Any = pytest.importorskip("polars")
    frame = polars.DataFrame(tweets)
    assert frame.to_dicts() == ROWS
    assert frame.schema == polars.from_arrow(tweets.to_arrow()).schema


def test_polars_reports_the_location_of_an_error(broken: streammap.Scan) -> None:
    polars: Any = pytest.importorskip("polars")
    with pytest.raises(polars.exceptions.PolarsError, match=r"broken\.jsonl:2:7"):
        polars.DataFrame(broken)


def test_pandas_makes_a_frame(tweets: streammap.Scan) -> None:
    pandas: Any = pytest.importorskip("pandas")
    frame = tweets.to_arrow().to_pandas()
    assert isinstance(frame, pandas.DataFrame)
    assert frame["author"].tolist() == [row["author"] for row in ROWS]
    typed = tweets.to_arrow().to_pandas(types_mapper=pandas.ArrowDtype)
    assert typed["id"].sum() == sum(range(5_000))


def test_nanoarrow_reads_a_scan(tweets: streammap.Scan) -> None:
    nanoarrow: Any = pytest.importorskip("nanoarrow")
    rows = nanoarrow.ArrayStream(tweets).read_all().to_pylist()
    assert rows == ROWS


def test_parquet_is_written_in_batches(tweets: streammap.Scan) -> None:
    import pyarrow.parquet as pq

    with pq.ParquetWriter("tweets.parquet", tweets.schema) as writer:
        for batch in tweets.batches():
            writer.write_batch(batch)
    table = pq.read_table("tweets.parquet")
    assert table.to_pylist() == ROWS
    assert table.schema == tweets.schema


def test_a_dataset_is_written_from_a_reader(tweets: streammap.Scan) -> None:
    import pyarrow.dataset as ds

    ds.write_dataset(tweets.reader(), "out", format="parquet", partitioning=["author"])
    assert ds.dataset("out", partitioning=["author"]).count_rows() == 5_000


def test_a_consumer_can_ask_for_another_schema(tweets: streammap.Scan) -> None:
    import pyarrow as pa

    wanted = pa.schema(
        [("id", pa.int32()), ("author", pa.large_string()), ("tags", pa.list_(pa.string()))]
    )
    reader = pa.RecordBatchReader.from_stream(tweets, schema=wanted)
    assert reader.read_all().schema.field("author").type == pa.large_string()
