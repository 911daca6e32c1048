data "clickstack_webhook" "webhook-slack-oncall-slack" {
  service = "slack"
  name    = "Slack oncall"
}

resource "clickstack_alert" "errors" {
  channels        = [{ webhook_id = data.clickstack_webhook.webhook-slack-oncall-slack.id, type = "webhook" }]
  threshold_type  = "above"
  threshold       = 100
  interval        = "5m"
  saved_search_id = "0123456789abcdef01234567"
  source          = "saved_search"
}
