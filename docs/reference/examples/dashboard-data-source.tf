data "clickstack_dashboard" "dashboard-checkout" {
  name = "Checkout"
}

data "clickstack_webhook" "webhook-slack-oncall" {
  name = "Slack oncall"
}

resource "clickstack_alert" "errors" {
  source         = "tile"
  dashboard_id   = data.clickstack_dashboard.dashboard-checkout.id
  tile_id        = data.clickstack_dashboard.dashboard-checkout.tile_ids["error_rate"]
  interval       = "5m"
  threshold      = 0.05
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.webhook-slack-oncall.id }]
}
