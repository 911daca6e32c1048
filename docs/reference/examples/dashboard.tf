data "clickstack_source" "source-logs" {
  name = "Logs"
}

data "clickstack_source" "source-traces" {
  name = "Traces"
}

resource "clickstack_dashboard" "checkout" {
  filters = [{ source_id = data.clickstack_source.source-logs.id, expression = "ServiceName", name = "Service" }]
  tags    = ["checkout", "production"]
  tiles = {
    errors = {
      config = {
        group_by     = "ServiceName"
        select       = [{ where = "level:error", agg_fn = "count" }]
        source_id    = data.clickstack_source.source-logs.id
        display_type = "line"
      }
      h    = 7
      w    = 12
      y    = 0
      x    = 0
      name = "Errors"
    }
    latency = {
      config = {
        number_format = { factor = 1e-9, output = "duration" }
        select        = [{ level = 0.95, value_expression = "Duration", agg_fn = "quantile" }]
        source_id     = data.clickstack_source.source-traces.id
        display_type  = "number"
      }
      h    = 4
      w    = 6
      y    = 0
      x    = 12
      name = "Latency, 95th percentile"
    }
    events = {
      config = {
        where        = "level:error"
        columns      = "Timestamp, ServiceName, Body"
        source_id    = data.clickstack_source.source-logs.id
        display_type = "search"
      }
      h    = 10
      w    = 24
      y    = 7
      x    = 0
      name = "Events"
    }
  }
  name = "Checkout"
}
