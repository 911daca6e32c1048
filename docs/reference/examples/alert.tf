data "clickstack_source" "source-logs" {
  name = "Logs"
}

data "clickstack_webhook" "webhook-slack-oncall" {
  name = "Slack oncall"
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
      }
    }
  }
}

resource "clickstack_alert" "too-many-errors" {
  source         = "tile"
  dashboard_id   = clickstack_dashboard.checkout.id
  tile_id        = clickstack_dashboard.checkout.tile_ids["errors"]
  interval       = "5m"
  threshold      = 100
  threshold_type = "above"
  channels       = [{ type = "webhook", webhook_id = data.clickstack_webhook.webhook-slack-oncall.id }]
  name           = "Checkout errors"
}

resource "clickstack_alert" "no-orders" {
  source          = "saved_search"
  saved_search_id = "0123456789abcdef01234567"
  group_by        = "Region"
  interval        = "1h"
  threshold       = 1
  threshold_type  = "below"
  channels        = [{ type = "webhook", webhook_id = data.clickstack_webhook.webhook-slack-oncall.id }]
}
