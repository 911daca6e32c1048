data "clickstack_webhook" "webhook-slack-oncall-slack" {
  name    = "Slack oncall"
  service = "slack"
}

resource "clickstack_alert" "errors" {
  source          = "saved_search"
  saved_search_id = "0123456789abcdef01234567"
  interval        = "5m"
  threshold       = 100
  threshold_type  = "above"
  channels        = [{ type = "webhook", webhook_id = data.clickstack_webhook.webhook-slack-oncall-slack.id }]
}
