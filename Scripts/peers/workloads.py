"""The paths and kinds of the values of each workload, in the order of Sources/StreamMapBench/Models. A value of kind
`string?` may be null or absent. All others are required. DuckDB and Polars read the values with these types."""

FIELDS = {
    "tweets": [
        ("id", "int"),
        ("created_at", "string"),
        ("text", "string"),
        ("user.id", "int"),
        ("user.screen_name", "string"),
        ("user.followers_count", "int"),
        ("user.verified", "bool"),
        ("retweet_count", "int"),
        ("favorite_count", "int"),
        ("lang", "string?"),
    ],
    "tweets-sparse": [
        ("id", "int"),
        ("user.screen_name", "string"),
        ("lang", "string?"),
    ],
    "events": [
        ("id", "string"),
        ("type", "string"),
        ("actor.login", "string"),
        ("repo.name", "string"),
        ("created_at", "string"),
        ("public", "bool"),
    ],
    "logs": [
        ("ts", "string"),
        ("level", "string"),
        ("service", "string"),
        ("host", "string"),
        ("trace_id", "string?"),
        ("latency_ms", "double"),
        ("status", "int"),
        ("bytes", "int"),
        ("path", "string"),
        ("ok", "bool"),
    ],
    "points": [
        ("id", "int"),
        ("name", "string"),
        ("points", "pairs"),
    ],
    "escapes": [
        ("id", "int"),
        ("title", "string"),
        ("body", "string"),
    ],
    "wide": [
        (f"{group}_{name}", kind)
        for group in ("cpu", "memory", "disk", "network", "request")
        for name, kind in (
            ("count", "int"),
            ("total_bytes", "int"),
            ("latency_p50", "double"),
            ("latency_p99", "double"),
            ("label", "string"),
            ("is_stale", "bool"),
        )
    ],
}
# The same records with their members in other orders.
FIELDS |= {f"{name}-shuffled": FIELDS[name] for name in ("tweets", "events", "logs")}
FIELDS["logs-mixed"] = FIELDS["logs"]


def tree(fields):
    """The kinds by name. A nested object has a nested dictionary."""
    members = {}
    for path, kind in fields:
        outer, _, inner = path.partition(".")
        if inner:
            members.setdefault(outer, {})[inner] = kind
        else:
            members[outer] = kind
    return members


def polars_frame(path, workload):
    """The frame of a file, with a column for each wanted value. It is read when it is collected."""
    import polars

    types = {
        "int": polars.Int64,
        "double": polars.Float64,
        "bool": polars.Boolean,
        "string": polars.String,
        "string?": polars.String,
        "pairs": polars.List(polars.List(polars.Float64)),
    }

    def schema(members):
        return {
            name: polars.Struct(schema(kind)) if isinstance(kind, dict) else types[kind]
            for name, kind in members.items()
        }

    def column(place):
        outer, _, inner = place.partition(".")
        return polars.col(outer).struct.field(inner).alias(place) if inner else polars.col(outer)

    frame = polars.scan_ndjson(path, schema=schema(tree(FIELDS[workload])))
    return frame.select([column(place) for place, _ in FIELDS[workload]])


def duckdb_query(path, workload, *expressions, only=None):
    """A query for these expressions, or by default for the wanted values. `only`: the fields that are read, not all."""
    types = {
        "int": "BIGINT",
        "double": "DOUBLE",
        "bool": "BOOLEAN",
        "string": "VARCHAR",
        "string?": "VARCHAR",
        "pairs": "DOUBLE[][]",
    }

    def spelled(kind):
        if isinstance(kind, str):
            return types[kind]
        return "STRUCT(" + ", ".join(f'"{name}" {spelled(each)}' for name, each in kind.items()) + ")"

    fields = [field for field in FIELDS[workload] if only is None or field[0] in only]
    columns = ", ".join(f"\"{name}\": '{spelled(kind)}'" for name, kind in tree(fields).items())
    values = ", ".join(expressions or (place for place, _ in FIELDS[workload]))
    name = path.replace("'", "''")
    return f"SELECT {values} FROM read_json('{name}', format = 'newline_delimited', columns = {{{columns}}})"
