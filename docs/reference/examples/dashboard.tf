data "clickstack_source" "source-logs" {
  name = "Logs"
}

data "clickstack_source" "source-traces" {
  name = "Traces"
}

resource "clickstack_dashboard" "checkout" {
  name = "Checkout"
  tiles = {
    errors = {
      name = "Errors"
      x    = 0
      y    = 0
      w    = 12
      h    = 7
      config = {
        display_type = "line"
        source_id    = data.clickstack_source.source-logs.id
        select       = [{ agg_fn = "count", where = "level:error" }]
        group_by     = "ServiceName"
      }
    }
    latency = {
      name = "Latency, 95th percentile"
      x    = 12
      y    = 0
      w    = 6
      h    = 4
      config = {
        display_type  = "number"
        source_id     = data.clickstack_source.source-traces.id
        select        = [{ agg_fn = "quantile", value_expression = "Duration", level = 0.95 }]
        number_format = { output = "duration", factor = 1e-9 }
      }
    }
    events = {
      name = "Events"
      x    = 0
      y    = 7
      w    = 24
      h    = 10
      config = {
        display_type = "search"
        source_id    = data.clickstack_source.source-logs.id
        columns      = "Timestamp, ServiceName, Body"
        where        = "level:error"
      }
    }
  }
  tags    = ["checkout", "production"]
  filters = [{ name = "Service", expression = "ServiceName", source_id = data.clickstack_source.source-logs.id }]
}
