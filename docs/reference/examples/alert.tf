data "clickstack_source" "source-logs" {
  name = "Logs"
}

data "clickstack_webhook" "webhook-slack-oncall" {
  name = "Slack oncall"
}

resource "clickstack_dashboard" "checkout" {
  tiles = {
    errors = {
      config = {
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
  }
  name = "Checkout"
}

resource "clickstack_alert" "too-many-errors" {
  name           = "Checkout errors"
  channels       = [{ webhook_id = data.clickstack_webhook.webhook-slack-oncall.id, type = "webhook" }]
  threshold_type = "above"
  threshold      = 100
  interval       = "5m"
  tile_id        = clickstack_dashboard.checkout.tile_ids["errors"]
  dashboard_id   = clickstack_dashboard.checkout.id
  source         = "tile"
}

resource "clickstack_alert" "no-orders" {
  channels        = [{ webhook_id = data.clickstack_webhook.webhook-slack-oncall.id, type = "webhook" }]
  threshold_type  = "below"
  threshold       = 1
  interval        = "1h"
  group_by        = "Region"
  saved_search_id = "0123456789abcdef01234567"
  source          = "saved_search"
}
