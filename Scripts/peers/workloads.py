"""The values that each workload wants, in the order of Sources/StreamMapBench/Models: where they stand, and what
they are. A value of kind `string?` may be null or absent; any other has to be there."""

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
    """Kinds by name; those of an object within the record in a dictionary of their own."""
    members = {}
    for path, kind in fields:
        outer, _, inner = path.partition(".")
        if inner:
            members.setdefault(outer, {})[inner] = kind
        else:
            members[outer] = kind
    return members
