"""The paths and kinds of the values of each workload, in the order of Sources/StreamMapBench/Models. A value of kind
`string?` may be null or absent. All others are required."""

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
}


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
