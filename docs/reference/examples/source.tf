data "clickstack_source" "source-traces-trace" {
  name = "Traces"
  kind = "trace"
}

resource "clickstack_dashboard" "requests" {
  name = "Requests"
  tiles = {
    requests = {
      name = "Requests"
      x    = 0
      y    = 0
      w    = 12
      h    = 7
      config = {
        display_type = "line"
        source_id    = data.clickstack_source.source-traces-trace.id
        select       = [{ agg_fn = "count" }]
      }
    }
  }
}
