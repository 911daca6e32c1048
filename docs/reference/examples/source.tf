data "clickstack_source" "source-traces-trace" {
  kind = "trace"
  name = "Traces"
}

resource "clickstack_dashboard" "requests" {
  tiles = {
    requests = {
      config = {
        select       = [{ agg_fn = "count" }]
        source_id    = data.clickstack_source.source-traces-trace.id
        display_type = "line"
      }
      h    = 7
      w    = 12
      y    = 0
      x    = 0
      name = "Requests"
    }
  }
  name = "Requests"
}
