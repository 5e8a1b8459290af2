print("streammap")
