"""A data source for Spark: JSON Lines files in typed columns, locally and on S3.

    spark.dataSource.register(streammap_json.spark.StreamMapDataSource)
    tweets = (
        spark.read.format("streammap")
        .option("columns", "id:int64, author=user.screen_name:string")
        .load("s3a://bucket/tweets/")
    )

Each task runs the program ``streammap`` on byte ranges of the files. The package has to be
installed on each worker.
"""

from ._source import StreamMapDataSource

__all__ = ["StreamMapDataSource"]
