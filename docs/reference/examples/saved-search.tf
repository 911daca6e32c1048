data "clickstack_source" "source-logs" {
  name = "Logs"
}

data "clickstack_webhook" "webhook-slack-oncall" {
  name = "Slack oncall"
}

resource "clickstack_saved_search" "errors" {
  name      = "Errors of the shop"
  source_id = data.clickstack_source.source-logs.id
  where     = "level:error"
  tags      = ["production"]
  filters   = [{ condition = "ServiceName IN ('checkout', 'payments')" }]
}

resource "clickstack_alert" "too-many-errors" {
  source          = "saved_search"
  saved_search_id = clickstack_saved_search.errors.id
  group_by        = "ServiceName"
  interval        = "5m"
  threshold       = 100
  threshold_type  = "above"
  channels        = [{ type = "webhook", webhook_id = data.clickstack_webhook.webhook-slack-oncall.id }]
}
