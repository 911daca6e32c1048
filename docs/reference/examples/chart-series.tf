data "clickstack_source" "source-logs" {
  name = "Logs"
}

data "clickstack_chart_series" "errors" {
  start_time  = "2026-01-01T00:00:00Z"
  end_time    = "2026-01-02T00:00:00Z"
  granularity = "1h"
  group_by    = ["ServiceName"]
  series      = [{ source_id = data.clickstack_source.source-logs.id, agg_fn = "count", where = "level:error" }]
}

output "errors_by_hour" {
  value = data.clickstack_chart_series.errors.rows
}
